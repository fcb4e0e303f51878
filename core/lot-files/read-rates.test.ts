import { expect, test } from 'vitest'
import { readRates } from './read-rates.ts'

test('reads amounts exactly despite binary fractions', () => {
  for (let cents = 0; cents <= 12_000; cents++) {
    const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    const read = readRates({ monthly: JSON.parse(text) as number })
    if (!read.ok || read.rates.month_cents !== cents)
      throw new Error(`${text} was read as ${JSON.stringify(read)}`)
  }
})

test('accepts a text that is exactly an amount', () => {
  expect(readRates({ daily_max: '$12.50', monthly: '90', half_hour: ' ' })).toMatchObject({
    ok: true,
    rates: { day_cents: 1250, month_cents: 9000, half_hour_cents: null },
    notes: [],
  })
})

test.each([
  ['Not Available'],
  ['$18.00 Daily; $3.00 on Weekday Evenings; $7 on Weekends'],
  ['$18.00 Daily'],
  ['1,200'],
  ['12 or so'],
])('does not guess at the price "%s" and adds a note', (daily_max) => {
  expect(readRates({ daily_max })).toMatchObject({
    rates: { day_cents: null },
    notes: [{ code: 'price_words', property: 'daily_max', value: daily_max }],
  })
})
