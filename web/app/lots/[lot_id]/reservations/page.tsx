import { ReservationsScreen } from '@/features/booking/staff-reservations/reservations-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('staffReservations.title'))

export default async function Reservations({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="reservations">
      {(lot) => <ReservationsScreen lot={lot} />}
    </LotPage>
  )
}
