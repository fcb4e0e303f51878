import { formatMoney } from '../money/money.ts'
import { type QuoteUnit, quoteLineKinds } from '../quote/types.ts'

/**
 * Formats invoice lines and payment methods for screens and documents. A translation provides messages of the same
 * shape.
 */

/** The quote's line kinds plus prices set by staff and corrections of an invoice. */
export const invoiceLineKinds = [
  ...quoteLineKinds,
  'PRICE_CHANGE',
  'STAFF_PRICE',
  'CORRECTION',
  'PART_MONTH',
] as const
export type InvoiceLineKind = (typeof invoiceLineKinds)[number]

const kinds: Record<InvoiceLineKind, string> = {
  PARKING: 'Parking',
  NTH_SPOT: 'Further spot at the same time',
  MINIMUM: 'Up to the smallest amount this lot charges',
  SERVICE_FEE: 'Service fee',
  PAID_BEFORE: 'Agreed before',
  PRICE_CHANGE: 'Change of the price',
  STAFF_PRICE: 'Price set by the staff',
  PART_MONTH: 'The part of the month',
  CORRECTION: 'Correction',
}

const units: Record<QuoteUnit, readonly [one: string, many: string]> = {
  MONTH: ['1 month', 'months'],
  DAY: ['1 day', 'days'],
  HOUR: ['1 hour', 'hours'],
  HALF_HOUR: ['30 minutes', 'half hours'],
}

export const lineWords = {
  kinds,
  units,
  several: (count: number, unit: string, each: string) => `${count} ${unit} at ${each}`,
  because: (names: string) => `Because of: ${names}`,
}

interface Line {
  kind: InvoiceLineKind
  unit: QuoteUnit | null
  quantity: number
  unit_cents: number
}

/** Formats a line, e.g. "2 hours at $4.00". */
export function formatLine(
  line: Line,
  { currency, locale, words = lineWords }: { currency: string; locale: string; words?: typeof lineWords },
): string {
  if (line.kind !== 'PARKING' || !line.unit) return words.kinds[line.kind]
  const [one, many] = words.units[line.unit]
  if (line.quantity === 1) return one
  return words.several(line.quantity, many, formatMoney(line.unit_cents, currency, locale))
}

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  bank: 'Bank account',
}

/** Returns the usual name of a card's brand, or the brand itself if it is unknown. */
export const brandName = (brand: string): string => brands[brand.toLowerCase()] ?? brand

/** Formats a card, e.g. "Visa ending in 4242". */
export const formatInstrument = (brand: string, last4: string): string =>
  `${brandName(brand)} ending in ${last4}`
