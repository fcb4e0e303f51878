import { getPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { notFound } from 'next/navigation'
import { PayoutScreen } from '@/features/money/payouts/payout-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('payouts.detail.facts'))

export default async function MyPayout({ params }: { params: Promise<{ payout_id: string }> }) {
  const { payout_id } = await params
  const path = `/me/earnings/payouts/${payout_id}`
  const payout = await fetchPage(path, getPayoutRoute, { params: { payout_id }, query: {} })
  if (payout.ok) return <PayoutScreen whose={{ lot_id: null }} initial={payout.data} mayRetry />
  if (payout.status === 404 || payout.status === 400) notFound()
  return <ErrorState error={payout} />
}
