import type { Checkout } from '@openspot/contract/booking/reservations.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { listCandidates } from '../allocation/candidates.sql.ts'
import { listBusy } from '../allocation/spot-allocation.sql.ts'
import { findSeats, type SpotPreferences } from '../allocation/spot-allocation.ts'
import { checkTimes, endMinutesOf, type ReservationTime, snapTimes } from '../occupancy/times.rules.ts'
import { findOpenHold, isFor, wantedOf } from '../page-holds/page-holds.sql.ts'
import { offerOf, pricedUntil, priceTerms, type Refusal, writeOffer } from '../pricing/offer.ts'
import { getTerms, listSpotTerms, type SpotTerms, type Terms } from '../pricing/terms.sql.ts'
import { quoteGoodForMinutes, writeQuoteToken } from './quote-token.ts'
import { listVehiclesElsewhere } from './vehicles-elsewhere.sql.ts'

/** Returns the price of a reservation on the given spot, or on the best matching one if none is given. */
export async function checkOut(
  app: FastifyInstance,
  t: Translate,
  user_id: string,
  requested: ReservationTime & {
    lot_id: string
    spot_id: string | null
    preferences: SpotPreferences
    page_holders: string[]
  },
): Promise<Checkout> {
  const now = app.ports.now()
  checkTimes(requested, now)
  const first = await getTerms(app.pool, { ...requested, user_id, now })
  const times = snapTimes(requested, first.lot)
  const [held, vehicles_elsewhere] = await Promise.all([
    heldSpot(app, requested, times, now),
    listVehiclesElsewhere(app.pool, { user_id, lot_id: requested.lot_id, ...times }, now),
  ])
  const chosen = held
    ? { spot: held, is_free: true, refusal: null }
    : requested.spot_id === null
      ? await chooseSpot(app, first, times, requested.preferences, now)
      : await namedSpot(app, first, times, requested.spot_id, user_id)
  const offer = chosen.refusal
    ? { price: null, refusal: chosen.refusal }
    : offerOf(first, chosen.spot, times, now)
  const expires_at = new Date(now.getTime() + quoteGoodForMinutes * 60_000).toISOString()
  const { lot, rule_set } = first
  const { spot } = chosen
  return {
    ...writeOffer(t, offer),
    ...times,
    spot: { id: spot.id, label: spot.label, type: spot.type, features: spot.features, level: spot.level },
    is_free: chosen.is_free,
    vehicles_elsewhere,
    refuses_vehicles_elsewhere: lot.refuses_vehicles_elsewhere,
    is_flexible: requested.spot_id === null,
    period_ends_at: times.ends_at === null ? pricedUntil(lot, times) : null,
    cancel_until_at: new Date(
      Date.parse(times.starts_at) + lot.cancel_until_minutes_after_start * 60_000,
    ).toISOString(),
    quote_expires_at: offer.price && expires_at,
    quote_token:
      offer.price &&
      writeQuoteToken(app.secrets, {
        user_id,
        lot_id: lot.id,
        spot_id: spot.id,
        wishes: requested.spot_id === null ? requested.preferences : null,
        ...times,
        period_ends_at: times.ends_at === null ? pricedUntil(lot, times) : null,
        terms_version: lot.terms_version,
        rule_set: rule_set && { id: rule_set.id, version: rule_set.version },
        limit_scope: countsReservations(first)
          ? { limit_scope: first.limit_scope, version: first.limit_scope_version }
          : null,
        total_cents: offer.price.total_cents,
        lines: offer.price.lines,
        price_terms: priceTerms(first, spot, times),
        expires_at,
      }),
  }
}

/**
 * Returns whether the rules count other reservations of the person or group, so that two concurrent bookings must not
 * both be the last allowed one.
 */
export function countsReservations({ rule_set }: Pick<Terms, 'rule_set'>): boolean {
  if (!rule_set) return false
  const { max_short_reservations, max_long_reservations, max_hours, nth_spot_prices } = rule_set.rules
  return (
    max_short_reservations !== null ||
    max_long_reservations !== null ||
    max_hours !== null ||
    nth_spot_prices.length > 0
  )
}

/** Returns the spot that the driver's own booking page holds for this, which others see as taken. */
async function heldSpot(
  app: FastifyInstance,
  of: { lot_id: string; spot_id: string | null; preferences: SpotPreferences; page_holders: string[] },
  times: ReservationTime,
  now: Date,
): Promise<SpotTerms | null> {
  const hold = await findOpenHold(app.pool, of.lot_id, of.page_holders, now)
  if (!hold || !isFor(hold, times) || hold.wanted !== wantedOf(of.spot_id, of.preferences)) return null
  const [spot] = await listSpotTerms(app.pool, of.lot_id, [hold.spot_id])
  return spot ?? null
}

interface Chosen {
  spot: SpotTerms
  is_free: boolean
  refusal: Refusal | null
}

async function namedSpot(
  app: FastifyInstance,
  terms: Terms,
  times: ReservationTime,
  spot_id: string,
  user_id: string,
): Promise<Chosen> {
  const [spot] = await listSpotTerms(app.pool, terms.lot.id, [spot_id])
  if (!spot) return refuse('not_found')
  if (spot.assigned_user_id === user_id) {
    refuse('spot_not_bookable', {
      field: 'spot_id',
      message: (t) => t('apiErrors.reservations.ownSpot'),
    })
  }
  const from = minutesOf(times.starts_at)
  const to = endMinutesOf(times.ends_at)
  const busy = await listBusy(app.pool, terms.lot.id, from, to, [spot.spot_no])
  return { spot, is_free: !busy.some((row) => row.spot_no === spot.spot_no), refusal: null }
}

async function chooseSpot(
  app: FastifyInstance,
  terms: Terms,
  times: ReservationTime,
  preferences: SpotPreferences,
  now: Date,
): Promise<Chosen> {
  const all = await listCandidates(app.pool, terms.lot.id, times, preferences, now)
  const seats = await findSeats(app, terms, all, times, preferences, now)
  const [spot] = seats.spots
  if (spot) return { spot, is_free: true, refusal: null }
  const like = all.find((each) => preferences.type === null || each.type === preferences.type) ?? all[0]
  if (!like) return refuse('lot_full', { message: (t) => t('apiErrors.reservations.noSuchSpots') })
  const full: Refusal = {
    code: 'lot_full',
    message: (t) => t('apiErrors.reservations.allTaken'),
    rule: null,
    rule_set: null,
  }
  return { spot: like, is_free: false, refusal: seats.refusal ?? full }
}
