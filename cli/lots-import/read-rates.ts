import { formatMoney, parseMoney } from '@openspot/core/money/money.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { translatorFor } from '@openspot/messages/translator.ts'

export const rateColumns = ['half_hour_cents', 'hour_cents', 'day_cents', 'month_cents'] as const
export type RateColumn = (typeof rateColumns)[number]
export type Rates = Record<RateColumn, number | null>

const english = translatorFor(null)
const currency = 'USD'
/** One hundred thousand dollars in cents; more is a typing mistake. */
const highest = 10_000_000

/** Maps properties of the file to rates. */
const properties: Readonly<Record<string, RateColumn>> = {
  half_hour: 'half_hour_cents',
  hour: 'hour_cents',
  hourly: 'hour_cents',
  daily_max: 'day_cents',
  monthly: 'month_cents',
}

const messages: Readonly<Record<RateColumn, string>> = {
  half_hour_cents: 'half-hour price',
  hour_cents: 'hour price',
  day_cents: 'day price',
  month_cents: 'month price',
}

export type ReadRates = { ok: true; rates: Rates; notes: string[] } | { ok: false; refusal: string }

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
  const notes: string[] = []
  if ((given['event_rate'] ?? null) !== null)
    notes.push('event_rate is left out: add a price for the dates of an event under Prices.')
  for (const [property, column] of Object.entries(properties)) {
    const value = given[property] ?? null
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
    if (value === null || (typeof value === 'string' && text === '')) continue
    if (typeof value !== 'number' && typeof value !== 'string') {
      return { ok: false, refusal: `${property} must be an amount in dollars, not ${JSON.stringify(value)}.` }
    }
    if (typeof value === 'string' && !/^[$]?-?\d+([.]\d+)?$/.test(text)) {
      notes.push(`${property} is "${text}", which is not an amount, so no ${messages[column]} is set.`)
      continue
    }
    const money = parseMoney(text.replace('$', ''), currency)
    if (!money.ok)
      return { ok: false, refusal: `${property} is ${text}. ${reasonText(english, money.reason)}` }
    if (money.cents < 0) return { ok: false, refusal: `${property} is ${text}; a price cannot be negative.` }
    if (money.cents > highest) {
      return { ok: false, refusal: `${property} is ${text}; a price can be at most ${formatPrice(highest)}.` }
    }
    rates[column] = money.cents
  }
  return { ok: true, rates, notes }
}

/** Describes the prices that changed. */
export function formatChanges(before: Rates, after: Rates): string {
  return rateColumns
    .filter((column) => before[column] !== after[column])
    .map((column) => `${messages[column]} ${formatPrice(before[column])} → ${formatPrice(after[column])}`)
    .join(', ')
}

function formatPrice(cents: number | null): string {
  return cents === null ? 'none' : formatMoney(cents, currency, 'en-US')
}
