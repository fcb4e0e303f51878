import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { notFound } from 'next/navigation'
import { StaffReservationScreen } from '@/features/booking/staff-reservations/staff-reservation-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('staffReservations.stay.title'))

type Params = Promise<{ lot_id: string; reservation_id: string }>

export default async function OneReservation({ params }: { params: Params }) {
  const { lot_id, reservation_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`reservations/${reservation_id}`}>
      {(lot) => <ReservationPage lot={lot} reservation_id={reservation_id} />}
    </LotPage>
  )
}

async function ReservationPage({ lot, reservation_id }: { lot: ConsoleLot; reservation_id: string }) {
  const path = `/lots/${lot.id}/reservations/${reservation_id}`
  const reservation = await fetchPage(path, getReservationRoute, { params: { reservation_id } }, 'admin')
  // The reader's own reservation in another lot is readable but does not belong in this one.
  if (reservation.ok && reservation.data.lot_id === lot.id)
    return <StaffReservationScreen lot={lot} initial={reservation.data} />
  if (reservation.ok || [400, 403, 404].includes(reservation.status)) notFound()
  return <ErrorState error={reservation} />
}
