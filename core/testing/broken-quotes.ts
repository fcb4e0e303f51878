import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf, sumCents } from '../money/money.ts'
import { type QuoteInput, type QuoteRates, type QuoteResult, quote } from '../quote/quote.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { ratesAt } from './cover.ts'
import { notices } from './notices.ts'

export type Price = (input: QuoteInput) => QuoteResult

const DAY = 1440

/** Deliberately wrong pricing functions that the properties must catch. */
const broken = {
  /** Always takes the longest block that fits, so nine hours cost more than a day. */
  greedy(input) {
    const day = input.rates.day_cents
    const minutes = minutesOf(input.ends_at ?? input.starts_at) - minutesOf(input.starts_at)
    const days = day === null ? 0 : Math.floor(minutes / DAY)
    if (days === 0) return quote({ ...input, rates: { ...input.rates, day_cents: null, month_cents: null } })
    const rest = isoOf(minutesOf(input.starts_at) + days * DAY)
    if (rest === input.ends_at) return onlyParking(input, days * (day ?? 0))
    const hours = quote({
      ...input,
      starts_at: rest,
      rates: { ...input.rates, day_cents: null, month_cents: null },
    })
    return hours.ok ? onlyParking(input, hours.subtotal_cents + days * (day ?? 0)) : hours
  },
  /** Rounds the fee down, so each half of a split loses its fraction. */
  feeRoundedDown(input) {
    const whole = quote(input)
    if (!whole.ok) return whole
    const fee = Math.floor((whole.subtotal_cents * input.fee.service_fee_bps) / 10_000)
    return { ...whole, fee_cents: fee, total_cents: whole.subtotal_cents + fee }
  },
  /** Treats a day as 24 hours, which is wrong twice a year. */
  dayOf24Hours: (input) => quote({ ...input, zone: 'UTC' }),
  /** Applies the rates of the start to the whole reservation. */
  ratesOfTheStart(input) {
    const start = minutesOf(input.starts_at)
    const changes = (input.rate_changes ?? []).filter(
      (change) => minutesOf(change.starts_at) <= start && start < minutesOf(change.ends_at),
    )
    const always = changes.map((change) => ({ ...change, ends_at: '2099-01-01T00:00Z' }))
    return quote({ ...input, rate_changes: always })
  },
  /** Applies the rate set of the start to the whole reservation. */
  rateSetOfTheStart(input) {
    const rates = ratesAt(input, minutesOf(input.starts_at))
    return quote({ ...input, rates, rate_sets: [] })
  },
  /** Sells lengths missing from a rate set at the usual rate. */
  setsFillUp(input) {
    const filled = (rates: QuoteRates) => ({
      half_hour_cents: rates.half_hour_cents ?? input.rates.half_hour_cents,
      hour_cents: rates.hour_cents ?? input.rates.hour_cents,
      day_cents: rates.day_cents ?? input.rates.day_cents,
      month_cents: rates.month_cents ?? input.rates.month_cents,
    })
    const rate_sets = input.rate_sets?.map((set) => ({ ...set, rates: filled(set.rates) })) ?? []
    return quote({ ...input, rate_sets })
  },
  /** Makes times when nothing is sold free. */
  gapsAreFree(input) {
    const free = { half_hour_cents: 0, hour_cents: null, day_cents: null, month_cents: null }
    const isNothing = (rates: QuoteRates) => Object.values(rates).every((cents) => cents === null)
    const rate_sets =
      input.rate_sets?.map((set) => (isNothing(set.rates) ? { ...set, rates: free } : set)) ?? []
    return quote({ ...input, rate_sets })
  },
  /** Finds the cover without the nth-spot price and adds it afterward. */
  nthSpotAfterwards(input) {
    const whole = quote({ ...input, nth_spot: [] })
    if (!whole.ok) return whole
    const more = whole.lines.map((line) => {
      const at = minutesOf(line.starts_at)
      const bps = input.nth_spot?.findLast(
        (period) => minutesOf(period.starts_at) <= at && at < minutesOf(period.ends_at),
      )?.percent_bps
      return line.kind === 'PARKING' ? line.quantity * shareOf(line.unit_cents, bps ?? 0, 'ceil') : 0
    })
    return onlyParking(input, whole.subtotal_cents + sumCents(more))
  },
  /** Applies the nth-spot price only if the reservation starts in its period, and then to all of it. */
  nthSpotOfTheStart(input) {
    const first = input.nth_spot?.filter(
      (period) => minutesOf(period.starts_at) <= minutesOf(input.starts_at),
    )
    return quote({
      ...input,
      nth_spot: first?.map((period) => ({ ...period, ends_at: '2099-01-01T00:00Z' })) ?? [],
    })
  },
  /** Hides the nth-spot price in the parking line. */
  nthSpotHidden(input) {
    const whole = quote(input)
    if (!whole.ok) return whole
    const [first, ...rest] = whole.lines
    const nthSpot = rest.find(({ kind }) => kind === 'NTH_SPOT')
    if (!first || !nthSpot) return whole
    const amount_cents = first.amount_cents + nthSpot.amount_cents
    const line = { ...first, quantity: 1, unit_cents: amount_cents, amount_cents }
    return { ...whole, lines: [line, ...rest.filter((each) => each !== nthSpot)] }
  },
  /** Reports half an hour more (or less) coverage in the refusal of a gap. */
  coverIsOverstated: (input) => moveCover(quote(input), 30),
  coverIsUnderstated: (input) => moveCover(quote(input), -30),
  /** Produces fractional cents and a total that is not the sum. */
  floats(input) {
    const whole = quote(input)
    return whole.ok ? { ...whole, total_cents: whole.total_cents * 1.1 } : whole
  },
  /** Takes a quarter off from the third day. */
  longTermDiscount(input) {
    const whole = quote(input)
    const minutes = minutesOf(input.ends_at ?? input.starts_at) - minutesOf(input.starts_at)
    return whole.ok && minutes >= 2 * DAY
      ? { ...whole, total_cents: Math.ceil(whole.total_cents * 0.75) }
      : whole
  },
  /** Adds a surcharge to reservations longer than a day, which two short ones avoid. */
  longTermSurcharge(input) {
    const whole = quote(input)
    const minutes = minutesOf(input.ends_at ?? input.starts_at) - minutesOf(input.starts_at)
    return whole.ok && minutes > DAY ? { ...whole, total_cents: whole.total_cents + 500 } : whole
  },
} satisfies Record<string, Price>

