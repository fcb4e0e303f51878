'use client'
import { Button } from '@mantine/core'
import { getReservationRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwedNotes } from '@/features/booking/my-reservations/bills/owed-note.tsx'
import { ChangePart } from '@/features/booking/my-reservations/changes/change-part.tsx'
import { PendingChange } from '@/features/booking/my-reservations/changes/pending-change.tsx'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { PayEndingNote } from '@/ui/checkout/pay-ending-note.tsx'
import { DriverGates } from '@/ui/gate/driver-gates.tsx'
import { ProblemsPart } from '@/ui/problem/problems-part.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { DriverValidation } from '@/ui/validation/driver-validation.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { History } from './history.tsx'
import { MonthlyPart } from './monthly-part.tsx'
import { Pass } from './pass.tsx'
import { PayReservation } from './pay-reservation.tsx'
import { Receipt } from './receipt.tsx'
import css from './reservations.module.css'

/** A reservation that ended more than a day ago is no longer the lot's to look into. */
const canReport = ({ status, ends_at }: Reservation, now: string): boolean =>
  status === 'ACTIVE' && (ends_at === null || Date.parse(ends_at) > Date.parse(now) - 86_400_000)

/** One reservation: its pass, possible changes, payments, history, and cancellation. */
export function ReservationScreen({ initial }: { initial: Reservation }) {
  const t = useTranslations()
  const { now } = useClock()
  const [cancels, setCancels] = useState(false)
  const [ending, setEnding] = useState<PayEnding | null>(null)
  const answer = useApiQuery(
    getReservationRoute,
    { params: { reservation_id: initial.id } },
    // While a payment is pending, something may change at any moment.
    { initialData: initial, everySeconds: (reservation) => (reservation?.pending_change_id ? 5 : 30) },
  )
  const reservation = answer.data ?? initial
  const phase = phaseOf(reservation, now)
  const waited = useApiQuery(listMyWaitlistRoute, {}, { enabled: phase === 'held' })
  const isLive = reservation.status === 'ACTIVE' && phase !== 'over'
  const leadsTo = reservation.merged_into_id ?? reservation.changes_id
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
      {reservation.status === 'CANCELED' ? <Note tone="plain" title={t('driver.cancelled')} /> : null}
      <OwedNotes reservation={reservation} />
      <Pass reservation={reservation} heading="h1" />
      {isLive || phase === 'over' ? (
        <DriverGates lot_id={reservation.lot_id} zone={reservation.lot.time_zone} />
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
      <ProblemsPart reservation_id={reservation.id} can_report={canReport(reservation, now)} />
      <Receipt reservation={reservation} />
      <History reservation={reservation} />
      {isLive ? (
        <section className={css.cancel}>
          {reservation.cancel_until_at ? (
            <p className={css.quiet}>
              {t.rich('driver.cancelUntil', {
                time: tag(
                  <Moment at={reservation.cancel_until_at} zone={reservation.lot.time_zone} inside />,
                ),
              })}
            </p>
          ) : null}
          <Button variant="default" onClick={() => setCancels(true)}>
            {t('driver.cancel')}
          </Button>
          <CancelDialog reservation={reservation} opened={cancels} onClose={() => setCancels(false)} />
        </section>
      ) : null}
    </div>
  )
}
