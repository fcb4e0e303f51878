import type { Reason } from '../reasons.ts'

/** Data types of a quote, hence snake_case. Instants are ISO 8601 and money is in minor units. */

/** The lengths of blocks that are sold, longest first. */
export const quoteUnits = ['MONTH', 'DAY', 'HOUR', 'HALF_HOUR'] as const
export type QuoteUnit = (typeof quoteUnits)[number]

/** PAID_BEFORE never appears in a quote: it subtracts what was agreed before, when a change costs the difference. */
export const quoteLineKinds = ['PARKING', 'NTH_SPOT', 'MINIMUM', 'SERVICE_FEE', 'PAID_BEFORE'] as const
export type QuoteLineKind = (typeof quoteLineKinds)[number]

/** The price of one block of each length; null if the lot does not sell it. */
export type QuoteRates = {
  half_hour_cents: number | null
  hour_cents: number | null
  day_cents: number | null
  month_cents: number | null
}

/**
 * A change of the rates for a period `[starts_at, ends_at)` (a calendar price with its repeats expanded), by percentage
 * or by an amount per block, up or down. If several are in effect, the percentages are added and the rate is rounded up
 * to a whole cent, then the amounts are added; a rate never falls below 0.
 */
export type RateChange = {
  /** Named in the lines it changed, so that a price can be explained. */
  id?: string
  starts_at: string
  ends_at: string
  /** Basis points: 2000 is 20% more, -1250 is 12.5% less. */
  percent_bps?: number | null
  /** Added to the price of each block; negative for a discount. */
  amount_cents?: number | null
  /** Only blocks of these lengths; all if absent. */
  units?: readonly QuoteUnit[] | null
}

/**
 * Rates that replace all usual rates for a period `[starts_at, ends_at)`: a length that is null here is not sold then.
 * Used for a host's own price while they sublet the spot.
 */
export type RateSet = {
  /** Named in the lines it produced. */
  id?: string
  starts_at: string
  /** Null means no end. */
  ends_at: string | null
  rates: QuoteRates
}

/** A period `[starts_at, ends_at)` in which the payer already holds other spots, so that this would be their nth. */
export type NthSpotPeriod = {
  starts_at: string
  ends_at: string
  /** At least 2. */
  nth: number
  /** Surcharge (negative: discount) for every block that starts in the period; at least -10000, which is free. */
  percent_bps: number
}

export type QuoteFee = {
  /** Share of the parking subtotal, rounded up. */
  service_fee_bps: number
  /** Charged once per reservation. */
  service_fee_cents: number
}

export type QuoteInput = {
  /** The lot's IANA time zone, which defines days and months. */
  zone: string
  /** ISO 4217. */
  currency: string
  rates: QuoteRates
  min_reservation_price: number
  max_reservation_price: number
  fee: QuoteFee
  starts_at: string
  /** Null means an open-ended monthly reservation, of which one month is quoted. */
  ends_at: string | null
  /** For an open-ended reservation: the month to quote, counted from the first start; 0, the first, if absent. */
  month_index?: number
  /** If several are in effect, the later in the list wins. */
  rate_sets?: readonly RateSet[]
  /** Applied on top of the rates in effect. */
  rate_changes?: readonly RateChange[]
  /** Applied on top of the changes, rounded up to a whole cent per block; the later in the list wins. */
  nth_spot?: readonly NthSpotPeriod[]
  /** The lot's rounding of reservations; 30 if absent. Blocks may start on this grid if it is finer than 30. */
  rounding_minutes?: number
}

/** One line. `code` and `params` let the screen format it; nothing here is display text. */
export type QuoteLine = {
  kind: QuoteLineKind
  code: 'block' | 'block_changed' | 'nth_spot' | 'minimum' | 'service_fee'
  params: Readonly<Record<string, string | number>>
  unit?: QuoteUnit
  quantity: number
  unit_cents: number
  /** Always `quantity` times `unit_cents`. */
  amount_cents: number
  /** The part of the reservation that this line pays for. Blocks may overlap, so lines may too. */
  starts_at: string
  ends_at: string
}

export type Quote = {
  ok: true
  currency: string
  lines: QuoteLine[]
  /** Parking including the nth-spot change and up to the minimum charge, before fees. */
  subtotal_cents: number
  fee_cents: number
  /** The sum of the lines. */
  total_cents: number
  starts_at: string
  /** For a monthly reservation, the end of the quoted month. */
  ends_at: string
}

export const quoteRefusalCodes = [
  'rate_missing',
  'price_above_maximum',
  'reservation_reversed',
  'reservation_too_long',
  'instant_unreadable',
  'zone_unknown',
  'currency_unknown',
  'amount_wrong',
] as const
export type QuoteRefusalCode = (typeof quoteRefusalCodes)[number]

export type QuoteRefusal = {
  ok: false
  code: QuoteRefusalCode
  reason: Reason
  /** The input field that caused it. */
  field: string
  params?: Readonly<Record<string, string | number>>
}

export type QuoteResult = Quote | QuoteRefusal
