import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lossesOf } from './losses.ts'

test('expects 4% of those who pay 10% more not to book, and adds nobody who pays less', () => {
  const ten = Array.from({ length: 10 }, () => ({ before_cents: 300, after_cents: 330 }))
  // 10 bookings at $3.30 are $33.00; 4% of each, rounded to $0.13, is lost.
  expect(lossesOf(ten)).toEqual({
    more_expensive: 10,
    less_expensive: 0,
    refused: 0,
    lost: 0,
    if_all_book_cents: 3300,
    expected_cents: 3170,
  })
  expect(lossesOf([...ten, ...ten, ...ten]).lost).toBe(1)
  expect(lossesOf([{ before_cents: 300, after_cents: 270 }])).toMatchObject({
    less_expensive: 1,
    lost: 0,
    expected_cents: 270,
  })
})

test('counts a booking without a price as refused, and one that was free as lost', () => {
  expect(lossesOf([{ before_cents: 900, after_cents: null }])).toMatchObject({
    refused: 1,
    if_all_book_cents: 0,
    lost: 0,
  })
  expect(lossesOf([{ before_cents: 0, after_cents: 100 }])).toMatchObject({ lost: 1, expected_cents: 0 })
})

test('never expects more than if all book, or less than nothing', () => {
  const bookings = fc.array(
    fc.record({ before_cents: fc.nat(100_000), after_cents: fc.option(fc.nat(100_000)) }),
  )
  fc.assert(
    fc.property(bookings, (all) => {
      const { expected_cents, if_all_book_cents, more_expensive, less_expensive, refused, lost } =
        lossesOf(all)
      expect(expected_cents).toBeGreaterThanOrEqual(0)
      expect(expected_cents).toBeLessThanOrEqual(if_all_book_cents)
      expect(more_expensive + less_expensive + refused).toBeLessThanOrEqual(all.length)
      expect(lost).toBeLessThanOrEqual(more_expensive)
    }),
  )
})
