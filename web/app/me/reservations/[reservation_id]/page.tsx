import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ReservationScreen } from '@/features/booking/stays/reservation-screen.tsx'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.driver.pass }

export default async function OneReservation({ params }: { params: Promise<{ reservation_id: string }> }) {
  const { reservation_id } = await params
  const path = `/me/reservations/${reservation_id}`
  const stay = await fetchPage(path, getReservationRoute, { params: { reservation_id } })
  if (stay.ok) return <ReservationScreen initial={stay.data} />
  if (stay.status === 404 || stay.status === 400) notFound()
  return <ErrorState error={stay} />
}
