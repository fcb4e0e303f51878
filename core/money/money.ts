import type { Reason } from '../reasons.ts'
import { exponentOf } from './currencies.ts'

export { exponentOf, isCurrency } from './currencies.ts'

/**
 * Money is a whole number of the currency's minor unit, called cents for every currency. Nothing here multiplies or
 * divides fractions, and every rounding names its direction.
 */

export type Rounding = 'ceil' | 'floor'

export type ParsedMoney = { ok: true; cents: number } | { ok: false; reason: Reason }

const formats = new Map<string, Intl.NumberFormat>()

/** Whether a value can be an amount: a safe integer. */
export function isCents(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/**
 * Returns the sum of amounts in one currency; 0 for none.
 * @throws RangeError if an amount is not a whole number or the sum is not a safe integer
 */
export function sumCents(amounts: Iterable<number>): number {
  let sum = 0
  for (const amount of amounts) {
    sum += amount
    if (!isCents(amount) || !isCents(sum)) throw new RangeError(`Not a sum of whole amounts: ${amount}`)
  }
  return sum
}

/**
 * Returns a share of an amount in basis points (100 bps = 1%), rounded toward positive infinity (`ceil`) or negative
 * infinity (`floor`). Charges use ceil so that splitting a reservation is never cheaper; payouts use floor.
 * @throws RangeError for amounts or basis points that are not whole, or a result that is not a safe integer
 */
export function shareOf(cents: number, bps: number, rounding: Rounding): number {
  if (!isCents(cents) || !isCents(bps)) throw new RangeError(`Not whole numbers: ${cents} cents, ${bps} bps`)
  // Whole ten-thousands first, because cents * bps itself may exceed the safe integer range.
  const whole = Math.floor(cents / 10_000)
  const rest = (cents - whole * 10_000) * bps
  const share = whole * bps + (rounding === 'ceil' ? Math.ceil(rest / 10_000) : Math.floor(rest / 10_000))
  if (!isCents(share)) throw new RangeError(`Out of the exact range: ${bps} bps of ${cents}`)
  return share === 0 ? 0 : share
}

/**
 * Formats an amount as a decimal string without a symbol, as in an input field: 125 USD is "1.25", 125 JPY is "125".
 * The inverse of `parseMoney`.
 * @throws RangeError for a fractional amount or an unknown currency
 */
export function decimalOf(cents: number, currency: string): `${number}` {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole amount: ${cents}`)
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(cents)).padStart(exponent + 1, '0')
  const sign = cents < 0 ? '-' : ''
  const whole = digits.slice(0, digits.length - exponent)
  return `${sign}${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ''}` as `${number}`
}

const leftToRightMark = '\u200e'

/**
 * Formats an amount with Intl: 125 USD is "$1.25" in en-US and "1,25 $" in de.
 * @throws RangeError for a fractional amount or an unknown currency
 */
export function formatMoney(cents: number, currency: string, locale: string): string {
  const decimal = decimalOf(cents, currency)
  const key = `${locale} ${currency}`
  let format = formats.get(key)
  if (!format) {
    const digits = exponentOf(currency)
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formats.set(key, format)
  }
  // A string, not a number: Intl reads decimals exactly, whereas a division could lose the last digit.
  const text = format.format(decimal)
  // Within Arabic, "US$" would be shown as "$US", because its last sign has no direction of its own.
  return text.replace(/[A-Z]\p{Sc}$/u, `$&${leftToRightMark}`)
}

const marks = new Map<string, { decimal: string; group: string }>()

/** Returns the characters between whole and fraction, and between thousands, in a locale. */
function marksOf(locale: string): { decimal: string; group: string } {
  const known = marks.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12_345.6)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const found = { decimal: of('decimal'), group: of('group') }
  marks.set(locale, found)
  return found
}

/** Returns a decimal with the decimal mark of a locale, as in an input field: "12.5" is "12,5" in de. */
export const withDecimalMark = (decimal: string, locale: string): string =>
  decimal.replace('.', marksOf(locale).decimal)

/** Leaves out the marks between thousands, if every group of an amount has three digits: "1,250.5" in en-US. */
function withoutGroups(text: string, locale: string): string {
  const { decimal, group } = marksOf(locale)
  const mark = group.trim() === '' ? '' : group
  if (mark === '') return text
  const grouped = new RegExp(`^-?\\d{1,3}(?:[${mark}]\\d{3})+(?:[${decimal}]\\d*)?$`)
  return grouped.test(text) ? text.replaceAll(mark, '') : text
}

/**
 * Parses a typed amount exactly, without floats: "1.25" and "1,25" are 125 in USD. In a locale, its own mark between
 * thousands is left out: "1,250" is 1250 USD in en-US. Without one, a point or comma is always the decimal mark, because
 * guessing could be wrong by a factor of a thousand. Spaces are ignored. On failure the result has the reason.
 * @throws RangeError for an unknown currency
 */
export function parseMoney(text: string, currency: string, locale?: string): ParsedMoney {
  const exponent = exponentOf(currency)
  const typed = text.replaceAll(/\s/g, '')
  const parts = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(locale === undefined ? typed : withoutGroups(typed, locale))
  const whole = parts?.[2] ?? ''
  const decimals = parts?.[3] ?? ''
  if (!parts || whole + decimals === '') {
    return { ok: false, reason: { code: 'money_unreadable', currency } }
  }
  if (decimals.length > exponent) {
    const reason: Reason =
      exponent === 0
        ? { code: 'money_no_decimals', currency }
        : { code: 'money_too_many_decimals', currency, max: exponent }
    return { ok: false, reason }
  }
  const cents = Number(whole + decimals.padEnd(exponent, '0'))
  if (!isCents(cents)) return { ok: false, reason: { code: 'money_too_large' } }
  return { ok: true, cents: parts[1] === '-' && cents !== 0 ? -cents : cents }
}
