import { getReplayRoute } from '@openspot/contract/platform/replays.ts'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { ReplayScreen } from '@/features/platform/replays/replay-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('replays.title'))

export default async function PlatformReplay({ params }: { params: Promise<{ replay_id: string }> }) {
  const t = await translator()
  const { replay_id } = await params
  return (
    <PlatformPage
      title={t('replays.detail.title')}
      path={`/platform/replays/${replay_id}`}
      route={getReplayRoute}
      input={{ params: { replay_id } }}
    >
      {(replay) => <ReplayScreen replay={replay} />}
    </PlatformPage>
  )
}
