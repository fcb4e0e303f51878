import { expect, test } from 'vitest'
import { priceTemplateNames, ratesOf } from './price-templates.ts'

test('every template sells something, and a longer block never costs less than a shorter one', () => {
  for (const template of priceTemplateNames) {
    for (const hour_cents of [1, 50, 399, 2500]) {
      const { hour_cents: hour, day_cents, month_cents } = ratesOf(template, hour_cents, 100)
      const sold = [hour, day_cents, month_cents].filter((cents) => cents !== null)
      expect(sold.length).toBeGreaterThan(0)
      expect(sold).toEqual(sold.toSorted((a, b) => a - b))
    }
  }
})

test('days and months are whole units of the currency', () => {
  expect(ratesOf('COMMUTER', 399, 100)).toEqual({
    half_hour_cents: null,
    hour_cents: 399,
    day_cents: 1600,
    month_cents: 24_000,
  })
  expect(ratesOf('MONTHLY', 300, 1)).toMatchObject({ hour_cents: null, month_cents: 18_000 })
})
