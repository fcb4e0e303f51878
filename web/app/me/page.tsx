import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import { ReservationsScreen } from '@/features/booking/my-reservations/reservations-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('driver.title'))

export default async function Reservations() {
  // Loaded together, because the waitlist decides whether a held spot is an offer.
  const [reservations, waitlist] = await Promise.all([
    fetchPage('/me', listParkHistoryRoute, { query: { when: 'upcoming', limit: 50 } }),
    fetchPage('/me', listMyWaitlistRoute, {}),
  ])
  return (
    <ReservationsScreen
      initial={reservations.ok ? reservations.data : null}
      waiting={waitlist.ok ? waitlist.data : null}
    />
  )
}
