import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { isoOf, minutesOf } from '../time/instant.ts'
import { instants } from '../time/testing.ts'
import type { QuoteInput, QuoteRates, QuoteUnit, RateChange } from './types.ts'

/** Material for the tests of quotes: lots and stays, and a second way to the cheapest cover. */

const bigRates = fc.record({
  half_hour_cents: fc.option(fc.integer({ min: 0, max: 400 }), { freq: 2 }),
  hour_cents: fc.option(fc.integer({ min: 0, max: 700 }), { freq: 4 }),
  day_cents: fc.option(fc.integer({ min: 0, max: 4000 }), { freq: 3 }),
  month_cents: fc.option(fc.integer({ min: 0, max: 40_000 }), { freq: 2 }),
})
/** Few distinct prices: ties, and blocks that undercut shorter ones. */
const smallRates = fc.record({
  half_hour_cents: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }),
  hour_cents: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 3 }),
  day_cents: fc.option(fc.integer({ min: 0, max: 8 }), { freq: 3 }),
  month_cents: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 }),
})
const ratesOf: fc.Arbitrary<QuoteRates> = fc.oneof({ weight: 2, arbitrary: bigRates }, smallRates)

/** Changes that begin and end anywhere around a stay, off the grid as well. */
function changesFor(at: number, reach: number): fc.Arbitrary<RateChange[]> {
  const change = fc
    .tuple(
      fc.integer({ min: -reach, max: reach }),
      fc.integer({ min: 1, max: reach }),
      fc.oneof(
        fc.record({ percent_bps: fc.integer({ min: -11_000, max: 15_000 }) }),
        fc.record({ amount_cents: fc.integer({ min: -900, max: 900 }) }),
      ),
      fc.option(fc.subarray<QuoteUnit>(['MONTH', 'DAY', 'HOUR', 'HALF_HOUR'], { minLength: 1 })),
    )
    .map(([from, length, what, units]): RateChange => {
      return { starts_at: isoOf(at + from), ends_at: isoOf(at + from + length), ...what, units }
    })
  return fc.oneof(fc.constant<RateChange[]>([]), fc.array(change, { maxLength: 4 }))
}

/** A lot without limits, so that every stay has a price, with a start on the grid near a change of the clocks. */
export function lots(reach: number): fc.Arbitrary<Omit<QuoteInput, 'ends_at'>> {
  return instants(30).chain(({ zone, at }) => {
    return fc.record({
      zone: fc.constant(zone),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      rates: ratesOf,
      min_reservation_price: fc.constantFrom(0, 0, 200, 1500),
      max_reservation_price: fc.constant(1e12),
      fee: fc.record({
        service_fee_bps: fc.constantFrom(0, 1, 333, 1000, 2500),
        service_fee_cents: fc.constantFrom(0, 0, 35),
      }),
      starts_at: fc.constant(isoOf(at)),
      rate_changes: changesFor(at, reach),
    })
  })
}

/**
 * The cheapest cover written a second time, to be compared with the first: Temporal for the calendar, and a search
 * forwards over "so far all is covered" that tries every block from every moment of the grid up to there. Slow.
 * @returns cents of parking alone and the fewest blocks they buy, or null when nothing is sold
 */
export function bruteForce(
  input: QuoteInput & { ends_at: string },
): { cents: number; blocks: number } | null {
  const start = minutesOf(input.starts_at)
  const end = minutesOf(input.ends_at)
  const best = new Map<number, number>([[start, 0]])
  const open = [start]
  const blocks: [from: number, found: [number, number][]][] = []
  for (let covered = open.shift(); covered !== undefined && covered < end; covered = open.shift()) {
    const cost = best.get(covered) ?? 0
    for (let from = start + blocks.length * 30; from <= covered; from += 30) {
      blocks.push([from, blocksFrom(input, from, end)])
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

/** Cents count in these, blocks in ones: one number that orders covers by cost, then by how many blocks they have. */
const TIE = 1e5

/** Every block, and every run of months, that may begin at a moment: where it ends and what it costs. */
function blocksFrom(input: QuoteInput, from: number, end: number): [number, number][] {
  const { half_hour_cents, hour_cents, day_cents, month_cents } = input.rates
  const at = Temporal.Instant.fromEpochMilliseconds(from * 60_000).toZonedDateTimeISO(input.zone)
  const minutes = (moment: Temporal.ZonedDateTime) => moment.epochMilliseconds / 60_000
  const found: [number, number][] = []
  if (half_hour_cents !== null) found.push([from + 30, priceOf(input, half_hour_cents, 'HALF_HOUR', from)])
  if (hour_cents !== null) found.push([from + 60, priceOf(input, hour_cents, 'HOUR', from)])
  if (day_cents !== null) found.push([minutes(at.add({ days: 1 })), priceOf(input, day_cents, 'DAY', from)])
  let sum = 0
  let until = from
  for (let months = 1; month_cents !== null && until < end; months += 1) {
    sum += priceOf(input, month_cents, 'MONTH', until)
    until = minutes(at.add({ months }))
    found.push([until, sum])
  }
  return found
}

function priceOf(input: QuoteInput, cents: number, unit: QuoteUnit, at: number): number {
  let percent = 0
  let amount = 0
  for (const change of input.rate_changes ?? []) {
    if (minutesOf(change.starts_at) > at || at >= minutesOf(change.ends_at)) continue
    if (change.units && !change.units.includes(unit)) continue
    percent += change.percent_bps ?? 0
    amount += change.amount_cents ?? 0
  }
  const exact = BigInt(cents) * BigInt(10_000 + percent)
  const roundedUp = exact > 0n ? (exact + 9999n) / 10_000n : exact / 10_000n
  return Math.max(0, Number(roundedUp) + amount) * TIE + 1
}
