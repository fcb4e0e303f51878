import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoOf, minutesOf } from '../time/instant.ts'
import { monthAt, proration } from './proration.ts'

const zone = 'America/Chicago'
const anchor = minutesOf('2026-01-31T06:00:00Z')

test('monthAt counts months from the first start, so the 31st returns after a short month', () => {
  const month = (at: string) => {
    const { starts, ends } = monthAt(zone, anchor, minutesOf(at))
    return [isoOf(starts), isoOf(ends)]
  }
  expect(month('2026-02-27T00:00:00Z')).toEqual(['2026-01-31T06:00:00.000Z', '2026-02-28T06:00:00.000Z'])
  expect(month('2026-02-28T06:00:00Z')).toEqual(['2026-02-28T06:00:00.000Z', '2026-03-31T05:00:00.000Z'])
  expect(month('2026-03-31T05:00:00Z')).toEqual(['2026-03-31T05:00:00.000Z', '2026-04-30T05:00:00.000Z'])
})

test('monthAt keeps the last hour of a month of 31 days in which daylight saving time ends', () => {
  const month = { starts: minutesOf('2026-10-28T05:00:00Z'), ends: minutesOf('2026-11-28T06:00:00Z') }
  expect(monthAt('America/Chicago', month.starts, month.ends - 1)).toEqual(month)
})

test('proration charges a started day at the old price and rounds fractions of a cent down', () => {
  const month = monthAt(zone, anchor, minutesOf('2026-03-31T05:00:00Z'))
  expect(proration(zone, 4900, 14_900, month, month.starts)).toBe(10_000)
  expect(proration(zone, 4900, 14_900, month, month.starts + 1)).toBe(Math.floor((10_000 * 29) / 30))
  expect(proration(zone, 14_900, 4900, month, month.starts + 1)).toBe(Math.floor((-10_000 * 29) / 30))
  expect(proration(zone, 4900, 14_900, month, month.ends - 1)).toBe(0)
})

test('months contain their moment and are contiguous, and changing a price back and forth costs at most 1 cent', () => {
  const cents = fc.integer({ min: 0, max: 100_000_000 })
  const minutes = fc.integer({ min: 0, max: 6_000_000 })
  fc.assert(
    fc.property(cents, cents, minutes, minutes, (one, other, since, more) => {
      const at = anchor + since
      const month = monthAt(zone, anchor, at)
      expect(month.starts).toBeLessThanOrEqual(at)
      expect(month.ends).toBeGreaterThan(at)
      expect(monthAt(zone, anchor, month.ends).starts).toBe(month.ends)
      const there = proration(zone, one, other, month, at)
      const back = proration(zone, other, one, month, at)
      expect([0, 1]).toContain(-(there + back))
      expect(Math.abs(there)).toBeLessThanOrEqual(Math.abs(other - one))
      // A later change never costs more.
      const later = Math.min(at + (more % 40_000), month.ends - 1)
      expect(Math.abs(proration(zone, one, other, month, later))).toBeLessThanOrEqual(Math.abs(there) + 1)
    }),
  )
})
