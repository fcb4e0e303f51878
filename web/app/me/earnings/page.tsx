import { getMyAccountRoute } from '@openspot/contract/money/accounts.ts'
import { HostScreen } from '@/features/money/payouts/host-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('payouts.earnings'))

export default async function Earnings() {
  const account = await fetchPage('/me/earnings', getMyAccountRoute, { query: {} })
  return <HostScreen initial={account.ok ? account.data : null} />
}
