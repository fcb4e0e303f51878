import { Temporal } from 'temporal-polyfill'
import type { QuoteInput, QuoteRates, QuoteUnit } from '../quote/types.ts'
import { minutesOf } from '../time/instant.ts'

/** Independent reference implementation of block costs and the cheapest cover, for the quote tests. */

/** Returns the rates in effect at a moment (epoch minutes), before any change. */
export function ratesAt(input: Pick<QuoteInput, 'rates' | 'rate_sets'>, at: number): QuoteRates {
  let rates = input.rates
  for (const set of input.rate_sets ?? []) {
    const ends = set.ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(set.ends_at)
    if (minutesOf(set.starts_at) <= at && at < ends) rates = set.rates
  }
  return rates
}

/**
 * Independent cheapest cover for comparison: Temporal for the calendar, and a forward search over "covered up to here"
 * that tries every block from every moment of the grid. Slow.
 * @param lone whether months may be bought at times when no shorter length is sold
 * @returns the cents of the parking lines and the fewest blocks they buy, or null if nothing sold covers the
 * reservation
 */
export function bruteForce(
  input: QuoteInput & { ends_at: string },
  lone = true,
): { cents: number; blocks: number } | null {
  const start = minutesOf(input.starts_at)
  const end = minutesOf(input.ends_at)
  const best = new Map<number, number>([[start, 0]])
  const open = [start]
  const blocks: [from: number, found: [number, number][]][] = []
  for (let covered = open.shift(); covered !== undefined && covered < end; covered = open.shift()) {
    const cost = best.get(covered) ?? 0
    for (let from = start + blocks.length * 30; from <= covered; from += 30) {
      blocks.push([from, blocksFrom(input, from, end, lone)])
    }
    for (const [from, found] of blocks) {
      if (from > covered) break
      for (const [until, cents] of found) {
        if (until <= covered) continue
        const reached = Math.min(until, end)
        if (cost + cents >= (best.get(reached) ?? Number.POSITIVE_INFINITY)) continue
        if (!best.has(reached)) {
          open.push(reached)
          open.sort((a, b) => a - b)
        }
        best.set(reached, cost + cents)
      }
    }
  }
  const cheapest = best.get(end)
  return cheapest === undefined ? null : { cents: Math.floor(cheapest / TIE), blocks: cheapest % TIE }
}

/** Cents count in these, blocks in ones, so one number orders covers by cost and then by number of blocks. */
const TIE = 1e5

/** Returns every block, and every run of months, that may start at a moment: its end and its cost. */
function blocksFrom(input: QuoteInput, from: number, end: number, lone: boolean): [number, number][] {
  const { half_hour_cents, hour_cents, day_cents } = ratesAt(input, from)
  const at = Temporal.Instant.fromEpochMilliseconds(from * 60_000).toZonedDateTimeISO(input.zone)
  const minutes = (moment: Temporal.ZonedDateTime) => moment.epochMilliseconds / 60_000
  const found: [number, number][] = []
  const cost = (cents: number, unit: QuoteUnit, at = from) =>
    nthPriceOf(input, priceOf(input, cents, unit, at), at)
  if (half_hour_cents !== null) found.push([from + 30, cost(half_hour_cents, 'HALF_HOUR')])
  if (hour_cents !== null) found.push([from + 60, cost(hour_cents, 'HOUR')])
  if (day_cents !== null) found.push([minutes(at.add({ days: 1 })), cost(day_cents, 'DAY')])
  if (found.length === 0 && !lone) return []
  let sum = 0
  let until = from
  for (let months = 1; until < end; months += 1) {
    const { month_cents } = ratesAt(input, until)
    if (month_cents === null) break
    sum += cost(month_cents, 'MONTH', until)
    until = minutes(at.add({ months }))
    found.push([until, sum])
  }
  return found
}

/** Returns the list price of a block that starts at a moment: the rate with the changes in effect. */
export function priceOf(input: QuoteInput, cents: number, unit: QuoteUnit, at: number): number {
  let percent = 0
  let amount = 0
  for (const change of input.rate_changes ?? []) {
    if (minutesOf(change.starts_at) > at || at >= minutesOf(change.ends_at)) continue
    if (change.units && !change.units.includes(unit)) continue
    percent += change.percent_bps ?? 0
    amount += change.amount_cents ?? 0
  }
  return Math.max(0, roundedUp(cents, percent) + amount)
}

/** Adds the nth-spot change; the result orders covers by cost, then by number of blocks. */
function nthPriceOf(input: QuoteInput, cents: number, at: number): number {
  let percent = 0
  for (const period of input.nth_spot ?? []) {
    if (minutesOf(period.starts_at) <= at && at < minutesOf(period.ends_at)) percent = period.percent_bps
  }
  return roundedUp(cents, percent) * TIE + 1
}

function roundedUp(cents: number, percent: number): number {
  const exact = BigInt(cents) * BigInt(10_000 + percent)
  return Number(exact > 0n ? (exact + 9999n) / 10_000n : exact / 10_000n)
}
