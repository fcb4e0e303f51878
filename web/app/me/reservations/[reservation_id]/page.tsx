import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { notFound } from 'next/navigation'
import { ReservationScreen } from '@/features/booking/my-reservations/reservation-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('driver.pass'))

export default async function OneReservation({ params }: { params: Promise<{ reservation_id: string }> }) {
  const { reservation_id } = await params
  const path = `/me/reservations/${reservation_id}`
  const reservation = await fetchPage(path, getReservationRoute, { params: { reservation_id } })
  if (reservation.ok) return <ReservationScreen initial={reservation.data} />
  if (reservation.status === 404 || reservation.status === 400) notFound()
  return <ErrorState error={reservation} />
}
