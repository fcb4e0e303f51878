import { expect, test } from 'vitest'
import { isoOf, minutesOf } from '../time/instant.ts'
import { plusLocalDays } from '../time/zone.ts'
import { checkRules, type RuleQuestion } from './check-rules.ts'
import { noRules } from './no-rules.ts'
import type { HeldReservation, Rules } from './types.ts'

const zone = 'America/Chicago'
const now = '2026-11-21T15:00:00.000Z'
const reservation = (starts_at: string, ends_at: string | null): HeldReservation => ({ starts_at, ends_at })
const evening = reservation('2026-11-23T23:00Z', '2026-11-24T02:00Z')
const question: RuleQuestion = {
  zone,
  long_term_days: 45,
  now,
  times: evening,
  spot: { type: 'STANDARD', zone_id: null },
  held: [],
}
const breaches = (rules: Partial<Rules>, requested: Partial<RuleQuestion> = {}) =>
  checkRules({ ...noRules, ...rules }, { ...question, ...requested })
const reasonsOf = (rules: Partial<Rules>, requested: Partial<RuleQuestion> = {}) =>
  breaches(rules, requested).map(({ reason }) => reason)

test('rules without limits allow everything', () => {
  expect(checkRules(noRules, { ...question, held: Array.from({ length: 50 }, () => evening) })).toEqual([])
  expect(breaches({ nth_spot_prices: [{ nth: 2, percent_bps: 5000 }] }, { held: [evening] })).toEqual([])
})

test('counts short and long reservations separately, and only those that have not ended', () => {
  const past = reservation('2026-11-20T12:00Z', now)
  const soon = reservation('2026-12-24T12:00Z', '2026-12-24T13:00Z')
  const monthly = reservation('2026-01-01T12:00Z', null)
  const held = [past, soon, monthly]
  expect(breaches({ max_short_reservations: 2 }, { held })).toEqual([])
  expect(breaches({ max_short_reservations: 1 }, { held })).toEqual([
    {
      rule: 'max_short_reservations',
      reason: { code: 'too_many_short', max: 1, held: 1, days: 45 },
      field: 'starts_at',
      params: { max_short_reservations: 1, held: 1, long_reservation_days: 45 },
    },
  ])
  expect(breaches({ max_long_reservations: 0 }, { held })).toEqual([])
  expect(
    reasonsOf({ max_long_reservations: 1 }, { held, times: reservation(evening.starts_at, null) }),
  ).toEqual([{ code: 'too_many_long', max: 1, held: 1, days: 45 }])
  expect(reasonsOf({ max_long_reservations: 0 }, { times: reservation(evening.starts_at, null) })).toEqual([
    { code: 'no_long', days: 45 },
  ])
  // Entered afterward by staff: it is over, so it is not held.
  expect(breaches({ max_short_reservations: 0 }, { times: past })).toEqual([])
})

test('45 local days are short even if they last an hour more than 45 times 24 hours; one minute more is long', () => {
  const starts = minutesOf('2026-10-01T15:00Z')
  const ends = plusLocalDays(zone, starts, 45)
  expect(ends - starts).toBe(45 * 1440 + 60)
  const lengths = [ends, ends + 1].map((end) => reservation(isoOf(starts), isoOf(end)))
  expect(
    lengths.map((each) => breaches({ max_long_reservations: 0 }, { times: each, now: isoOf(starts) }).length),
  ).toEqual([0, 1])
  expect(
    lengths.map(
      (each) => breaches({ max_short_reservations: 0 }, { times: each, now: isoOf(starts) }).length,
    ),
  ).toEqual([1, 0])
})

test('enforces minimum and maximum length, and an open-ended reservation exceeds every maximum', () => {
  expect(breaches({ min_duration_minutes: 180, max_duration_minutes: 180 })).toEqual([])
  expect(reasonsOf({ min_duration_minutes: 181, max_duration_minutes: 179 })).toEqual([
    { code: 'too_short', min_minutes: 181, minutes: 180 },
    { code: 'too_long', max_minutes: 179, minutes: 180 },
  ])
  const week = reservation(evening.starts_at, '2026-12-01T01:30Z')
  expect(reasonsOf({ max_duration_minutes: 2 * 1440 }, { times: week })).toEqual([
    { code: 'too_long', max_minutes: 2 * 1440, minutes: 7 * 1440 + 150 },
  ])
  const endless = { times: reservation(evening.starts_at, null) }
  expect(breaches({ min_duration_minutes: 1440, max_duration_minutes: 527_040 }, endless)).toEqual([
    {
      rule: 'max_duration_minutes',
      reason: { code: 'no_end', max_minutes: 527_040 },
      field: 'ends_at',
      params: { max_duration_minutes: 527_040 },
    },
  ])
})

test('counts max_ahead_days in local calendar days', () => {
  // It is 09:00 on the 21st; the 28th ends at 06:00Z.
  const at = (starts_at: string) =>
    breaches({ max_ahead_days: 7 }, { times: reservation(starts_at, null) }).length
  expect(at('2026-11-29T05:59Z')).toBe(0)
  expect(at('2026-11-29T06:00Z')).toBe(1)
  expect(reasonsOf({ max_ahead_days: 0 })).toEqual([{ code: 'not_today', days: 2 }])
  expect(reasonsOf({ max_ahead_days: 1 })).toEqual([{ code: 'too_far_ahead', max: 1, days: 2 }])
  expect(breaches({ max_ahead_days: 0 }, { times: reservation('2026-01-01T00:00Z', now) })).toEqual([])
})

test('restricts spot types and zones, and a spot without a zone is in none', () => {
  const rules: Partial<Rules> = { spot_types: ['COMPACT', 'EXTRA_WIDE'], zone_ids: ['north', 'south'] }
  expect(breaches(rules, { spot: { type: 'COMPACT', zone_id: 'south' } })).toEqual([])
  expect(breaches(rules)).toEqual([
    {
      rule: 'spot_types',
      reason: { code: 'wrong_type', types: ['COMPACT', 'EXTRA_WIDE'], type: 'STANDARD' },
      field: 'spot_id',
      params: { spot_type: 'STANDARD', spot_types: 'COMPACT EXTRA_WIDE' },
    },
    {
      rule: 'zone_ids',
      reason: { code: 'wrong_zone', zones: 2 },
      field: 'spot_id',
      params: { zone_id: '', zone_ids: 'north south' },
    },
  ])
  expect(reasonsOf({ zone_ids: ['north'] }, { spot: { type: 'COMPACT', zone_id: 'east' } })).toEqual([
    { code: 'wrong_zone', zones: 1 },
  ])
})

test('returns all breaches in the order of the rules', () => {
  const rules: Rules = {
    max_short_reservations: null,
    max_long_reservations: 0,
    min_duration_minutes: null,
    max_duration_minutes: 60,
    max_ahead_days: 1,
    max_hours: { hours: 1, per: 'MONTH' },
    spot_types: ['STORAGE'],
    zone_ids: ['north'],
    nth_spot_prices: [],
  }
  expect(breaches(rules, { times: reservation(evening.starts_at, null) }).map(({ rule }) => rule)).toEqual([
    'max_long_reservations',
    'max_duration_minutes',
    'max_ahead_days',
    'max_hours',
    'spot_types',
    'zone_ids',
  ])
})
