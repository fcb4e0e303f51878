import { getDisputeRoute } from '@openspot/contract/money/disputes.ts'
import { notFound } from 'next/navigation'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { DisputeScreen } from '@/features/money/disputes/dispute-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('disputes.title'))

export default async function LotDispute({
  params,
}: {
  params: Promise<{ lot_id: string; dispute_id: string }>
}) {
  const { lot_id, dispute_id } = await params
  const path = `refunds/${dispute_id}` as const
  const dispute = await fetchPage(
    `/lots/${lot_id}/${path}`,
    getDisputeRoute,
    { params: { dispute_id } },
    'admin',
  )
  if (!dispute.ok && (dispute.status === 404 || dispute.status === 400)) notFound()
  // A dispute of another lot is not found here, even for someone who may see it there.
  if (dispute.ok && dispute.data.lot.id !== lot_id) notFound()
  return (
    <LotPage lot_id={lot_id} path={path} forAdmins>
      {(lot) =>
        dispute.ok ? <DisputeScreen lot={lot} initial={dispute.data} /> : <ErrorState error={dispute} />
      }
    </LotPage>
  )
}
