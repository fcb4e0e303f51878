import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spotTypes } from '../enums.ts'
import { bestScore } from './best.ts'

const result = fc.record({
  total_cents: fc.integer({ min: 0, max: 1_000_000 }),
  walk_minutes: fc.option(fc.integer({ min: 0, max: 90 })),
  type: fc.constantFrom(...spotTypes),
})

test('ranks a lot that is cheaper and no farther before another of the same kind', () => {
  fc.assert(
    fc.property(result, fc.integer({ min: 1, max: 1000 }), fc.nat(30), (one, cents, minutes) => {
      const worse = {
        ...one,
        total_cents: one.total_cents + cents,
        walk_minutes: one.walk_minutes === null ? null : one.walk_minutes + minutes,
      }
      expect(bestScore(one)).toBeLessThan(bestScore(worse))
    }),
  )
})

test('ranks a lot that is nearer before another of the same price, unless both are free', () => {
  fc.assert(
    fc.property(result, fc.integer({ min: 1, max: 30 }), (one, minutes) => {
      const near = { ...one, walk_minutes: one.walk_minutes ?? 0 }
      const far = { ...near, walk_minutes: near.walk_minutes + minutes }
      if (one.total_cents === 0) expect(bestScore(far)).toBe(0)
      else expect(bestScore(near)).toBeLessThan(bestScore(far))
    }),
  )
})

test('ranks the same way in every currency', () => {
  fc.assert(
    fc.property(result, result, fc.constantFrom(10, 100, 1000), (one, other, unit) => {
      const inUnits = (each: typeof one) => bestScore({ ...each, total_cents: each.total_cents * unit })
      const difference = bestScore(one) - bestScore(other)
      if (Math.abs(difference) > 1e-6)
        expect(Math.sign(inUnits(one) - inUnits(other))).toBe(Math.sign(difference))
    }),
  )
})

test('prefers a standard spot to one for small cars at the same price, and a much cheaper one all the same', () => {
  const standard = { total_cents: 1000, walk_minutes: 5, type: 'STANDARD' } as const
  const small = { ...standard, type: 'SUPER_COMPACT' } as const
  expect(bestScore(standard)).toBeLessThan(bestScore(small))
  expect(bestScore({ ...small, total_cents: 700 })).toBeLessThan(bestScore(standard))
})

test('prefers a lot at the door to one that saves little and is ten minutes away', () => {
  const door = { total_cents: 1000, walk_minutes: 1, type: 'STANDARD' } as const
  const far = { total_cents: 900, walk_minutes: 11, type: 'STANDARD' } as const
  expect(bestScore(door)).toBeLessThan(bestScore(far))
  expect(bestScore({ ...far, total_cents: 500 })).toBeLessThan(bestScore(door))
})
