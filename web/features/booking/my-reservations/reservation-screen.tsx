'use client'
import { Button } from '@mantine/core'
import { getReservationRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import type { Arrival } from '@openspot/contract/lots/arrival.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwedNotes } from '@/features/booking/my-reservations/bills/owed-note.tsx'
import { ChangePart } from '@/features/booking/my-reservations/changes/change-part.tsx'
import { PendingChange } from '@/features/booking/my-reservations/changes/pending-change.tsx'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAsOf, useKeepPass } from '@/lib/offline/use-kept-pass.ts'
import { rebookPath } from '@/lib/paths.ts'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { canRebook, phaseOf } from '@/lib/reservation-phase.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { PayEndingNote } from '@/ui/checkout/pay-ending-note.tsx'
import { DriverGates } from '@/ui/gate/driver-gates.tsx'
import { ProblemsPart } from '@/ui/problem/problems-part.tsx'
import { LinksPart } from '@/ui/reservation/links-part.tsx'
import { Messages } from '@/ui/reservation/messages.tsx'
import { Note } from '@/ui/states.tsx'
import { DriverValidation } from '@/ui/validation/driver-validation.tsx'
import { ContinuedBy } from './continued-by.tsx'
import { ExitPart } from './exit-part.tsx'
import { History } from './history.tsx'
import { MonthlyPart } from './monthly-part.tsx'
import { OfflineNote } from './offline-note.tsx'
import { Pass } from './pass.tsx'
import { PayReservation } from './pay-reservation.tsx'
import { RatePart } from './rate-part.tsx'
import { Receipt } from './receipt.tsx'
import { RefundNote } from './refund-note.tsx'
import css from './reservations.module.css'

/** A reservation that ended more than a day ago is no longer the lot's to look into. */
const canReport = ({ status, ends_at }: Reservation, now: string): boolean =>
  status === 'ACTIVE' && (ends_at === null || Date.parse(ends_at) > Date.parse(now) - 86_400_000)

/** One reservation: its pass, possible changes, payments, history, and cancellation. */
export function ReservationScreen({
  initial,
  arrival,
}: {
  initial: Reservation
  arrival: Arrival | undefined
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [ending, setEnding] = useState<PayEnding | null>(null)
  const answer = useApiQuery(
    getReservationRoute,
    { params: { reservation_id: initial.id } },
    // While a payment is pending, something may change at any moment.
    { initialData: initial, everySeconds: (reservation) => (reservation?.pending_change_id ? 5 : 30) },
  )
  const reservation = answer.data ?? initial
  const { is_offline, as_of } = useAsOf(answer)
  useKeepPass(
    '/me',
    is_offline
      ? null
      : {
          id: reservation.id,
          user_id: reservation.user_id,
          version: `${reservation.version} ${reservation.status}`,
        },
  )
  const phase = phaseOf(reservation, now)
  const waited = useApiQuery(listMyWaitlistRoute, {}, { enabled: phase === 'held' })
  const isLive = reservation.status === 'ACTIVE' && phase !== 'over'
  const leadsTo = reservation.merged_into_id ?? reservation.changes_id
  if (is_offline) {
    return (
      <div className={css.stack}>
        <OfflineNote as_of={as_of} zone={reservation.lot.time_zone} />
        <Pass reservation={reservation} own={reservation} arrival={arrival} heading="h1" is_offline />
      </div>
    )
  }
  return (
    <div className={css.stack}>
      {leadsTo ? (
        <Note tone="plain" title={reservation.merged_into_id ? t('driver.merged') : t('driver.isChange')}>
          <div className={css.noteAction}>
            <Button component={Link} variant="default" href={`/me/reservations/${leadsTo}`}>
              {t('driver.mergedGo')}
            </Button>
          </div>
        </Note>
      ) : null}
      {ending ? (
        <PayEndingNote
          ending={ending}
          zone={reservation.lot.time_zone}
          hold_expires_at={phase === 'held' ? reservation.hold_expires_at : null}
        />
      ) : null}
      {phase === 'held' && !reservation.changes_id ? (
        <PayReservation
          reservation={reservation}
          isOffer={waited.data?.items.some((entry) => entry.reservation_id === reservation.id) ?? false}
          onEnding={setEnding}
        />
      ) : null}
      {reservation.pending_change_id ? (
        <PendingChange
          key={reservation.pending_change_id}
          reservation={reservation}
          change_id={reservation.pending_change_id}
          onEnding={setEnding}
        />
      ) : null}
      {reservation.continued_by ? (
        <ContinuedBy
          part={reservation.continued_by}
          zone={reservation.lot.time_zone}
          folder="/me/reservations"
        />
      ) : null}
      <RefundNote reservation={reservation} />
      <OwedNotes reservation={reservation} />
      <Pass
        reservation={reservation}
        own={reservation}
        // The plan that came with the page is of the spot that it had then.
        arrival={reservation.spot_id === initial.spot_id ? arrival : undefined}
        heading="h1"
        gates={
          // To leave, a driver may open a gate after the end too.
          reservation.status === 'ACTIVE' ? (
            <DriverGates lot_id={reservation.lot_id} zone={reservation.lot.time_zone} />
          ) : null
        }
      />
      {reservation.is_ended && reservation.status === 'ACTIVE' ? (
        <RatePart reservation={reservation} />
      ) : null}
      {canRebook(reservation, now) ? (
        <div>
          <Button component={Link} href={rebookPath(reservation, now)} prefetch={false} h={48}>
            {t('driver.rebook')}
          </Button>
        </div>
      ) : null}
      {reservation.status === 'ACTIVE' && reservation.ends_at !== null ? (
        <DriverValidation lot_id={reservation.lot_id} reservation_id={reservation.id} />
      ) : null}
      {isLive && reservation.ends_at === null && reservation.status === 'ACTIVE' ? (
        <MonthlyPart reservation={reservation} />
      ) : null}
      {isLive && reservation.is_flexible && phase === 'ahead' ? (
        <p className={css.quiet}>{t('driver.flexible')}</p>
      ) : null}
      {isLive && !reservation.pending_change_id ? (
        <ChangePart reservation={reservation} onEnding={setEnding} />
      ) : null}
      <Messages reservation_id={reservation.id} zone={reservation.lot.time_zone} />
      <ProblemsPart reservation_id={reservation.id} can_report={canReport(reservation, now)} />
      <Receipt reservation={reservation} />
      <History reservation={reservation} />
      <LinksPart reservation={reservation} />
      {isLive ? <ExitPart reservation={reservation} /> : null}
    </div>
  )
}
