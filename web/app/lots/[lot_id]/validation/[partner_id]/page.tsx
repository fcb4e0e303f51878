import { getPartnerRoute } from '@openspot/contract/operations/validation-partners.ts'
import { notFound } from 'next/navigation'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { PartnerScreen } from '@/features/operations/validation/partner-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('validation.staff.title'))

export default async function Partner({
  params,
}: {
  params: Promise<{ lot_id: string; partner_id: string }>
}) {
  const { lot_id, partner_id } = await params
  const path = `/lots/${lot_id}/validation/${partner_id}`
  const answer = await fetchPage(path, getPartnerRoute, { params: { partner_id } }, 'admin')
  if (!answer.ok && (answer.status === 404 || answer.status === 400)) notFound()
  if (answer.ok && answer.data.lot_id !== lot_id) notFound()
  return (
    <LotPage lot_id={lot_id} path={`validation/${partner_id}`}>
      {(lot) =>
        answer.ok ? <PartnerScreen lot={lot} initial={answer.data} /> : <ErrorState error={answer} />
      }
    </LotPage>
  )
}
