import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { from_minute: 22 * 60, until_minute: 7 * 60, time_zone: 'America/Chicago' }

test.each([
  ['before they begin', '2026-11-25T03:59:00Z', null],
  ['when they begin in the evening', '2026-11-25T04:00:00Z', '2026-11-25T13:00:00.000Z'],
  ['after midnight', '2026-11-25T07:30:00Z', '2026-11-25T13:00:00.000Z'],
  ['when they end', '2026-11-25T13:00:00Z', null],
  ['in the night that the clock is set forward', '2026-03-08T06:00:00Z', '2026-03-08T12:00:00.000Z'],
  ['in the night that the clock is set back', '2026-11-01T05:00:00Z', '2026-11-01T13:00:00.000Z'],
])('quiet hours from 10 PM to 7 AM in Chicago: %s', (_, at, until) => {
  expect(quietUntil(night, new Date(at))?.toISOString() ?? null).toBe(until)
})

test('quiet hours within a day end on that day', () => {
  const nap = { from_minute: 13 * 60, until_minute: 14 * 60 + 30, time_zone: 'Europe/Madrid' }
  expect(quietUntil(nap, new Date('2026-06-01T11:15:00Z'))?.toISOString()).toBe('2026-06-01T12:30:00.000Z')
  expect(quietUntil(nap, new Date('2026-06-01T10:59:00Z'))).toBe(null)
})

test('quiet hours that end at a time that the clock skips end when it would have been', () => {
  const skipped = { from_minute: 60, until_minute: 150, time_zone: 'America/Chicago' }
  expect(quietUntil(skipped, new Date('2026-03-08T07:30:00Z'))?.toISOString()).toBe(
    '2026-03-08T08:30:00.000Z',
  )
})
