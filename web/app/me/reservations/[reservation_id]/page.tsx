import { getLinkedPassRoute } from '@openspot/contract/booking/linked-passes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { getArrivalRoute } from '@openspot/contract/lots/arrival.ts'
import { notFound, redirect } from 'next/navigation'
import { ReservationScreen } from '@/features/booking/my-reservations/reservation-screen.tsx'
import { GuestScreen } from '@/features/booking/my-spots/guest-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchAsVisitor, fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('driver.pass'))

interface Props {
  params: Promise<{ reservation_id: string }>
  searchParams: Promise<Record<'as' | 'change' | 'ends_at', string | string[] | undefined>>
}

export default async function OneReservation({ params, searchParams }: Props) {
  const { reservation_id } = await params
  const { as, change, ends_at } = await searchParams
  // Signing in leads back to the extension that a reminder offers.
  const extends_to = change === 'extend' && typeof ends_at === 'string' ? ends_at : null
  const page = `/me/reservations/${reservation_id}`
  const path = extends_to === null ? page : `${page}?change=extend&ends_at=${encodeURIComponent(extends_to)}`
  const reservation = await fetchAsVisitor(getReservationRoute, { params: { reservation_id } })
  if (reservation.ok) {
    const { seen_as, is_host, lot_id } = reservation.data
    // Staff see the console, unless they come from their own spot as its host.
    const asHost = is_host && as === 'host'
    if (seen_as === 'HOST' || asHost) return <GuestScreen initial={reservation.data} />
    if (seen_as === 'STAFF') redirect(`/lots/${lot_id}/reservations/${reservation_id}`)
    // With the page, so that the plan is there when the page opens without a connection.
    const arrival = await fetchPage(path, getArrivalRoute, { params: { reservation_id } })
    return <ReservationScreen initial={reservation.data} arrival={arrival.ok ? arrival.data : undefined} />
  }
  // Someone else may have opened the link to its pass on this device.
  if (reservation.status === 401 || reservation.status === 404) {
    const linked = await fetchAsVisitor(getLinkedPassRoute, { params: { reservation_id } })
    const extend = extends_to === null ? '' : `?ends_at=${encodeURIComponent(extends_to)}`
    if (linked.ok) redirect(`/guest/${reservation_id}${extend}`)
  }
  if (reservation.status === 401) redirect(`/sign-in?next=${encodeURIComponent(path)}`)
  if (reservation.status === 404 || reservation.status === 400) notFound()
  return <ErrorState error={reservation} />
}
