import { listPlatformBalancesRoute } from '@openspot/contract/platform/balances.ts'
import { BalancesScreen } from '@/features/platform/balances/balances-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('balances.title'))

export default async function Balances() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('balances.title')}
      path="/platform/balances"
      route={listPlatformBalancesRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <BalancesScreen />}
    </PlatformPage>
  )
}
