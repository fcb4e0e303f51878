import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoOf, minutesOf } from '../time/instant.ts'
import { localParts } from '../time/zone.ts'
import { rebookTimes } from './rebook.ts'

const zone = 'America/Chicago'
const year = minutesOf('2026-01-01T00:00:00.000Z')
const instant = fc.integer({ min: 0, max: 2 * 365 * 1440 }).map((minutes) => year + minutes)

test('repeats a reservation today if its time of day is still to come, and else tomorrow', () => {
  const past = { starts_at: '2026-11-20T23:00:00.000Z', ends_at: '2026-11-21T02:00:00.000Z' }
  expect(rebookTimes(past, zone, '2026-11-25T15:00:00.000Z')).toEqual({
    starts_at: '2026-11-25T23:00:00.000Z',
    ends_at: '2026-11-26T02:00:00.000Z',
  })
  expect(rebookTimes(past, zone, '2026-11-25T23:00:00.000Z').starts_at).toBe('2026-11-26T23:00:00.000Z')
})

test('keeps the local time of day when the clocks have changed since', () => {
  const summer = { starts_at: '2026-07-01T13:00:00.000Z', ends_at: null }
  expect(rebookTimes(summer, zone, '2026-12-01T03:00:00.000Z')).toEqual({
    starts_at: '2026-12-01T14:00:00.000Z',
    ends_at: null,
  })
})

test('the repetition is ahead, within a day and a clock change, as long, and at the same local time unless that is skipped', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 30, max: 3000 }), instant, (starts, length, at) => {
      const past = { starts_at: isoOf(starts), ends_at: isoOf(starts + length) }
      const next = rebookTimes(past, zone, isoOf(at))
      const [from, to] = [minutesOf(next.starts_at), minutesOf(next.ends_at ?? '')]
      expect(from).toBeGreaterThan(at)
      expect(to - from).toBe(length)
      if (starts <= at) expect(from - at).toBeLessThanOrEqual(1440 + 60)
      const [before, after] = [localParts(zone, starts), localParts(zone, from)]
      if (after.hour !== 3) expect([after.hour, after.minute]).toEqual([before.hour, before.minute])
    }),
  )
})