function moveCover(result: QuoteResult, minutes: number): QuoteResult {
  const until = result.ok ? null : result.params?.covered_until
  if (result.ok || typeof until !== 'string') return result
  return { ...result, params: { covered_until: isoOf(minutesOf(until) + minutes) } }
}

function onlyParking(input: QuoteInput, cents: number): QuoteResult {
  const free: QuoteInput = {
    ...input,
    rates: { half_hour_cents: 0, hour_cents: null, day_cents: null, month_cents: null },
    min_reservation_price: Math.max(cents, input.min_reservation_price),
    rate_changes: [],
    rate_sets: [],
    nth_spot: [],
  }
  return quote(free)
}

/**
 * Tests a pricing property and that it fails for the named broken implementations.
 * @param runs number of samples
 */
export function testProperty<Of>(
  of: (price: Price) => fc.IProperty<Of>,
  runs: number,
  fails: (keyof typeof broken)[],
): void {
  describe.each([{ name: of.name }])('$name', () => {
    test('holds for every generated lot, time zone, price, and reservation', { timeout: 20_000 }, () => {
      fc.assert(of(quote), { numRuns: runs })
    })

    test.each(fails)('detects the broken price %s', { timeout: 20_000 }, (name) => {
      expect(notices(of(broken[name]), 5000)).toBe(true)
    })
  })
}
