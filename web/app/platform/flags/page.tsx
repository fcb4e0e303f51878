import { listFlagsRoute } from '@openspot/contract/platform/flags.ts'
import { FlagsScreen } from '@/features/platform/flags/flags-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('flags.title'))

export default async function Flags() {
  const t = await translator()
  return (
    <PlatformPage title={t('flags.title')} path="/platform/flags" route={listFlagsRoute} input={{}}>
      {(first) => <FlagsScreen first={first} />}
    </PlatformPage>
  )
}
