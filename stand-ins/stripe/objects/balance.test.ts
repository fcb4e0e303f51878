import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankFee, cardFee } from './balance.ts'

test('a card costs 2.9% plus 30 cents, half a cent rounded up', () => {
  expect([50, 100, 499, 500, 501, 2000, 99_999_999].map(cardFee)).toEqual([31, 33, 44, 45, 45, 88, 2_900_030])
})

test('a bank debit costs 0.8%, at most five dollars', () => {
  expect([50, 62, 63, 10_000, 62_499, 62_500, 1_000_000].map(bankFee)).toEqual([0, 0, 1, 80, 500, 500, 500])
})

test('fees are whole cents and within half a cent of the rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 99_999_999 }), (amount) => {
      expect(Number.isInteger(cardFee(amount))).toBe(true)
      expect(Math.abs((cardFee(amount) - 30) * 1000 - amount * 29)).toBeLessThanOrEqual(500)
    }),
  )
})
