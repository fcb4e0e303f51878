'use client'
import type { Reservation } from '@openspot/contract/reservations.ts'
import { phaseOf } from '@/features/stays/stay-phase.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { words } from '@/words/index.ts'
import css from './stay-status.module.css'

type Stay = Pick<Reservation, 'status' | 'starts_at' | 'ends_at'>

/** How a stay stands, in a word: its status, or of one that is booked whether it runs, is ahead or over. */
export function statusWord(stay: Stay, now: string): string {
  if (stay.status !== 'ACTIVE') return words.driver.statuses[stay.status]
  const phase = phaseOf(stay, now)
  return phase === 'held' ? words.driver.statuses.ACTIVE : words.staffReservations.phases[phase]
}

/** The word with a mark before it: full for a stay that is there, a ring for one ahead, struck for one that is not. */
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
