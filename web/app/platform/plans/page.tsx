import { listUnpaidPlansRoute } from '@openspot/contract/platform/unpaid-plans.ts'
import { UnpaidPlansScreen } from '@/features/platform/plans/unpaid-plans-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('unpaidPlans.title'))

export default async function Plans() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('unpaidPlans.title')}
      path="/platform/plans"
      route={listUnpaidPlansRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <UnpaidPlansScreen />}
    </PlatformPage>
  )
}
