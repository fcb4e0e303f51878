import type { Offer, Price } from '@openspot/contract/booking/quotes.ts'
import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { hoursRefusal } from '@openspot/core/availability/opening-hours.ts'
import { rateChangesFor } from '@openspot/core/prices/calendar-prices.ts'
import { resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { QuoteInput, QuoteLine, QuoteResult } from '@openspot/core/quote/types.ts'
import { occurrences } from '@openspot/core/recurrence/recurrence.ts'
import { checkRules } from '@openspot/core/rules/check-rules.ts'
import { nthSpotPeriods } from '@openspot/core/rules/nth-spot.ts'
import { formatDuration } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { localeOf, type Message, type Translate } from '@openspot/messages/translate.ts'
import { messageOf } from '../../errors.ts'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import type { SpotTerms, Terms } from './terms.sql.ts'

/** A requested reservation, already snapped to the lot's grid. Without an end it is monthly. */
export interface RequestedReservation {
  starts_at: string
  ends_at: string | null
}

/** The columns of a spot that decide its price. Spots that are equal in them cost the same. */
export type PricedSpot = Pick<
  SpotTerms,
  'zone_id' | 'rates' | 'zone_rates' | 'host_rates' | 'min_reservation_price' | 'max_reservation_price'
>

export type OfferedKind = PricedSpot & Pick<SpotTerms, 'type' | 'min_notice_minutes'>

/** A spot without rates of its own, which has the lot's price. */
export const plainSpot: OfferedKind = {
  type: 'STANDARD',
  zone_id: null,
  rates: { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null },
  zone_rates: null,
  host_rates: [],
  min_reservation_price: null,
  max_reservation_price: null,
  min_notice_minutes: 0,
}

/** The part of the terms that an offer depends on. */
export type OfferTerms = Pick<Terms, 'lot' | 'calendar_prices' | 'rule_set' | 'held'>

/** Returns the terms of a lot for a person to whom no rules apply. */
export function plainTerms(lot: LotRow, calendar_prices: Terms['calendar_prices'] = []): OfferTerms {
  return { lot, calendar_prices, rule_set: null, held: [] }
}

/** Returns until when a reservation is priced: its end, or the end of its first month. */
export function pricedUntil(lot: Pick<LotRow, 'time_zone'>, times: RequestedReservation): string {
  return times.ends_at ?? isoOf(plusLocalMonths(lot.time_zone, minutesOf(times.starts_at), 1))
}

/** The inputs of a quote. They are stored with a reservation, so that a partial refund uses the same ones. */
export type PriceTerms = Omit<QuoteInput, 'starts_at' | 'ends_at'>

/** Returns everything that the quote of a reservation depends on under today's terms. */
export function priceTerms(terms: OfferTerms, spot: PricedSpot, times: RequestedReservation): PriceTerms {
  const { lot } = terms
  const until = pricedUntil(lot, times)
  const [from, to] = [minutesOf(times.starts_at), minutesOf(until)]
  const { rates } = resolveRates({ lot, zone: spot.zone_rates, spot: spot.rates }, lot)
  const rate_sets = spot.host_rates.flatMap((rule) =>
    occurrences(lot.time_zone, rule, from, to).map((span) => ({
      id: rule.id,
      starts_at: isoOf(Math.max(span.from, from)),
      ends_at: span.to === Number.POSITIVE_INFINITY ? null : isoOf(span.to),
      rates: resolveRates({ lot: rule.rates, zone: null, spot: null }, lot).rates,
    })),
  )
  const rate_changes = rateChangesFor(lot.time_zone, terms.calendar_prices, spot.zone_id, from, to)
  const nth_spot = terms.rule_set ? nthSpotPeriods(terms.rule_set.rules, times, terms.held, until) : []
  return {
    zone: lot.time_zone,
    currency: lot.currency,
    rates,
    ...priceBounds(lot, spot),
    fee: { service_fee_bps: lot.service_fee_bps, service_fee_cents: lot.service_fee_cents },
    rounding_minutes: lot.snap_minutes,
    ...(rate_sets.length > 0 ? { rate_sets } : {}),
    ...(rate_changes.length > 0 ? { rate_changes } : {}),
    ...(nth_spot.length > 0 ? { nth_spot } : {}),
  }
}

type Bounds = Pick<QuoteInput, 'min_reservation_price' | 'max_reservation_price'>

/**
 * Returns the minimum and maximum charge of a spot. What the spot sets counts, and moves the lot's other bound out of its way: a spot
 * whose minimum is above the maximum of the lot can be booked for its minimum.
 */
function priceBounds(lot: Bounds, spot: { [bound in keyof Bounds]: number | null }): Bounds {
  const { min_reservation_price: min, max_reservation_price: max } = spot
  return {
    min_reservation_price: min ?? Math.min(lot.min_reservation_price, max ?? lot.min_reservation_price),
    max_reservation_price: max ?? Math.max(lot.max_reservation_price, min ?? 0),
  }
}

/** Why there is no price. The message is written for the reader of the response (`writeOffer`). */
export type Refusal = Omit<NonNullable<Offer['refusal']>, 'message'> & { message: Message }

/** An offer before its reader is known. */
export interface OfferFound {
  price: Price | null
  refusal: Refusal | null
}

export const writeRefusal = (t: Translate, refusal: Refusal | null): Offer['refusal'] =>
  refusal && { ...refusal, message: refusal.message(t) }

/** Returns an offer with its refusal in the reader's language. */
export const writeOffer = (t: Translate, { price, refusal }: OfferFound): Offer => ({
  price,
  refusal: writeRefusal(t, refusal),
})

/** Returns why the lot's hours or rules do not allow a reservation, or null. */
export function findRefusal(
  terms: OfferTerms,
  spot: Pick<SpotTerms, 'type' | 'zone_id'>,
  times: RequestedReservation,
  now: Date,
): Refusal | null {
  return hoursRefuse(terms.lot, times) ?? rulesRefuse(terms, spot, times, now)
}

/**
 * Returns a refusal if the lot takes no new bookings, because it has no plan, is retired, or is blocked. Existing
 * reservations can still be changed.
 */
function bookingsStopped({ takes_bookings }: LotRow): Refusal | null {
  if (takes_bookings) return null
  return { code: 'bookings_stopped', message: messageOf('bookings_stopped'), rule: null, rule_set: null }
}

/** Returns a refusal if the host of the spot needs more notice, or null. */
function noticeRefuse(
  { min_notice_minutes }: Pick<SpotTerms, 'min_notice_minutes'>,
  times: RequestedReservation,
  now: Date,
): Refusal | null {
  if (minutesOf(times.starts_at) >= now.getTime() / 60_000 + min_notice_minutes) return null
  if (min_notice_minutes === 0) return null
  return {
    code: 'notice_too_short',
    message: (t) =>
      t('apiErrors.reservations.minNotice', { length: formatDuration(min_notice_minutes, localeOf(t)) }),
    rule: null,
    rule_set: null,
    details: { field: 'starts_at', min_notice_minutes },
  }
}

/** Returns why the lot's opening hours do not allow a reservation, or null. */
export function hoursRefuse(lot: LotRow, times: RequestedReservation): Refusal | null {
  const hours = hoursRefusal(lot.time_zone, lot.opening_hours, times, lot.overnight_allowed)
  if (!hours) return null
  const details = { field: hours.field, ...(hours.opens_at ? { opens_at: hours.opens_at } : {}) }
  return {
    code: 'lot_closed',
    message: (t) => reasonText(t, hours.reason),
    rule: null,
    rule_set: null,
    details,
  }
}

/** Returns the first rule that does not allow a reservation, or null. */
export function rulesRefuse(
  terms: Pick<Terms, 'lot' | 'rule_set' | 'held'>,
  spot: Pick<SpotTerms, 'type' | 'zone_id'>,
  times: RequestedReservation,
  now: Date,
): Refusal | null {
  const { lot, rule_set, held } = terms
  if (!rule_set) return null
  const [breach] = checkRules(rule_set.rules, {
    zone: lot.time_zone,
    long_term_days: lot.long_term_days,
    now: now.toISOString(),
    times,
    spot: { type: spot.type, zone_id: spot.zone_id },
    held,
  })
  if (!breach) return null
  const { id, name, version } = rule_set
  return {
    code: 'rules_refuse',
    message: (t) => reasonText(t, breach.reason),
    rule: breach.rule,
    rule_set: { id, name, version },
    details: { field: breach.field, ...breach.params },
  }
}

/** Returns the price of a reservation on a spot, or why it has none. */
export function offerOf(
  terms: OfferTerms,
  spot: OfferedKind,
  times: RequestedReservation,
  now: Date,
): OfferFound {
  const refused =
    bookingsStopped(terms.lot) ?? noticeRefuse(spot, times, now) ?? findRefusal(terms, spot, times, now)
  return refused
    ? { price: null, refusal: refused }
    : pricedOffer(quote({ ...priceTerms(terms, spot, times), ...times }), terms)
}

/** Maps a quote to an offer. */
export function pricedOffer(result: QuoteResult, terms: Named): OfferFound {
  if (!result.ok) {
    const { code, reason, field } = result
    const message: Message = (t) => reasonText(t, reason)
    return { price: null, refusal: { code, message, rule: null, rule_set: null, details: { field } } }
  }
  return { price: toPrice(result, terms), refusal: null }
}

type Named = Pick<Terms, 'calendar_prices'>

export function toPrice(result: Extract<QuoteResult, { ok: true }>, terms: Named): Price {
  const lines = result.lines.map(
    (line): PriceLine => ({
      kind: line.kind,
      unit: line.unit ?? null,
      quantity: line.quantity,
      unit_cents: line.unit_cents,
      amount_cents: line.amount_cents,
      starts_at: line.starts_at,
      ends_at: line.ends_at,
      because: becauseOf(line, terms),
    }),
  )
  return { currency: result.currency, total_cents: result.total_cents, lines }
}

/** Returns the names of what changed a line from the plain rate, as drivers know them: no rule sets. */
function becauseOf(line: QuoteLine, { calendar_prices }: Named): string | null {
  const { changes, rate_set } = line.params
  const names = String(changes ?? '')
    .split(' ')
    .flatMap((id) => calendar_prices.find((price) => price.id === id)?.name ?? [])
  if (typeof rate_set === 'string' && rate_set !== '') names.unshift('The host’s own price')
  return names.length > 0 ? names.join(', ').slice(0, 300) : null
}
