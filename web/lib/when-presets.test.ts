import { minutesOf } from '@openspot/core/time/instant.ts'
import { localParts } from '@openspot/core/time/zone.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presetSpan, presetSpans, presets } from './when-presets.ts'

const chicago = 'America/Chicago'
/** Thursday, 2:10 PM in Chicago. */
const thursday = '2026-11-26T20:10:00.000Z'

test.each([
  ['now', '2026-11-26T20:30:00.000Z', '2026-11-26T22:30:00.000Z'],
  ['tonight', '2026-11-27T00:00:00.000Z', '2026-11-27T05:00:00.000Z'],
  ['event', '2026-11-26T23:30:00.000Z', '2026-11-27T05:30:00.000Z'],
  ['overnight', '2026-11-27T02:00:00.000Z', '2026-11-27T14:00:00.000Z'],
  ['workday', '2026-11-26T20:30:00.000Z', '2026-11-27T00:00:00.000Z'],
] as const)('%s on a Thursday afternoon in Chicago is from %s to %s', (preset, starts_at, ends_at) => {
  expect(presetSpan(preset, thursday, chicago)).toEqual({ starts_at, ends_at })
})

test('what is almost over today is the next day, and a workday after Friday evening is on Monday', () => {
  const late = '2026-11-27T04:20:00.000Z'
  expect(presetSpan('tonight', late, chicago).starts_at).toBe('2026-11-28T00:00:00.000Z')
  const friday = '2026-11-28T00:30:00.000Z'
  expect(presetSpan('workday', friday, chicago)).toEqual({
    starts_at: '2026-11-30T14:00:00.000Z',
    ends_at: '2026-12-01T00:00:00.000Z',
  })
})

test('tonight is tonight in the zone of the place, also in the night in which the clocks change', () => {
  expect(presetSpan('tonight', thursday, 'America/Los_Angeles').starts_at).toBe('2026-11-27T02:00:00.000Z')
  expect(presetSpan('overnight', '2026-11-01T00:10:00.000Z', chicago)).toEqual({
    starts_at: '2026-11-01T01:00:00.000Z',
    ends_at: '2026-11-01T14:00:00.000Z',
  })
})

test('every preset begins in the future on a half hour of the place and ends at least an hour later', () => {
  const instant = fc.integer({ min: 0, max: 1_000_000 }).map((n) => new Date(1_790_000_000_000 + n * 60_000))
  const zone = fc.constantFrom(chicago, 'Asia/Kathmandu', 'Pacific/Apia', 'UTC')
  fc.assert(
    fc.property(instant, zone, fc.constantFrom(...presets), (now, where, preset) => {
      const { starts_at, ends_at } = presetSpan(preset, now.toISOString(), where)
      const ahead = minutesOf(starts_at) - minutesOf(now.toISOString())
      expect(ahead).toBeGreaterThanOrEqual(0)
      expect(ahead).toBeLessThan(8 * 1440)
      expect(localParts(where, minutesOf(starts_at)).minute % 30).toBe(0)
      expect(minutesOf(ends_at) - minutesOf(starts_at)).toBeGreaterThanOrEqual(60)
    }),
  )
})

test('at 9 PM, the two hours from now and tonight are offered once', () => {
  const nine = '2026-11-27T02:40:00.000Z'
  expect(presetSpan('tonight', nine, chicago)).toEqual(presetSpan('now', nine, chicago))
  expect(presetSpans(['now', 'tonight', 'overnight'], nine, chicago).map(({ preset }) => preset)).toEqual([
    'now',
    'overnight',
  ])
  expect(presetSpans(presets, thursday, chicago)).toHaveLength(presets.length)
})
