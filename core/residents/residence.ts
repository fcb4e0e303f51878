import { addDays } from './clean-date.ts'

/** When a person lives somewhere, in days by the lot's clock, inclusive; null for an open end. */
export interface Residence {
  access_from: string | null
  access_until: string | null
}

export type ResidencePhase = 'FUTURE' | 'CURRENT' | 'PAST'

/** Returns whether a residence has begun and is over. Without a first day it never begins. */
export function residencePhase({ access_from, access_until }: Residence, today: string): ResidencePhase {
  if (access_until !== null && access_until < today) return 'PAST'
  return access_from !== null && access_from <= today ? 'CURRENT' : 'FUTURE'
}

/**
 * Returns the next day on which something changes by itself: the first day, the day after the last one, or a move to
 * another unit. Null if nothing will.
 */
export function nextDue(
  { access_from, access_until, moves_on }: Residence & { moves_on: string | null },
  today: string,
): string | null {
  const days = [access_from, access_until === null ? null : addDays(access_until, 1), moves_on]
  return days.flatMap((day) => (day !== null && day > today ? day : [])).toSorted()[0] ?? null
}
