import { NewReservationScreen } from '@/features/booking/staff-reservations/new-reservation-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('staffReservations.add'))

export default async function NewReservation({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="reservations/new" forAdmins>
      {(lot) => <NewReservationScreen lot={lot} />}
    </LotPage>
  )
}
