import { expect, test } from 'vitest'
import { whyClosed } from '../testing/availability.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { type AvailabilityRule, closedSpans, type SpotAvailabilityInput } from './availability.ts'
import { spotCalendar } from './calendar.ts'

const ZONE = 'Europe/Berlin'
const forEver = Number.POSITIVE_INFINITY
const [from, to] = [minutesOf('2026-06-01T00:00Z'), minutesOf('2026-06-03T00:00Z')]

/** An availability rule from 8:00 to 18:00 local time, every day unless changed. */
function rule(id: string, kind: 'OPEN' | 'CLOSED', change: Partial<AvailabilityRule> = {}): AvailabilityRule {
  return {
    id,
    kind,
    starts_at: '2026-05-01T06:00Z',
    ends_at: '2026-05-01T16:00Z',
    repeat_frequency: 'DAILY',
    weekdays: [],
    until_on: null,
    ...change,
  }
}
const once = (starts_at: string, ends_at: string | null) =>
  ({ starts_at, ends_at, repeat_frequency: 'NEVER' }) as const
const wholeDays = { starts_at: '2026-05-01T22:00Z', ends_at: '2026-05-02T22:00Z' }
const say = (spot: SpotAvailabilityInput) =>
  closedSpans(ZONE, spot, from, to).map(
    (span) => `${isoOf(span.from).slice(8, 16)} to ${isoOf(span.to).slice(8, 16)}`,
  )

test('an unassigned spot is open unless a CLOSED rule closes it; OPEN rules change nothing', () => {
  expect(say({ is_assigned: false, availability_rules: [] })).toEqual([])
  expect(say({ is_assigned: false, availability_rules: [rule('a', 'OPEN')] })).toEqual([])
  const rules = [rule('a', 'OPEN'), rule('b', 'CLOSED')]
  expect(say({ is_assigned: false, availability_rules: rules })).toEqual([
    '01T06:00 to 01T16:00',
    '02T06:00 to 02T16:00',
  ])
})

test('an assigned spot is closed unless an OPEN rule opens it, and a CLOSED rule takes precedence', () => {
  expect(say({ is_assigned: true, availability_rules: [] })).toEqual(['01T00:00 to 03T00:00'])
  const open = rule('a', 'OPEN')
  expect(say({ is_assigned: true, availability_rules: [open] })).toEqual([
    '01T00:00 to 01T06:00',
    '01T16:00 to 02T06:00',
    '02T16:00 to 03T00:00',
  ])
  const cleaning = rule('b', 'CLOSED', once('2026-06-01T15:00Z', '2026-06-01T17:00Z'))
  expect(say({ is_assigned: true, availability_rules: [open, cleaning] })).toEqual([
    '01T00:00 to 01T06:00',
    '01T15:00 to 02T06:00',
    '02T16:00 to 03T00:00',
  ])
})

test('whyClosed names the first closed moment, prefers a rule to NOT_OFFERED, and breaks ties by order', () => {
  const why = (is_assigned: boolean, ...rules: AvailabilityRule[]) =>
    whyClosed(ZONE, { is_assigned, availability_rules: rules }, from, to)
  expect(why(false)).toBeNull()
  expect(why(true)).toEqual({ at: from, reason: 'NOT_OFFERED', availability_id: null })
  const closing = rule('b', 'CLOSED', once('2026-05-31T00:00Z', null))
  expect(why(true, closing)).toEqual({ at: from, reason: 'CLOSED', availability_id: 'b' })
  const eight = minutesOf('2026-06-01T06:00Z')
  const later = rule('c', 'CLOSED', once('2026-06-01T07:00Z', null))
  expect(why(false, later, rule('a', 'CLOSED'))).toEqual({
    at: eight,
    reason: 'CLOSED',
    availability_id: 'a',
  })
  const [first, second] = [rule('a', 'CLOSED'), rule('d', 'CLOSED')]
  expect(why(false, second, first)?.availability_id).toBe('d')
})

test('closedSpans throws for an infinite range if an availability rule repeats forever', () => {
  const daily = rule('a', 'CLOSED')
  expect(() => closedSpans(ZONE, { is_assigned: false, availability_rules: [daily] }, from, forEver)).toThrow(
    RangeError,
  )
  // It also throws if the rule would not matter: the error must not depend on who the spot is assigned to.
  const openOnly = { is_assigned: false, availability_rules: [rule('a', 'OPEN')] }
  expect(() => closedSpans(ZONE, openOnly, from, forEver)).toThrow(RangeError)
  const some = {
    is_assigned: true,
    availability_rules: [rule('a', 'OPEN', { ...wholeDays, until_on: '2031-12-31' })],
  }
  const newYear = minutesOf('2031-12-31T23:00Z')
  expect(closedSpans(ZONE, some, from, forEver)).toEqual([{ from: newYear, to: forEver }])
})

test('ignores availability rules that only touch the range', () => {
  const touching = [
    rule('a', 'CLOSED', once('2026-05-31T00:00Z', '2026-06-01T00:00Z')),
    rule('b', 'CLOSED', once('2026-06-03T00:00Z', null)),
  ]
  expect(whyClosed(ZONE, { is_assigned: false, availability_rules: touching }, from, to)).toBeNull()
})

test('spotCalendar has no gaps and shows a reservation, with its extra fields, over a closure', () => {
  const reservation = { id: 'x', starts_at: '2026-06-01T12:00Z', ends_at: '2026-06-01T17:00Z', who: 'Ada' }
  const endless = { id: 'y', starts_at: '2026-06-02T20:00Z', ends_at: null, who: 'Bo' }
  const past = { id: 'z', starts_at: '2026-05-02T20:00Z', ends_at: '2026-06-01T00:00Z', who: 'Cy' }
  const spot = { is_assigned: false, availability_rules: [rule('a', 'CLOSED')] }
  const parts = spotCalendar(ZONE, spot, [reservation, endless, past], from, to)
  const time = (iso: string) => minutesOf(iso)
  expect(parts).toEqual([
    { from, to: time('2026-06-01T06:00Z'), state: 'OPEN' },
    { from: time('2026-06-01T06:00Z'), to: time('2026-06-01T12:00Z'), state: 'CLOSED', availability_id: 'a' },
    { from: time('2026-06-01T12:00Z'), to: time('2026-06-01T17:00Z'), state: 'TAKEN', reservation },
    { from: time('2026-06-01T17:00Z'), to: time('2026-06-02T06:00Z'), state: 'OPEN' },
    { from: time('2026-06-02T06:00Z'), to: time('2026-06-02T16:00Z'), state: 'CLOSED', availability_id: 'a' },
    { from: time('2026-06-02T16:00Z'), to: time('2026-06-02T20:00Z'), state: 'OPEN' },
    { from: time('2026-06-02T20:00Z'), to, state: 'TAKEN', reservation: endless },
  ])
  expect(parts[2]?.reservation?.who).toBe('Ada')
  expect(spotCalendar(ZONE, spot, [reservation], from, from)).toEqual([])
  expect(spotCalendar(ZONE, { is_assigned: true, availability_rules: [] }, [endless], from, forEver)).toEqual(
    [
      { from, to: time('2026-06-02T20:00Z'), state: 'CLOSED', availability_id: null },
      { from: time('2026-06-02T20:00Z'), to: forEver, state: 'TAKEN', reservation: endless },
    ],
  )
})
