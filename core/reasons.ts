import type { SpotType, Weekday } from './enums.ts'

/**
 * Why something is not possible or not valid, as data: a code and the values of its text. `messages/reason-text.ts` writes it
 * in the reader's language.
 */
export type Reason = PlainReason | { [Code in keyof Values]: { code: Code } & Values[Code] }[keyof Values]

/** A reason whose text has no values. */
export type PlainReason = { code: (typeof plainReasons)[number] }

/** The values of the other reasons. Lengths are in minutes, and days are local dates such as 2026-11-21. */
type Values = {
  // A reservation and the rules of its lot
  too_many_short: { max: number; held: number; days: number }
  too_many_long: { max: number; held: number; days: number }
  no_short: { days: number }
  no_long: { days: number }
  too_short: { min_minutes: number; minutes: number }
  too_long: { max_minutes: number; minutes: number }
  no_end: { max_minutes: number }
  not_today: { days: number }
  too_far_ahead: { max: number; days: number }
  too_many_hours: { hours: number; per: 'DAY' | 'WEEK' | 'MONTH'; parked_minutes: number; first_day: string }
  wrong_type: { types: readonly SpotType[]; type: SpotType }
  wrong_zone: { zones: number }
  // Rules that staff enter
  lengths_reversed: { min: number; max: number }
  two_prices: { nth: number }
  // A price
  zone_unknown: { zone: string }
  currency_unknown: { currency: string }
  instant_unreadable: { instant: string }
  amount_wrong: { field: string }
  amount_out_of_range: { max: number }
  // Opening hours
  too_many_hours_of_day: { day: Weekday; max: number }
  hours_invalid: { day: Weekday; opens: string; closes: string }
  hours_overlap: { first: HoursOfDay; second: HoursOfDay }
  // Labels of spots
  label_too_long: { label: string; max: number }
  label_twice: { label: string }
  too_many_labels: { max: number }
  range_incomplete: { range: string }
  range_mixed: { range: string }
  range_descending: { range: string }
  // A typed amount
  money_unreadable: { currency: string }
  money_no_decimals: { currency: string }
  money_too_many_decimals: { currency: string; max: number }
}

/** Times of day in minutes since midnight. */
type HoursOfDay = { day: Weekday; opens: number; closes: number }

export const plainReasons = [
  // Rules that staff enter
  'count_invalid',
  'fines_falling',
  'two_fines',
  'hours_count_invalid',
  'minutes_from_0',
  'minutes_from_1',
  'no_type',
  'no_zone',
  'nth_invalid',
  'percent_invalid',
  // A price
  'reversed',
  'over_three_years',
  'no_monthly',
  'above_maximum',
  'no_prices',
  'only_months',
  'only_months_of_part',
  'nothing_at_start',
  'nothing_for_part',
  'changes_nothing',
  'percent_and_amount',
  'percent_out_of_range',
  // Opening hours
  'no_overnight',
  'closes_during',
  'never_open',
  'closed_at_start',
  'closed_at_end',
  // A recurrence
  'start_invalid',
  'start_seconds',
  'end_invalid',
  'end_seconds',
  'end_before_start',
  'repeat_without_end',
  'weekdays_not_weekly',
  'weekday_twice',
  'last_day_invalid',
  'last_day_too_early',
  'last_day_too_late',
  'end_before_start_locally',
  'daily_too_long',
  'occurrences_overlap',
  // Labels of spots
  'no_labels',
  // A typed amount
  'money_too_large',
  // A password
  'password_repeats',
  'password_sequence',
  'password_common',
  'password_product',
  'password_email',
  'password_name',
] as const
