import { parseMoney } from '../money/money.ts'
import type { FileReason } from './file-reasons.ts'
import { writeValue } from './write-value.ts'

export const rateColumns = ['half_hour_cents', 'hour_cents', 'day_cents', 'month_cents'] as const
export type RateColumn = (typeof rateColumns)[number]
export type Rates = Record<RateColumn, number | null>

/** Files say no currency; their prices are in dollars. */
export const fileCurrency = 'USD'
/** One hundred thousand dollars in cents; more is a typing mistake. */
const highest = 10_000_000

/** Maps properties of the file to rates. */
export const priceProperties: ReadonlyMap<string, RateColumn> = new Map([
  ['half_hour', 'half_hour_cents'],
  ['hour', 'hour_cents'],
  ['hourly', 'hour_cents'],
  ['daily_max', 'day_cents'],
  ['monthly', 'month_cents'],
])

export type ReadRates = { ok: true; rates: Rates; notes: FileReason[] } | { ok: false; refusal: FileReason }

/**
 * Reads the prices of a feature in cents. A price in words ("Not Available", "$18.00 Daily; $7 on Weekends") is not
 * guessed at: it stays absent, with a note.
 */
export function readRates(given: Readonly<Record<string, unknown>>): ReadRates {
  const rates: Rates = {
    half_hour_cents: null,
    hour_cents: null,
    day_cents: null,
    month_cents: null,
  }
  const notes: FileReason[] = []
  for (const [property, column] of priceProperties) {
    const value = given[property] ?? null
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
    if (value === null || (typeof value === 'string' && text === '')) continue
    if (typeof value !== 'number' && typeof value !== 'string') {
      return { ok: false, refusal: { code: 'price_kind', property, value: writeValue(value) } }
    }
    if (typeof value === 'string' && !/^[$]?-?\d+([.]\d+)?$/.test(text)) {
      notes.push({ code: 'price_words', property, value: text })
      continue
    }
    const money = parseMoney(text.replace('$', ''), fileCurrency)
    const refused = (refusal: FileReason): ReadRates => ({ ok: false, refusal })
    const what = { property, value: text }
    if (!money.ok) return refused({ code: 'price_unread', ...what, reason: money.reason })
    if (money.cents < 0) return refused({ code: 'price_negative', ...what })
    if (money.cents > highest)
      return refused({ code: 'price_at_most', ...what, max_cents: highest, currency: fileCurrency })
    rates[column] = money.cents
  }
  return { ok: true, rates, notes }
}
