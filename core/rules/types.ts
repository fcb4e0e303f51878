import type { SpotType } from '../enums.ts'
import type { Span } from '../recurrence/recurrence.ts'
import { minutesOf } from '../time/instant.ts'

export const hourPeriods = ['DAY', 'WEEK', 'MONTH'] as const
export type HourPeriod = (typeof hourPeriods)[number]

/** The limits of a rule set, per member or for a whole group. Null means no limit. */
export type Rules = {
  /** Maximum held at once or upcoming, that is, not ended; the same holds for the next limit. */
  max_short_reservations: number | null
  max_long_reservations: number | null
  min_duration_minutes: number | null
  /** An open-ended reservation exceeds every maximum. */
  max_duration_minutes: number | null
  /** How many local days after today a reservation may start; 0 means only today. */
  max_ahead_days: number | null
  /** Parked hours per local day, week (from Monday), or month; two spots at once count twice. */
  max_hours: { hours: number; per: HourPeriod } | null
  spot_types: SpotType[] | null
  /** A spot without a zone is in none of them. */
  zone_ids: string[] | null
  /** Applies from the nth spot held at the same time; the highest nth that is reached counts. */
  nth_spot_prices: { nth: number; percent_bps: number }[]
}

/** A reservation as counted by rules: ISO 8601 instants, null for an open end. */
export type HeldReservation = { starts_at: string; ends_at: string | null }

/**
 * Returns the same in epoch minutes, Infinity for an open end.
 * @throws RangeError for an unreadable instant
 */
export function spanOfReservation({ starts_at, ends_at }: HeldReservation): Span {
  return { from: minutesOf(starts_at), to: ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(ends_at) }
}
