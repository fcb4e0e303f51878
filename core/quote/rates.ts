import { shareOf } from '../money/money.ts'
import { minutesOf } from '../time/instant.ts'
import {
  type NthSpotPeriod,
  type QuoteInput,
  type QuoteRates,
  type QuoteUnit,
  quoteUnits,
  type RateChange,
} from './types.ts'

/** A price for each length, in the order of `quoteUnits`; null if it is not sold. */
type Prices = readonly (number | null)[]

/** The cost of one block of each length that starts in a period. */
export type RatePeriod = {
  /** Epoch minutes; the period lasts until the next one starts. */
  from: number
  /** The rates in effect, before any change. */
  base: Prices
  /** With the changes, as shown in the lines. */
  listed: Prices
  /** With the nth-spot price as well: what this payer owes, and what the cheapest cover minimizes. */
  cents: Prices
  /** The IDs of the changes behind each price. */
  changes: readonly (readonly string[])[]
  /** The ID of the rate set that replaces the usual rates, if any. */
  rate_set: string | null
  nth_spot: NthSpotPeriod | null
}

/** Something in effect for a time, in epoch minutes. */
type InForce<Of> = { from: number; to: number; id: string; of: Of }

/** Returns the rates as set, in the order of `quoteUnits`. */
export function ratesInOrder(rates: QuoteRates): (number | null)[] {
  return [rates.month_cents, rates.day_cents, rates.hour_cents, rates.half_hour_cents]
}

/**
 * Returns the rates over a reservation as contiguous periods, the first from its start. A block costs the rate in
 * effect when it starts.
 * @param starts epoch minutes, as is `ends`
 * @throws RangeError for an unreadable instant
 */
export function ratePeriods(
  input: Pick<QuoteInput, 'rates' | 'rate_sets' | 'rate_changes' | 'nth_spot'>,
  starts: number,
  ends: number,
): RatePeriod[] {
  const usual = ratesInOrder(input.rates)
  const sets = inForceWithin(input.rate_sets ?? [], starts, ends)
  const changes = inForceWithin(input.rate_changes ?? [], starts, ends)
  const nthSpot = inForceWithin(input.nth_spot ?? [], starts, ends)
  const borders = new Set([starts])
  for (const { from, to } of [...sets, ...changes, ...nthSpot]) {
    if (from > starts) borders.add(from)
    if (to < ends) borders.add(to)
  }
  return [...borders]
    .sort((a, b) => a - b)
    .map((from) => {
      const set = inForceAt(sets, from).at(-1)
      const base = set ? ratesInOrder(set.of.rates) : usual
      const now = inForceAt(changes, from)
      const perUnit = quoteUnits.map((unit) => now.filter((each) => concerns(each.of, unit)))
      const listed = base.map((cents, at) => (cents === null ? null : changed(cents, perUnit[at] ?? [])))
      const nth_spot = inForceAt(nthSpot, from).at(-1)?.of ?? null
      return {
        from,
        base,
        listed,
        cents: nth_spot ? listed.map((cents) => ofNthSpot(cents, nth_spot)) : listed,
        changes: perUnit.map((of) => of.map(({ id }) => id)),
        rate_set: set?.id ?? null,
        nth_spot,
      }
    })
}

/** Returns the period that contains an instant at or after the start of the first one. */
export function periodOf(periods: readonly RatePeriod[], at: number): RatePeriod {
  let low = 0
  let high = periods.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((periods[middle]?.from ?? at) <= at) low = middle
    else high = middle - 1
  }
  const nothing = { base: [], listed: [], cents: [], changes: [], rate_set: null, nth_spot: null }
  return periods[low] ?? { from: at, ...nothing }
}

/**
 * Returns the entries of a list that are in effect at any time in a reservation; entries without an ID are named by
 * their index.
 */
function inForceWithin<Of extends { id?: string; starts_at: string; ends_at: string | null }>(
  all: readonly Of[],
  starts: number,
  ends: number,
): InForce<Of>[] {
  return all
    .map((of, at): InForce<Of> => {
      const to = of.ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(of.ends_at)
      return { from: minutesOf(of.starts_at), to, id: of.id ?? `#${at + 1}`, of }
    })
    .filter(({ from, to }) => from < to && from < ends && to > starts)
}

function inForceAt<Of>(all: readonly InForce<Of>[], at: number): InForce<Of>[] {
  return all.filter(({ from, to }) => from <= at && at < to)
}

function concerns(change: RateChange, unit: QuoteUnit): boolean {
  return !change.units || change.units.includes(unit)
}

/** Sums first, so that the order of the changes does not matter. */
function changed(cents: number, changes: readonly InForce<RateChange>[]): number {
  let bps = 10_000
  let amount = 0
  for (const { of } of changes) {
    bps += of.percent_bps ?? 0
    amount += of.amount_cents ?? 0
  }
  return Math.max(0, shareOf(cents, bps, 'ceil') + amount)
}

/** Per block, not for the total, so that neither a longer nor a split reservation becomes cheaper as an nth spot. */
function ofNthSpot(cents: number | null, { percent_bps }: NthSpotPeriod): number | null {
  return cents === null ? null : shareOf(cents, 10_000 + percent_bps, 'ceil')
}
