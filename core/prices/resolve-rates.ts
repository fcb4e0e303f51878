import type { QuoteRates } from '../quote/types.ts'

/** The source of a rate; DERIVED is calculated from a shorter rate of the same level. */
export type RateSource = 'LOT' | 'ZONE' | 'SPOT' | 'DERIVED'

/** The rates that each level sets; null, or a rate of null, sets none. */
export type RateLevels = { lot: QuoteRates | null; zone: QuoteRates | null; spot: QuoteRates | null }

/** How a lot derives lengths that have no rate of their own; null leaves them unsold. */
export type RateDerivation = {
  /** A missing day rate costs this many hours. */
  day_from_hours: number | null
  /** A missing month rate costs this many days, which may themselves be derived. */
  month_from_days: number | null
}

export type ResolvedRates = {
  rates: QuoteRates
  /** Null if the length is not sold. */
  sources: Record<keyof QuoteRates, RateSource | null>
}

const noRates: QuoteRates = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }

/**
 * Returns the rates of a spot, in minor units. The most specific level that sets any rate replaces the levels above it
 * as a whole, so that setting an hour rate for a zone also decides there what a day costs, and the source of a price is
 * easy to explain. Missing longer lengths are then derived if the lot says so.
 */
export function resolveRates(levels: RateLevels, derive: RateDerivation): ResolvedRates {
  const [source, given] = levelInForce(levels)
  // Picked by name because the caller may pass a whole row.
  const { half_hour_cents, hour_cents } = given
  const day_cents = given.day_cents ?? multiple(hour_cents, derive.day_from_hours)
  const month_cents = given.month_cents ?? multiple(day_cents, derive.month_from_days)
  const sourceOf = (own: number | null, cents: number | null) => {
    if (own !== null) return source
    return cents === null ? null : 'DERIVED'
  }
  return {
    rates: { half_hour_cents, hour_cents, day_cents, month_cents },
    sources: {
      half_hour_cents: sourceOf(half_hour_cents, half_hour_cents),
      hour_cents: sourceOf(hour_cents, hour_cents),
      day_cents: sourceOf(given.day_cents, day_cents),
      month_cents: sourceOf(given.month_cents, month_cents),
    },
  }
}

function levelInForce({ lot, zone, spot }: RateLevels): [RateSource, QuoteRates] {
  if (spot && setsAny(spot)) return ['SPOT', spot]
  if (zone && setsAny(zone)) return ['ZONE', zone]
  return ['LOT', lot ?? noRates]
}

function setsAny({ half_hour_cents, hour_cents, day_cents, month_cents }: QuoteRates): boolean {
  return [half_hour_cents, hour_cents, day_cents, month_cents].some((cents) => cents !== null)
}

function multiple(cents: number | null, times: number | null): number | null {
  return cents === null || times === null ? null : cents * times
}
