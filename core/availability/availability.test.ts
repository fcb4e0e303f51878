import { expect, test } from 'vitest'
import { whyClosed } from '../testing/availability.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { type AvailabilityWindow, closedSpans, type SpotAvailabilityInput } from './availability.ts'
import { spotCalendar } from './calendar.ts'

const ZONE = 'Europe/Berlin'
const forEver = Number.POSITIVE_INFINITY
const [from, to] = [minutesOf('2026-06-01T00:00Z'), minutesOf('2026-06-03T00:00Z')]

/** A window from 8:00 to 18:00 local time, every day unless changed. */
function window(
  id: string,
  kind: 'OPEN' | 'CLOSED',
  change: Partial<AvailabilityWindow> = {},
): AvailabilityWindow {
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

test('an unassigned spot is open unless a CLOSED window closes it; OPEN windows change nothing', () => {
  expect(say({ is_assigned: false, windows: [] })).toEqual([])
  expect(say({ is_assigned: false, windows: [window('a', 'OPEN')] })).toEqual([])
  const windows = [window('a', 'OPEN'), window('b', 'CLOSED')]
  expect(say({ is_assigned: false, windows })).toEqual(['01T06:00 to 01T16:00', '02T06:00 to 02T16:00'])
})

test('an assigned spot is closed unless an OPEN window opens it, and a CLOSED window takes precedence', () => {
  expect(say({ is_assigned: true, windows: [] })).toEqual(['01T00:00 to 03T00:00'])
  const open = window('a', 'OPEN')
  expect(say({ is_assigned: true, windows: [open] })).toEqual([
    '01T00:00 to 01T06:00',
    '01T16:00 to 02T06:00',
    '02T16:00 to 03T00:00',
  ])
  const cleaning = window('b', 'CLOSED', once('2026-06-01T15:00Z', '2026-06-01T17:00Z'))
  expect(say({ is_assigned: true, windows: [open, cleaning] })).toEqual([
    '01T00:00 to 01T06:00',
    '01T15:00 to 02T06:00',
    '02T16:00 to 03T00:00',
  ])
})

test('whyClosed names the first closed moment, prefers a window to NOT_OFFERED, and breaks ties by order', () => {
  const why = (is_assigned: boolean, ...windows: AvailabilityWindow[]) =>
    whyClosed(ZONE, { is_assigned, windows }, from, to)
  expect(why(false)).toBeNull()
  expect(why(true)).toEqual({ at: from, reason: 'NOT_OFFERED', window_id: null })
  const closing = window('b', 'CLOSED', once('2026-05-31T00:00Z', null))
  expect(why(true, closing)).toEqual({ at: from, reason: 'CLOSED', window_id: 'b' })
  const eight = minutesOf('2026-06-01T06:00Z')
  const later = window('c', 'CLOSED', once('2026-06-01T07:00Z', null))
  expect(why(false, later, window('a', 'CLOSED'))).toEqual({ at: eight, reason: 'CLOSED', window_id: 'a' })
  const [first, second] = [window('a', 'CLOSED'), window('d', 'CLOSED')]
  expect(why(false, second, first)?.window_id).toBe('d')
})

test('closedSpans throws for an infinite range if a window repeats forever', () => {
  const daily = window('a', 'CLOSED')
  expect(() => closedSpans(ZONE, { is_assigned: false, windows: [daily] }, from, forEver)).toThrow(RangeError)
  // It also throws if the window would not matter: the error must not depend on who the spot is assigned to.
  const openOnly = { is_assigned: false, windows: [window('a', 'OPEN')] }
  expect(() => closedSpans(ZONE, openOnly, from, forEver)).toThrow(RangeError)
  const some = { is_assigned: true, windows: [window('a', 'OPEN', { ...wholeDays, until_on: '2031-12-31' })] }
  const newYear = minutesOf('2031-12-31T23:00Z')
  expect(closedSpans(ZONE, some, from, forEver)).toEqual([{ from: newYear, to: forEver }])
})

test('ignores windows that only touch the range', () => {
  const touching = [
    window('a', 'CLOSED', once('2026-05-31T00:00Z', '2026-06-01T00:00Z')),
    window('b', 'CLOSED', once('2026-06-03T00:00Z', null)),
  ]
  expect(whyClosed(ZONE, { is_assigned: false, windows: touching }, from, to)).toBeNull()
})

test('spotCalendar has no gaps and shows a reservation, with its extra fields, over a closure', () => {
  const reservation = { id: 'x', starts_at: '2026-06-01T12:00Z', ends_at: '2026-06-01T17:00Z', who: 'Ada' }
  const endless = { id: 'y', starts_at: '2026-06-02T20:00Z', ends_at: null, who: 'Bo' }
  const past = { id: 'z', starts_at: '2026-05-02T20:00Z', ends_at: '2026-06-01T00:00Z', who: 'Cy' }
  const spot = { is_assigned: false, windows: [window('a', 'CLOSED')] }
  const parts = spotCalendar(ZONE, spot, [reservation, endless, past], from, to)
  const time = (iso: string) => minutesOf(iso)
  expect(parts).toEqual([
    { from, to: time('2026-06-01T06:00Z'), state: 'OPEN' },
    { from: time('2026-06-01T06:00Z'), to: time('2026-06-01T12:00Z'), state: 'CLOSED', window_id: 'a' },
    { from: time('2026-06-01T12:00Z'), to: time('2026-06-01T17:00Z'), state: 'TAKEN', reservation },
    { from: time('2026-06-01T17:00Z'), to: time('2026-06-02T06:00Z'), state: 'OPEN' },
    { from: time('2026-06-02T06:00Z'), to: time('2026-06-02T16:00Z'), state: 'CLOSED', window_id: 'a' },
    { from: time('2026-06-02T16:00Z'), to: time('2026-06-02T20:00Z'), state: 'OPEN' },
    { from: time('2026-06-02T20:00Z'), to, state: 'TAKEN', reservation: endless },
  ])
  expect(parts[2]?.reservation?.who).toBe('Ada')
  expect(spotCalendar(ZONE, spot, [reservation], from, from)).toEqual([])
  expect(spotCalendar(ZONE, { is_assigned: true, windows: [] }, [endless], from, forEver)).toEqual([
    { from, to: time('2026-06-02T20:00Z'), state: 'CLOSED', window_id: null },
    { from: time('2026-06-02T20:00Z'), to: forEver, state: 'TAKEN', reservation: endless },
  ])
})
