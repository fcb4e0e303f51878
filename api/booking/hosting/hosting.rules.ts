import type { PriceGuidance } from '@openspot/contract/booking/hosting.ts'
import { shareOf } from '@openspot/core/money/money.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import { mergeSpans, type Span, subtractSpans } from '@openspot/core/recurrence/recurrence.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { endOf } from '../availability/moments.rules.ts'

/** With fewer, an amount could reveal what one driver paid. */
const [fewestReservations, fewestDrivers] = [5, 3]

interface SimilarPrices {
  unit: string
  reservation_count: number
  driver_count: number
  low_cents: number
  median_cents: number
  high_cents: number
}

export function toGuidance(rows: readonly SimilarPrices[]): PriceGuidance[] {
  return (['HOUR', 'DAY'] as const).map((unit) => {
    const row = rows.find((each) => each.unit === unit)
    const isEnough =
      row !== undefined && row.reservation_count >= fewestReservations && row.driver_count >= fewestDrivers
    return {
      unit,
      median_cents: isEnough ? row.median_cents : null,
      low_cents: isEnough ? row.low_cents : null,
      high_cents: isEnough ? row.high_cents : null,
      reservation_count: row?.reservation_count ?? 0,
    }
  })
}

/**
 * Returns the part of their time for which similar spots were booked, in basis points. Null with too few reservations, because
 * it could show when one person parked.
 */
export function bookedShareOf(booked: {
  spot_minutes: number
  booked_minutes: number
  reservation_count: number
  driver_count: number
}): number | null {
  if (booked.reservation_count < fewestReservations || booked.driver_count < fewestDrivers) return null
  if (booked.spot_minutes === 0) return null
  return Math.min(10_000, Math.round((booked.booked_minutes / booked.spot_minutes) * 10_000))
}

/** Returns rates times basis points, each rounded to the inside of the limit. */
export function limitOf(rates: QuoteRates, bps: number, rounding: 'ceil' | 'floor'): QuoteRates {
  const share = (cents: number | null) => (cents === null ? null : shareOf(cents, bps, rounding))
  return {
    half_hour_cents: share(rates.half_hour_cents),
    hour_cents: share(rates.hour_cents),
    day_cents: share(rates.day_cents),
    month_cents: share(rates.month_cents),
  }
}

export const spanOf = (rule: { starts_at: string; ends_at: string | null }): Span => ({
  from: minutesOf(rule.starts_at),
  to: endOf(rule.ends_at),
})

/** Returns what is left of a rule's time without a span. */
export const without = (rule: { starts_at: string; ends_at: string | null }, span: Span): Span[] =>
  subtractSpans([spanOf(rule)], [span])

/** Returns a span with all spans that overlap or adjoin it. */
export function joined(span: Span, others: readonly Span[]): Span {
  const merged = mergeSpans([span, ...others])
  return merged.find(({ from, to }) => from <= span.from && span.to <= to) ?? span
}
