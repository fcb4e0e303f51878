'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { phaseOf } from '@/lib/reservation-phase.ts'
import css from './reservation-status.module.css'

type ReservationTimes = Pick<Reservation, 'status' | 'starts_at' | 'ends_at'>

/** Returns the status as text; for a booked one, whether it is in progress, upcoming, or over. */
export function statusWord(t: Translate, reservation: ReservationTimes, now: string): string {
  if (reservation.status !== 'ACTIVE') return t(`driver.statuses.${reservation.status}`)
  const phase = phaseOf(reservation, now)
  return phase === 'held' ? t('driver.statuses.ACTIVE') : t(`staffReservations.phases.${phase}`)
}

/** The status with a mark: filled for in progress, a ring for upcoming, struck through for canceled or expired. */
export function ReservationPhaseLabel({ reservation }: { reservation: ReservationTimes }) {
  const t = useTranslations()
  const { now } = useClock()
  const phase = phaseOf(reservation, now)
  const kind = reservation.status === 'CANCELED' || reservation.status === 'EXPIRED' ? 'gone' : phase
  return (
    <span className={css.status} data-kind={kind}>
      <span className={css.mark} aria-hidden="true" />
      {statusWord(t, reservation, now)}
    </span>
  )
}
