import { getFineRoute } from '@openspot/contract/operations/fines.ts'
import { notFound } from 'next/navigation'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { StaffFineScreen } from '@/features/operations/fines/staff-fine-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('fines.mine.title'))

export default async function FinePage({ params }: { params: Promise<{ lot_id: string; fine_id: string }> }) {
  const { lot_id, fine_id } = await params
  const path = `fines/${fine_id}` as const
  const answer = await fetchPage(`/lots/${lot_id}/${path}`, getFineRoute, { params: { fine_id } }, 'admin')
  if (!answer.ok && (answer.status === 404 || answer.status === 400)) notFound()
  const fine = answer.ok ? answer.data : null
  if (answer.ok && fine?.lot_id !== lot_id) notFound()
  return (
    <LotPage lot_id={lot_id} path={path}>
      {(lot) =>
        fine ? <StaffFineScreen lot={lot} initial={fine} /> : <ErrorState error={answer.ok ? null : answer} />
      }
    </LotPage>
  )
}
