import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { notFound } from 'next/navigation'
import { ReportScreen } from '@/features/operations/problems/report-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('problems.report.title'))

export default async function ReportProblem({ params }: { params: Promise<{ reservation_id: string }> }) {
  const { reservation_id } = await params
  const path = `/me/reservations/${reservation_id}/problem`
  const answer = await fetchPage(path, getReservationRoute, { params: { reservation_id } })
  if (!answer.ok) {
    if (answer.status === 404 || answer.status === 400) notFound()
    return <ErrorState error={answer} />
  }
  const { lot_id, lot, seen_as, is_host } = answer.data
  return (
    <ReportScreen
      lot={{ id: lot_id, name: lot.name }}
      reservation={{ id: reservation_id, is_hosted: seen_as === 'HOST' || is_host }}
    />
  )
}
