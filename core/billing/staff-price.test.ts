import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StaffPrice, worthOfGivenUp } from './staff-price.ts'

const half = { price_cents: 1000, quoted_cents: 2000 }
const whole = { before_cents: 2000, total_cents: 1000 }

test('gives back a part at the rate of the price that staff set', () => {
  expect(worthOfGivenUp(half, whole, 500)).toBe(250)
  expect(worthOfGivenUp(half, whole, 2000)).toBe(1000)
  expect(worthOfGivenUp({ price_cents: 0, quoted_cents: 2000 }, { ...whole, total_cents: 0 }, 500)).toBe(0)
  // A price above the quote is given back at its own rate, too.
  expect(
    worthOfGivenUp({ price_cents: 4000, quoted_cents: 2000 }, { ...whole, total_cents: 4000 }, 500),
  ).toBe(1000)
})

test('gives back what was added later for as much as it cost', () => {
  // 1000 were added at the lot’s prices.
  const longer = { before_cents: 3000, total_cents: 2000 }
  expect(worthOfGivenUp(half, longer, 1000)).toBe(1000)
  expect(worthOfGivenUp(half, longer, 1400)).toBe(1200)
})

test('leaves a reservation at the lot’s prices as it is', () => {
  expect(worthOfGivenUp(null, { before_cents: 2000, total_cents: 2600 }, 500)).toBe(500)
})

type Worth = typeof worthOfGivenUp
interface Step {
  is_added: boolean
  cents: number
}
const cases = fc.record({
  quoted: fc.integer({ min: 1, max: 1_000_000 }),
  price: fc.integer({ min: 0, max: 2_000_000 }),
  steps: fc.array(fc.record({ is_added: fc.boolean(), cents: fc.integer({ min: 1, max: 1_000_000 }) }), {
    maxLength: 6,
  }),
})

/**
 * Whatever is added and given back: each refund is at least 0 and at most what is left of the price, all of them together at most what was paid, and
 * as long as nothing was added, what is left costs its part of the price that staff set, to the cent for each step.
 */
const isFair = (worth: Worth) =>
  fc.property(cases, ({ quoted, price, steps }) => {
    const staff: StaffPrice = { price_cents: price, quoted_cents: quoted }
    let [before, total, paid, refunded, given] = [quoted, price, price, 0, 0]
    const walk = (list: readonly Step[], after: (step: Step) => void) => {
      for (const step of list) after(step)
    }
    walk(steps, ({ is_added, cents }) => {
      if (is_added) {
        before += cents
        total += cents
        paid += cents
        return
      }
      const less = Math.min(cents, before)
      const refund = worth(staff, { before_cents: before, total_cents: total }, less)
      expect(Number.isSafeInteger(refund)).toBe(true)
      expect(refund).toBeGreaterThanOrEqual(0)
      expect(refund).toBeLessThanOrEqual(total)
      before -= less
      total -= refund
      refunded += refund
      given += 1
    })
    expect(refunded).toBeLessThanOrEqual(paid)
    if (steps.every(({ is_added }) => !is_added))
      expect(Math.abs(total - (price * before) / quoted)).toBeLessThanOrEqual(given + 0.01)
  })

test('never gives back more than was paid, and in proportion to the price that staff set', () => {
  fc.assert(isFair(worthOfGivenUp), { numRuns: 3000 })
})

test('the property notices refunds by the lot’s prices, and those that ignore what is left', () => {
  const broken: Worth[] = [
    (_, { total_cents }, cents) => Math.min(cents, total_cents),
    (staff, of, cents) => worthOfGivenUp(staff, { ...of, total_cents: of.before_cents }, cents),
  ]
  for (const worth of broken) expect(fc.check(isFair(worth), { numRuns: 2000 }).failed).toBe(true)
})
