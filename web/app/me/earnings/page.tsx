import { getMyAccountRoute } from '@openspot/contract/money/accounts.ts'
import type { Metadata } from 'next'
import { HostScreen } from '@/features/money/payouts/host-screen.tsx'
import { fetchPage } from '@/lib/page-api.ts'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.payouts.earnings }

export default async function Earnings() {
  const account = await fetchPage('/me/earnings', getMyAccountRoute, { query: {} })
  return <HostScreen initial={account.ok ? account.data : null} />
}
