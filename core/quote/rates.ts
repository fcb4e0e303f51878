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

/** A price for each length, in the order of `quoteUnits`; null where it is not sold. */
type Prices = readonly (number | null)[]

/** What one block of each length costs when it starts in a stretch of time. */
export type RatePeriod = {
  /** Epoch minutes; the period lasts until the next one's start. */
  from: number
  /** The rates in force, before any change of them. */
  base: Prices
  /** With the changes: what the lines show. */
  listed: Prices
  /** With the price of the nth spot as well: what this payer owes, and what the cheapest cover is found over. */
  cents: Prices
  /** The ids of the changes behind each price. */
  changes: readonly (readonly string[])[]
  /** The id of the set of rates that stands in place of the usual ones, if one does. */
  rate_set: string | null
  nth_spot: NthSpotPeriod | null
}

/** Something that is in force for a time, in epoch minutes. */
type InForce<Of> = { from: number; to: number; id: string; of: Of }

/** The rates as set, in the order of `quoteUnits`. */
export function ratesInOrder(rates: QuoteRates): (number | null)[] {
  return [rates.month_cents, rates.day_cents, rates.hour_cents, rates.half_hour_cents]
}

/**
 * The rates over a stay as periods without a gap, the first from its start: a block costs what is in force when it
 * starts (design/domain.md, "Quote").
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

/** The period in which an instant at or after the first one's start lies. */
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

/** What of a list is ever in force within a stay; what has no id is named by its place in the list. */
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

/** Sums first, so that the order in which changes are listed decides nothing. */
function changed(cents: number, changes: readonly InForce<RateChange>[]): number {
  let bps = 10_000
  let amount = 0
  for (const { of } of changes) {
    bps += of.percent_bps ?? 0
    amount += of.amount_cents ?? 0
  }
  return Math.max(0, shareOf(cents, bps, 'ceil') + amount)
}

/** Block by block, not of the whole: so a longer stay or a split one is no cheaper for being an nth spot's. */
function ofNthSpot(cents: number | null, { percent_bps }: NthSpotPeriod): number | null {
  return cents === null ? null : shareOf(cents, 10_000 + percent_bps, 'ceil')
}
