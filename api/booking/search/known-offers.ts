import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { offsetMinutes } from '@openspot/core/time/zone.ts'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import type { ReservationTime } from '../occupancy/times.rules.ts'
import { type OfferedKind, type OfferFound, type OfferTerms, offerOf, plainSpot } from '../pricing/offer.ts'

/** Lengths above this are quoted each time, because months begin to matter. */
const LONGEST_DAYS = 7
/** The lengths of which a lot keeps the price. */
const MOST_LENGTHS = 100

/** A line whose times are minutes from the start. */
type RelativeLine = Omit<PriceLine, 'starts_at' | 'ends_at'> & { from: number; to: number }
interface KnownPrice {
  currency: string
  total_cents: number
  lines: RelativeLine[]
}

/**
 * The prices of plain spots by length. A row of a lot never changes: the index replaces it with every change of the lot, of its prices, and of
 * its rules, and then its prices are forgotten with it.
 */
const known = new WeakMap<LotRow, Map<number, KnownPrice>>()

/**
 * Returns what `offerOf` returns, of which it remembers the prices that depend only on the length: those of spots without rates of their own, in
 * lots without rules and calendar prices, while no clock changes.
 */
export function knownOffer(
  terms: OfferTerms,
  kind: OfferedKind,
  times: ReservationTime,
  now: Date,
): OfferFound {
  const { lot, calendar_prices, rule_set } = terms
  const isPlain = kind.rates === plainSpot.rates && kind.zone_rates === null && kind.min_notice_minutes === 0
  if (
    !isPlain ||
    times.ends_at === null ||
    rule_set !== null ||
    calendar_prices.length > 0 ||
    !lot.takes_bookings
  )
    return offerOf(terms, kind, times, now)
  const { starts, minutes } = lengthOf(times)
  if (minutes > LONGEST_DAYS * MINUTES_PER_DAY || !isOneClock(lot.time_zone, starts, minutes))
    return offerOf(terms, kind, times, now)
  const prices = known.get(lot) ?? new Map<number, KnownPrice>()
  const price = prices.get(minutes)
  // The caller has checked the opening hours, which depend on the start.
  if (price) return { price: pricedAt(price, starts), refusal: null }
  const offer = offerOf(terms, kind, times, now)
  if (offer.price && prices.size < MOST_LENGTHS)
    known.set(lot, prices.set(minutes, relativeTo(offer.price, starts)))
  return offer
}

let last: { times: ReservationTime; starts: number; minutes: number } | null = null

/** Lots with the same grid share the times of a search, so they are read once. */
function lengthOf(times: ReservationTime): { starts: number; minutes: number } {
  if (last?.times === times) return last
  const starts = minutesOf(times.starts_at)
  last = { times, starts, minutes: minutesOf(times.ends_at ?? '') - starts }
  return last
}

/** Whether the clock is the same from the start until no day that began before the end is left. */
function isOneClock(zone: string, starts: number, minutes: number): boolean {
  return offsetMinutes(zone, starts) === offsetMinutes(zone, starts + minutes + 2 * MINUTES_PER_DAY)
}

function relativeTo(price: NonNullable<OfferFound['price']>, starts: number): KnownPrice {
  const { currency, total_cents } = price
  const lines = price.lines.map(({ starts_at, ends_at, ...line }) => ({
    ...line,
    from: minutesOf(starts_at ?? '') - starts,
    to: minutesOf(ends_at ?? '') - starts,
  }))
  return { currency, total_cents, lines }
}

function pricedAt({ currency, total_cents, lines }: KnownPrice, starts: number): OfferFound['price'] {
  return {
    currency,
    total_cents,
    lines: lines.map(({ kind, unit, quantity, unit_cents, amount_cents, because, from, to }) => ({
      kind,
      unit,
      quantity,
      unit_cents,
      amount_cents,
      starts_at: instantAt(starts + from),
      ends_at: instantAt(starts + to),
      because,
    })),
  }
}

/** The instants of one search are few, and each is written for many lots. */
const instants = new Map<number, string>()
function instantAt(minute: number): string {
  const written = instants.get(minute)
  if (written !== undefined) return written
  if (instants.size > 1000) instants.clear()
  const text = isoOf(minute)
  instants.set(minute, text)
  return text
}
