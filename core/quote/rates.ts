import { shareOf } from '../money/money.ts'
import { minutesOf } from '../time/instant.ts'
import { type QuoteRates, type QuoteUnit, quoteUnits, type RateChange } from './types.ts'

/** What one block of each length costs when it starts in a stretch of time; in the order of `quoteUnits`. */
export type RatePeriod = {
  /** Epoch minutes; the period lasts until the next one's start. */
  from: number
  cents: readonly (number | null)[]
  /** The ids of the changes behind each price. */
  changes: readonly (readonly string[])[]
}

type Change = { from: number; to: number; id: string; change: RateChange }

/** The rates as set, in the order of `quoteUnits`. */
export function ratesInOrder(rates: QuoteRates): (number | null)[] {
  return [rates.month_cents, rates.day_cents, rates.hour_cents, rates.half_hour_cents]
}

/**
 * The rates over a stay as periods without a gap, the first from its start: a block costs what is in force when it
 * starts (design/domain.md, "Quote").
 * @param starts epoch minutes, as is `ends`
 * @throws RangeError for an unreadable instant in a change
 */
export function ratePeriods(
  rates: QuoteRates,
  changes: readonly RateChange[],
  starts: number,
  ends: number,
): RatePeriod[] {
  const base = ratesInOrder(rates)
  const inForce = changes
    .map((change, at): Change => {
      const id = change.id ?? `#${at + 1}`
      return { from: minutesOf(change.starts_at), to: minutesOf(change.ends_at), id, change }
    })
    .filter(({ from, to }) => from < to && from < ends && to > starts)
  const borders = new Set([starts])
  for (const { from, to } of inForce) {
    if (from > starts) borders.add(from)
    if (to < ends) borders.add(to)
  }
  return [...borders].sort((a, b) => a - b).map((from) => periodAt(base, inForce, from))
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
  return periods[low] ?? { from: at, cents: [], changes: [] }
}

function periodAt(base: readonly (number | null)[], inForce: readonly Change[], from: number): RatePeriod {
  const now = inForce.filter((each) => each.from <= from && from < each.to)
  const perUnit = quoteUnits.map((unit) => now.filter((each) => concerns(each.change, unit)))
  return {
    from,
    cents: base.map((cents, at) => (cents === null ? null : changed(cents, perUnit[at] ?? []))),
    changes: perUnit.map((of) => of.map(({ id }) => id)),
  }
}

function concerns(change: RateChange, unit: QuoteUnit): boolean {
  return !change.units || change.units.includes(unit)
}

/** Sums first, so that the order in which changes are listed decides nothing. */
function changed(cents: number, changes: readonly Change[]): number {
  let bps = 10_000
  let amount = 0
  for (const { change } of changes) {
    bps += change.percent_bps ?? 0
    amount += change.amount_cents ?? 0
  }
  return Math.max(0, shareOf(cents, bps, 'ceil') + amount)
}
