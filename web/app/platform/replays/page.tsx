import { getErrorMonitoringRoute } from '@openspot/contract/platform/error-monitoring.ts'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { ReplaysScreen } from '@/features/platform/replays/replays-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('replays.title'))

export default async function PlatformReplays() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('replays.title')}
      path="/platform/replays"
      route={getErrorMonitoringRoute}
      input={{}}
    >
      {(first) => <ReplaysScreen first={first} />}
    </PlatformPage>
  )
}
