import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { instants } from '../testing/time.ts'
import { isoOf, minutesOf } from './instant.ts'
import { isRoundingStep, snapUp } from './snap.ts'
import { localParts } from './zone.ts'

type Snap = (zone: string, at: number, step: number) => number

/** Rounding never goes back, returns the first moment on the local grid, and is idempotent. */
function promise(snap: Snap) {
  const fraction = fc.constantFrom(0, 0, 0.25, 1 / 60_000)
  return fc.property(instants(), fraction, fc.constantFrom(5, 15, 30, 60), ({ zone, at }, part, step) => {
    const snapped = snap(zone, at + part, step)
    const { hour, minute } = localParts(zone, snapped)
    expect(snapped).toBeGreaterThanOrEqual(at + part)
    expect((hour * 60 + minute) % step).toBe(0)
    expect(snapped).toBe(Math.floor(snapped))
    expect(snap(zone, snapped, step)).toBe(snapped)
    for (let earlier = Math.ceil(at + part); earlier < snapped; earlier += 1) {
      const clock = localParts(zone, earlier)
      expect((clock.hour * 60 + clock.minute) % step).not.toBe(0)
    }
  })
}

test('snapUp returns the first step of the local clock, never earlier, and is idempotent', {
  timeout: 20_000,
}, () => {
  fc.assert(promise(snapUp), { numRuns: 2000 })
})

test('the rounding property detects rounding in UTC, to the nearest step, and past the step', () => {
  const inUtc: Snap = (_zone, at, step) => Math.ceil(at / step) * step
  const toNearest: Snap = (zone, at, step) => snapUp(zone, at - step / 2, step)
  const onward: Snap = (zone, at, step) => snapUp(zone, at + 1, step)
  for (const broken of [inUtc, toNearest, onward]) {
    expect(notices(promise(broken), 500)).toBe(true)
  }
})

test('rounds to local half hours in Kathmandu', () => {
  expect(isoOf(snapUp('Asia/Kathmandu', minutesOf('2026-11-21T08:16Z')))).toBe('2026-11-21T08:45:00.000Z')
})

test('isRoundingStep accepts only whole minutes that divide a day evenly', () => {
  expect([1, 5, 15, 30, 60, 1440].every(isRoundingStep)).toBe(true)
  expect([0, -30, 7, 1.5, 2880, Number.NaN].some(isRoundingStep)).toBe(false)
  expect(() => snapUp('UTC', 0, 7)).toThrow(RangeError)
})
