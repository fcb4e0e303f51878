import { listPlatformDisputesRoute } from '@openspot/contract/money/disputes.ts'
import { DisputesScreen } from '@/features/platform/disputes/disputes-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('disputes.listTitle'))

export default async function Disputes() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('disputes.listTitle')}
      path="/platform/disputes"
      route={listPlatformDisputesRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <DisputesScreen />}
    </PlatformPage>
  )
}
