import type { SpotType } from '../enums.ts'
import type { Reason } from '../reasons.ts'
import type { Span } from '../recurrence/recurrence.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { localDate, localDaysBetween, plusLocalDays } from '../time/zone.ts'
import { findFullPeriod } from './parked-hours.ts'
import { type HeldReservation, type Rules, spanOfReservation } from './types.ts'

/** A rule that a reservation breaks. */
export type RuleBreach = {
  rule: keyof Rules
  /** The numbers and a remedy. */
  reason: Reason
  /** The request field to change. */
  field: 'starts_at' | 'ends_at' | 'spot_id'
  params: Readonly<Record<string, string | number>>
}

export type RuleQuestion = {
  /** The lot's IANA time zone, which defines days, weeks, and months. */
  zone: string
  /** A reservation longer than this many local days, or open-ended, counts as long. */
  long_term_days: number
  /** ISO 8601, like all instants here. */
  now: string
  times: HeldReservation
  spot: { type: SpotType; zone_id: string | null }
  /**
   * The other reservations of the member or group that hold a spot, without this one. For `max_hours` it also needs
   * those that ended since the start of the month or week; they do not count as held.
   */
  held: readonly HeldReservation[]
}

/** What a lot decides about days. */
export type LotDays = Pick<RuleQuestion, 'zone' | 'long_term_days'>

/** The same in epoch minutes, for callers that check one reservation many times. */
export type SpanQuestion = LotDays & {
  spot: RuleQuestion['spot']
  at: number
  span: Span
  others: readonly Span[]
}
type Check = (rules: Rules, question: SpanQuestion) => RuleBreach | null

const checks: readonly Check[] = [
  (rules, question) => tooMany('max_short_reservations', rules.max_short_reservations, question),
  (rules, question) => tooMany('max_long_reservations', rules.max_long_reservations, question),
  tooShort,
  tooLong,
  tooFarAhead,
  tooManyHours,
  wrongType,
  wrongZone,
]

/**
 * Returns all rules that a reservation breaks, in the order of `Rules`; empty if it is allowed. Nth-spot prices forbid
 * nothing.
 * @throws RangeError for an unreadable instant or an unknown zone
 */
export function checkRules(rules: Rules, question: RuleQuestion): RuleBreach[] {
  const { zone, long_term_days, spot, now, times: reservation, held } = question
  const [span, others] = [spanOfReservation(reservation), held.map(spanOfReservation)]
  return findBreaches(rules, { zone, long_term_days, spot, at: minutesOf(now), span, others })
}

/**
 * Same as `checkRules`, in epoch minutes.
 * @throws RangeError for an unknown zone
 */
export function findBreaches(rules: Rules, question: SpanQuestion): RuleBreach[] {
  return checks.map((check) => check(rules, question)).filter((breach) => breach !== null)
}

/** Longer than that many local days (so 45 days stay short across clock changes) or open-ended. */
function isLong({ zone, long_term_days }: SpanQuestion, { from, to }: Span): boolean {
  return to > plusLocalDays(zone, from, long_term_days)
}

function tooMany(
  rule: 'max_short_reservations' | 'max_long_reservations',
  max: number | null,
  question: SpanQuestion,
): RuleBreach | null {
  const { at, span, others, long_term_days: days } = question
  const wantsLong = rule === 'max_long_reservations'
  // A reservation that staff enter afterward may have ended; then neither it nor other ended ones are held.
  if (max === null || isLong(question, span) !== wantsLong || span.to <= at) return null
  const held = others.filter((other) => other.to > at && isLong(question, other) === wantsLong).length
  if (held < max) return null
  return {
    rule,
    reason: tooManyReason(wantsLong, { max, held, days }),
    field: 'starts_at',
    params: { [rule]: max, held, long_reservation_days: days },
  }
}

function tooManyReason(
  isLong: boolean,
  { max, held, days }: { max: number; held: number; days: number },
): Reason {
  if (max === 0) return { code: isLong ? 'no_long' : 'no_short', days }
  return { code: isLong ? 'too_many_long' : 'too_many_short', max, held, days }
}

function tooShort({ min_duration_minutes }: Rules, { span }: SpanQuestion): RuleBreach | null {
  const duration_minutes = span.to - span.from
  if (min_duration_minutes === null || duration_minutes >= min_duration_minutes) return null
  return {
    rule: 'min_duration_minutes',
    reason: { code: 'too_short', min_minutes: min_duration_minutes, minutes: duration_minutes },
    field: 'ends_at',
    params: { min_duration_minutes, duration_minutes },
  }
}

function tooLong({ max_duration_minutes }: Rules, { span }: SpanQuestion): RuleBreach | null {
  const duration_minutes = span.to - span.from
  if (max_duration_minutes === null || duration_minutes <= max_duration_minutes) return null
  const reason: Reason = Number.isFinite(duration_minutes)
    ? { code: 'too_long', max_minutes: max_duration_minutes, minutes: duration_minutes }
    : { code: 'no_end', max_minutes: max_duration_minutes }
  // Infinity cannot be serialized as JSON, so the length of an open-ended reservation is omitted.
  const params = { max_duration_minutes, ...(Number.isFinite(duration_minutes) ? { duration_minutes } : {}) }
  return { rule: 'max_duration_minutes', reason, field: 'ends_at', params }
}

/** By calendar days, so that all of the last day can be booked at any time of today. */
function tooFarAhead({ max_ahead_days }: Rules, { zone, at, span }: SpanQuestion): RuleBreach | null {
  const ahead_days = localDaysBetween(zone, at, span.from)
  if (max_ahead_days === null || ahead_days <= max_ahead_days) return null
  const reason: Reason =
    max_ahead_days === 0
      ? { code: 'not_today', days: ahead_days }
      : { code: 'too_far_ahead', max: max_ahead_days, days: ahead_days }
  return { rule: 'max_ahead_days', reason, field: 'starts_at', params: { max_ahead_days, ahead_days } }
}

function tooManyHours({ max_hours }: Rules, { zone, span, others }: SpanQuestion): RuleBreach | null {
  if (max_hours === null) return null
  const { hours, per } = max_hours
  const full = findFullPeriod(zone, per, hours * 60, span, others)
  if (full === null) return null
  return {
    rule: 'max_hours',
    reason: {
      code: 'too_many_hours',
      hours,
      per,
      parked_minutes: full.parked,
      first_day: localDate(zone, full.from),
    },
    field: 'ends_at',
    params: {
      hours,
      per,
      parked_minutes: full.parked,
      period_starts_at: isoOf(full.from),
      period_ends_at: isoOf(full.to),
    },
  }
}

function wrongType({ spot_types }: Rules, { spot }: SpanQuestion): RuleBreach | null {
  if (spot_types === null || spot_types.includes(spot.type)) return null
  return {
    rule: 'spot_types',
    reason: { code: 'wrong_type', types: spot_types, type: spot.type },
    field: 'spot_id',
    params: { spot_type: spot.type, spot_types: spot_types.join(' ') },
  }
}

function wrongZone({ zone_ids }: Rules, { spot }: SpanQuestion): RuleBreach | null {
  if (zone_ids === null || (spot.zone_id !== null && zone_ids.includes(spot.zone_id))) return null
  return {
    rule: 'zone_ids',
    reason: { code: 'wrong_zone', zones: zone_ids.length },
    field: 'spot_id',
    params: { zone_id: spot.zone_id ?? '', zone_ids: zone_ids.join(' ') },
  }
}
