/** The shapes of a quote. Data, hence snake_case; instants are ISO 8601, money is whole cents. */

/** Blocks of time that are sold, the longest first. */
export const quoteUnits = ['MONTH', 'DAY', 'HOUR', 'HALF_HOUR'] as const
export type QuoteUnit = (typeof quoteUnits)[number]

/** PAID_BEFORE is not of a quote: it takes off what was agreed, where a change costs the difference. */
export const quoteLineKinds = ['PARKING', 'NTH_SPOT', 'MINIMUM', 'SERVICE_FEE', 'PAID_BEFORE'] as const
export type QuoteLineKind = (typeof quoteLineKinds)[number]

/** The price of one block of each length; null where the lot does not sell that length. */
export type QuoteRates = {
  half_hour_cents: number | null
  hour_cents: number | null
  day_cents: number | null
  month_cents: number | null
}

/**
 * A change of the rates for a period `[starts_at, ends_at)` (a calendar price, once its repeats are laid out):
 * by percentage or by an amount a block, up or down. Where several are in force at once the percentages are added
 * up and the rate rounded up to a whole cent, then the amounts are added; a rate never falls below 0.
 */
export type RateChange = {
  /** Named in the lines it changed, so that a price can say why. */
  id?: string
  starts_at: string
  ends_at: string
  /** Basis points: 2000 is 20 % more, -1250 is 12.5 % less. */
  percent_bps?: number | null
  /** Added to the price of each block; negative takes away. */
  amount_cents?: number | null
  /** Only blocks of these lengths; all when absent. */
  units?: readonly QuoteUnit[] | null
}

/**
 * Rates that stand in place of the usual ones for a period `[starts_at, ends_at)`, all together: a length that is
 * null here is not sold then. A host's own price while a sublease window lasts.
 */
export type RateSet = {
  /** Named in the lines it made. */
  id?: string
  starts_at: string
  /** Null goes on for ever. */
  ends_at: string | null
  rates: QuoteRates
}

/** A period `[starts_at, ends_at)` in which the payer holds other spots already: this would be their nth. */
export type NthSpotPeriod = {
  starts_at: string
  ends_at: string
  /** 2 at least. */
  nth: number
  /** More (or, negative, less) for every block that starts in the period; -10000 at least, which is free. */
  percent_bps: number
}

export type QuoteFee = {
  /** Of the parking subtotal, rounded up. */
  service_fee_bps: number
  /** Once a stay. */
  service_fee_cents: number
}

export type QuoteInput = {
  /** The lot's IANA zone: it decides what a day and a month are. */
  zone: string
  /** ISO 4217. */
  currency: string
  rates: QuoteRates
  min_reservation_price: number
  max_reservation_price: number
  fee: QuoteFee
  starts_at: string
  /** Null is a monthly stay without an end: its first month is quoted. */
  ends_at: string | null
  /** For a stay without an end: which month is quoted, counted from the first start; 0, the first, when absent. */
  month_index?: number
  /** Where several are in force at once the later listed wins. */
  rate_sets?: readonly RateSet[]
  /** On top of whichever rates are in force. */
  rate_changes?: readonly RateChange[]
  /** On top of the changes, rounded up to a whole cent a block; the later listed wins. */
  nth_spot?: readonly NthSpotPeriod[]
  /** What the lot rounds stays to; 30 when absent. Blocks may start on this grid where it is finer than 30. */
  rounding_minutes?: number
}

/** One line. `code` and `params` carry what the screen needs to word it; nothing here is text to show. */
export type QuoteLine = {
  kind: QuoteLineKind
  code: 'block' | 'block_changed' | 'nth_spot' | 'minimum' | 'service_fee'
  params: Readonly<Record<string, string | number>>
  unit?: QuoteUnit
  quantity: number
  unit_cents: number
  /** quantity times unit_cents, always. */
  amount_cents: number
  /** What of the stay this line pays for. Blocks may overlap, so lines may too. */
  starts_at: string
  ends_at: string
}

export type Quote = {
  ok: true
  currency: string
  lines: QuoteLine[]
  /** Parking, with what the nth spot costs more or less and up to the minimum, before fees. */
  subtotal_cents: number
  fee_cents: number
  /** The sum of the lines. */
  total_cents: number
  starts_at: string
  /** For a monthly stay the end of the month that is quoted. */
  ends_at: string
}

export const quoteRefusalCodes = [
  'rate_missing',
  'price_above_maximum',
  'stay_reversed',
  'stay_too_long',
  'instant_unreadable',
  'zone_unknown',
  'currency_unknown',
  'amount_wrong',
] as const
export type QuoteRefusalCode = (typeof quoteRefusalCodes)[number]

export type QuoteRefusal = {
  ok: false
  code: QuoteRefusalCode
  /** A plain sentence in English, for people; screens may word the code themselves. */
  message: string
  /** The field of the input that caused it. */
  field: string
  params?: Readonly<Record<string, string | number>>
}

export type QuoteResult = Quote | QuoteRefusal
