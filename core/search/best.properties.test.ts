import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spotTypes } from '../enums.ts'
import { compareBest } from './best.ts'

const result = fc.record({
  total_cents: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) },
  ),
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
      expect(compareBest(one, worse)).toBeLessThan(0)
    }),
  )
})

test('ranks a lot that is nearer before another of the same price, also if both are free', () => {
  fc.assert(
    fc.property(result, fc.integer({ min: 1, max: 30 }), (one, minutes) => {
      const near = { ...one, walk_minutes: one.walk_minutes ?? 0 }
      const far = { ...near, walk_minutes: near.walk_minutes + minutes }
      expect(compareBest(near, far)).toBeLessThan(0)
    }),
  )
})

test('ranks the same way in every currency', () => {
  fc.assert(
    fc.property(result, result, fc.constantFrom(10, 100, 1000), (one, other, unit) => {
      const inUnits = (each: typeof one) => ({ ...each, total_cents: each.total_cents * unit })
      const difference = compareBest(one, other)
      if (Math.abs(difference) > 1e-3)
        expect(Math.sign(compareBest(inUnits(one), inUnits(other)))).toBe(Math.sign(difference))
    }),
  )
})

test('prefers a standard spot to one for small cars at the same price, and a much cheaper one all the same', () => {
  const standard = { total_cents: 1000, walk_minutes: 5, type: 'STANDARD' } as const
  const small = { ...standard, type: 'SUPER_COMPACT' } as const
  expect(compareBest(standard, small)).toBeLessThan(0)
  expect(compareBest({ ...small, total_cents: 700 }, standard)).toBeLessThan(0)
})

test('prefers a lot at the door to one that saves little and is ten minutes away', () => {
  const door = { total_cents: 1000, walk_minutes: 1, type: 'STANDARD' } as const
  const far = { total_cents: 900, walk_minutes: 11, type: 'STANDARD' } as const
  expect(compareBest(door, far)).toBeLessThan(0)
  expect(compareBest({ ...far, total_cents: 500 }, door)).toBeLessThan(0)
})

test('a garage three minutes away comes before anything that costs less and is a long walk away, even what is free', () => {
  const garage = { total_cents: 4000, walk_minutes: 3, type: 'STANDARD' } as const
  for (const total_cents of [0, 100, 400])
    for (const walk_minutes of [21, 27, 60])
      expect(compareBest(garage, { total_cents, walk_minutes, type: 'STANDARD' })).toBeLessThan(0)
})

test('a spot that no car fits in comes after every one that a car fits in', () => {
  const bay = { total_cents: 100, walk_minutes: 1, type: 'MOTORCYCLE' } as const
  expect(compareBest({ total_cents: 9000, walk_minutes: 60, type: 'SUPER_COMPACT' }, bay)).toBeLessThan(0)
})
