import type { Price } from '@openspot/contract/booking/quotes.ts'
import { rankSpots } from '@openspot/core/allocation/best-fit.ts'
import { mayBeAssigned } from '@openspot/core/allocation/on-request.ts'
import { type ReseatMove, reseat } from '@openspot/core/allocation/reseat.ts'
import { MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import { endless, endMinutesOf } from '../occupancy/times.rules.ts'
import { type OfferedKind, offerOf, type RequestedReservation } from '../pricing/offer.ts'
import type { SpotTerms, Terms } from '../pricing/terms.sql.ts'
import { type BusyRow, listBusy, listMovable } from './spot-allocation.sql.ts'

/** How far around a reservation its neighbors are considered. */
const aroundMinutes = 14 * MINUTES_PER_DAY

/** The requirements for a spot if none is named. Without a type, it is one for a car. */
export interface SpotPreferences {
  type: string | null
  features: string[]
}

export interface Seats {
  /** Spots that are free the whole time at the lowest available price, the best fit first. */
  spots: SpotTerms[]
  price: Price | null
  /** If none is free: the flexible reservations to move so that the first of `spots` becomes free. */
  moves: ReseatMove[]
  /** Why nothing is available, as refused for the first matching spot. */
  refusal: ReturnType<typeof offerOf>['refusal']
}

/**
 * Finds where a reservation can go if any spot will do: of the cheapest spots, the one that fragments the calendar
 * least. If all are taken, flexible reservations that have not begun may be moved.
 */
export async function findSeats(
  app: Pick<FastifyInstance, 'pool'>,
  terms: Terms,
  all: readonly SpotTerms[],
  times: RequestedReservation,
  preferences: SpotPreferences,
  now: Date,
): Promise<Seats> {
  const candidates = all.filter((spot) => fits(spot, preferences))
  const from = minutesOf(times.starts_at)
  const to = endMinutesOf(times.ends_at)
  const busy = await listBusy(
    app.pool,
    terms.lot.id,
    from - aroundMinutes,
    Math.min(to, endless - aroundMinutes) + aroundMinutes,
    candidates.map(({ spot_no }) => spot_no),
  )
  const rowsOf = bySpot(busy)
  const isFree = (spot: SpotTerms) =>
    !(rowsOf.get(spot.spot_no) ?? []).some((row) => row.starts_min < to && row.ends_min > from)

  const priced = priceAll(terms, candidates, times, now)
  const free = priced.offers.filter(({ spot }) => isFree(spot))
  const cheapest = cheapestOf(free)
  if (cheapest.length > 0) {
    const ranked = rankSpots(
      cheapest.map(({ spot }) => ({ spot_id: spot.id, busy: spansOf(rowsOf.get(spot.spot_no) ?? []) })),
      { from, to: to === endless ? Number.POSITIVE_INFINITY : to },
      Math.floor(now.getTime() / 60_000),
    )
    const spots = ranked.flatMap(
      ({ spot_id }) => cheapest.find(({ spot }) => spot.id === spot_id)?.spot ?? [],
    )
    return { spots, price: cheapest[0]?.price ?? null, moves: [], refusal: null }
  }
  const moved = await findMoves(app, cheapestOf(priced.offers), rowsOf, { from, to }, now)
  return moved ?? { spots: [], price: null, moves: [], refusal: priced.refusal }
}

const fits = (spot: Pick<SpotTerms, 'type' | 'features'>, { type, features }: SpotPreferences): boolean =>
  mayBeAssigned(spot, { types: type === null ? [] : [type], features })

type PricedSeat = { spot: SpotTerms; price: Price }

/** The key of what makes a price. Spots with the same key cost the same, so one quote per key is enough. */
export const priceKey = (spot: OfferedKind) =>
  JSON.stringify([
    spot.type,
    spot.zone_id,
    spot.rates,
    spot.zone_rates,
    spot.host_rates,
    spot.min_reservation_price,
    spot.max_reservation_price,
    spot.min_notice_minutes,
  ])

function priceAll(terms: Terms, spots: readonly SpotTerms[], times: RequestedReservation, now: Date) {
  const known = new Map<string, ReturnType<typeof offerOf>>()
  const offers: PricedSeat[] = []
  let refusal: Seats['refusal'] = null
  for (const spot of spots) {
    const key = priceKey(spot)
    const offer = known.get(key) ?? offerOf(terms, spot, times, now)
    known.set(key, offer)
    refusal ??= offer.refusal
    if (offer.price) offers.push({ spot, price: offer.price })
  }
  return { offers, refusal: offers.length > 0 ? null : refusal }
}

function cheapestOf(offers: PricedSeat[]): PricedSeat[] {
  const least = Math.min(...offers.map(({ price }) => price.total_cents))
  return offers.filter(({ price }) => price.total_cents === least)
}

function bySpot(busy: BusyRow[]): Map<number, BusyRow[]> {
  const rows = new Map<number, BusyRow[]>()
  for (const row of busy) rows.set(row.spot_no, [...(rows.get(row.spot_no) ?? []), row])
  return rows
}

const endOf = (minutes: number) => (minutes >= endless ? Number.POSITIVE_INFINITY : minutes)

const spansOf = (rows: BusyRow[]) =>
  rows.map((row) => ({ from: row.starts_min, to: endOf(row.ends_min) })).sort((a, b) => a.from - b.from)

async function findMoves(
  app: Pick<FastifyInstance, 'pool'>,
  seats: PricedSeat[],
  rowsOf: Map<number, BusyRow[]>,
  wanted: { from: number; to: number },
  now: Date,
): Promise<Seats | null> {
  const ids = seats.flatMap(({ spot }) =>
    (rowsOf.get(spot.spot_no) ?? []).flatMap((row) => row.reservation_id ?? []),
  )
  const movable = await listMovable(app.pool, ids, now)
  if (movable.size === 0) return null
  const found = reseat(
    seats.map(({ spot }) => {
      const rows = rowsOf.get(spot.spot_no) ?? []
      return {
        spot_id: spot.id,
        closed: spansOf(rows.filter((row) => row.reservation_id === null)),
        reservations: rows.flatMap((row) =>
          row.reservation_id === null
            ? []
            : [
                {
                  reservation_id: row.reservation_id,
                  from: row.starts_min,
                  to: endOf(row.ends_min),
                  is_flexible: movable.has(row.reservation_id),
                  allowed: alike(spot, seats),
                },
              ],
        ),
      }
    }),
    { from: wanted.from, to: endOf(wanted.to) },
  )
  if (!found) return null
  const seat = seats.find(({ spot }) => spot.id === found.spot_id)
  return seat ? { spots: [seat.spot], price: seat.price, moves: found.moves, refusal: null } : null
}

/** Returns the spots that are as good as this one: the same price and type, and at least its features. */
function alike(spot: SpotTerms, seats: PricedSeat[]): Set<string> {
  const key = priceKey(spot)
  return new Set(
    seats
      .filter(
        (seat) =>
          priceKey(seat.spot) === key && fits(seat.spot, { type: spot.type, features: spot.features }),
      )
      .map((seat) => seat.spot.id),
  )
}
