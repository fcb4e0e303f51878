import { getPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { notFound } from 'next/navigation'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { PayoutScreen } from '@/features/money/payouts/payout-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('payouts.detail.facts'))

export default async function LotPayout({
  params,
}: {
  params: Promise<{ lot_id: string; payout_id: string }>
}) {
  const { lot_id, payout_id } = await params
  const path = `/lots/${lot_id}/payouts/${payout_id}`
  const payout = await fetchPage(path, getPayoutRoute, { params: { payout_id }, query: {} }, 'admin')
  // A payout of another lot is not found here, even for someone who may see it there.
  if (!payout.ok && (payout.status === 404 || payout.status === 400)) notFound()
  if (payout.ok && payout.data.lot.id !== lot_id) notFound()
  return (
    <LotPage lot_id={lot_id} path={`payouts/${payout_id}`} forAdmins>
      {(lot, { role }) =>
        payout.ok ? (
          <PayoutScreen
            whose={{ lot_id: lot.id }}
            initial={payout.data}
            mayRetry={role === 'SUPER_ADMIN' || role === null}
          />
        ) : (
          <ErrorState error={payout} />
        )
      }
    </LotPage>
  )
}
