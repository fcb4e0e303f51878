'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { phaseOf } from '@/lib/stay-phase.ts'
import { words } from '@/words/index.ts'
import css from './stay-status.module.css'

type Stay = Pick<Reservation, 'status' | 'starts_at' | 'ends_at'>

/** Returns the status as text; for a booked one, whether it is in progress, upcoming, or over. */
export function statusWord(stay: Stay, now: string): string {
  if (stay.status !== 'ACTIVE') return words.driver.statuses[stay.status]
  const phase = phaseOf(stay, now)
  return phase === 'held' ? words.driver.statuses.ACTIVE : words.staffReservations.phases[phase]
}

/** The status with a mark: filled for in progress, a ring for upcoming, struck through for canceled or expired. */
export function StayStatus({ stay }: { stay: Stay }) {
  const { now } = useClock()
  const phase = phaseOf(stay, now)
  const kind = stay.status === 'CANCELED' || stay.status === 'EXPIRED' ? 'gone' : phase
  return (
    <span className={css.status} data-kind={kind}>
      <span className={css.mark} aria-hidden="true" />
      {statusWord(stay, now)}
    </span>
  )
}
