'use client'
import { Button } from '@mantine/core'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import type { Output } from '@openspot/contract/call.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAsOf, useKeepPass } from '@/lib/offline/use-kept-pass.ts'
import { bySoonest, phaseOf } from '@/lib/reservation-phase.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { DriverGates } from '@/ui/gate/driver-gates.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState, NoPermission } from '@/ui/states.tsx'
import { VerifyEmail } from '@/ui/verify-email.tsx'
import { HeldNote } from './held-note.tsx'
import { MyWaitlist } from './my-waitlist.tsx'
import { OfflineNote } from './offline-note.tsx'
import { Pass } from './pass.tsx'
import { PastReservations } from './past-reservations.tsx'
import { ReservationRow } from './reservation-row.tsx'
import css from './reservations.module.css'

/** Whether the driver may stand at the gate now: the reservation has started, or starts within two hours. */
const isNear = ({ starts_at }: Reservation, now: string): boolean =>
  Date.parse(starts_at) - Date.parse(now) < 2 * 3_600_000

/** The driver's home page: the current or next reservation as a pass, then the rest. */
export function ReservationsScreen({
  initial,
  waiting,
}: {
  initial: Output<typeof listParkHistoryRoute> | null
  waiting: Output<typeof listMyWaitlistRoute> | null
}) {
  const t = useTranslations()
  const { now } = useClock()
  const upcoming = useApiQuery(
    listParkHistoryRoute,
    { query: { when: 'upcoming', limit: 50 } },
    { initialData: initial ?? undefined, everySeconds: 60 },
  )
  const waitlist = useApiQuery(
    listMyWaitlistRoute,
    {},
    { initialData: waiting ?? undefined, everySeconds: 60 },
  )
  const me = useApiQuery(getMeRoute, {}).data
  // What others booked with an address is shown to its user once it is confirmed, so the list may be empty only because it isn't.
  const unconfirmed = me?.account_status === 'GHOST' && me.contact_verified_at === null ? me : null
  const { is_offline, as_of } = useAsOf(upcoming)
  const reservations = (upcoming.data?.items ?? []).toSorted(bySoonest)
  const ahead = reservations.filter((reservation) => ['running', 'ahead'].includes(phaseOf(reservation, now)))
  const [next, ...later] = ahead
  useKeepPass(
    '/me',
    next && !is_offline
      ? { id: next.id, user_id: next.user_id, version: ahead.map((one) => one.version).join() }
      : null,
  )
  if (upcoming.error?.status === 401) return <NoPermission sign_in path="/me" />
  if (upcoming.isError && !upcoming.data) {
    return <ErrorState error={upcoming.error} onRetry={() => upcoming.refetch()} />
  }
  const waited = waitlist.data?.items ?? []
  const isOffer = (id: string) => waited.some((entry) => entry.reservation_id === id)
  const held = reservations.filter((reservation) => phaseOf(reservation, now) === 'held')
  const hasNone = upcoming.data && !next && held.length === 0
  return (
    <div className={css.stack}>
      <h1 className="sr-only">{t('driver.title')}</h1>
      {is_offline && next ? <OfflineNote as_of={as_of} zone={next.lot.time_zone} /> : null}
      {held.map((reservation) => (
        <HeldNote key={reservation.id} reservation={reservation} isOffer={isOffer(reservation.id)} />
      ))}
      {upcoming.isPending ? <CardSkeleton /> : null}
      {next ? (
        <section className={css.stack}>
          <Pass
            reservation={next}
            own={next}
            is_offline={is_offline}
            gates={
              isNear(next, now) && !is_offline ? (
                <DriverGates lot_id={next.lot_id} zone={next.lot.time_zone} />
              ) : null
            }
          />
          <Button
            component={Link}
            variant="default"
            h={48}
            href={`/me/reservations/${next.id}`}
            prefetch={false}
          >
            {t('driver.details')}
          </Button>
        </section>
      ) : null}
      {unconfirmed && hasNone ? (
        <VerifyEmail me={unconfirmed} next="/me" text={t('driver.confirmForEarlier')} />
      ) : null}
      {hasNone ? (
        <EmptyState
          title={t('driver.emptyTitle')}
          text={t('driver.emptyText')}
          action={
            <>
              <Button component={Link} href="/" h={48}>
                {t('common.findParking')}
              </Button>
              <Button component={Link} href="/list-your-parking" variant="default" h={48}>
                {t('common.listParking')}
              </Button>
            </>
          }
        />
      ) : null}
      {later.length > 0 ? (
        <section className={css.group}>
          <h2>{t('driver.later')}</h2>
          <ul className={css.rows}>
            {later.map((reservation) => (
              <ReservationRow key={reservation.id} reservation={reservation} phase="ahead" />
            ))}
          </ul>
        </section>
      ) : null}
      <MyWaitlist entries={waited} />
      <PastReservations />
    </div>
  )
}
