import type { SpotType } from '../enums.ts'
import { minutesOf } from '../time/instant.ts'
import type { Span } from '../windows/windows.ts'

/** A stay over so many local days, or without an end, is long (design/domain.md, "Reservation"). */
export const LONG_STAY_DAYS = 45

export const hourPeriods = ['DAY', 'WEEK', 'MONTH'] as const
export type HourPeriod = (typeof hourPeriods)[number]

/** What a rule set says, for a member or over all of a group. Null does not limit. */
export type Rules = {
  /** Held at once or to come, as is the next: those that have not ended. */
  max_short_stays: number | null
  max_long_stays: number | null
  min_stay_minutes: number | null
  /** A stay without an end is longer than any. */
  max_stay_minutes: number | null
  /** How many local days after today a stay may start; 0 is today alone. */
  max_ahead_days: number | null
  /** Parked hours a local day, week (from Monday) or month; two spots at once count twice. */
  max_hours: { hours: number; per: HourPeriod } | null
  spot_types: SpotType[] | null
  /** A spot without a zone is in none of them. */
  zone_ids: string[] | null
  /** From the nth spot held at the same time on; the highest nth that is reached counts. */
  nth_spot_prices: { nth: number; percent_bps: number }[]
}

/** A stay as rules count it: ISO 8601 instants, null without an end. */
export type HeldStay = { starts_at: string; ends_at: string | null }

/**
 * The same in epoch minutes, Infinity without an end.
 * @throws RangeError for an unreadable instant
 */
export function spanOfStay({ starts_at, ends_at }: HeldStay): Span {
  return { from: minutesOf(starts_at), to: ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(ends_at) }
}
