import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { SpotType } from '@openspot/core/enums.ts'
import { compareBest } from '@openspot/core/search/best.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import { listCandidates } from '../allocation/candidates.sql.ts'
import { findSeats } from '../allocation/spot-allocation.ts'
import { endMinutesOf, type ReservationTime, snapTimes } from '../occupancy/times.rules.ts'
import { hoursRefuse, type OfferFound, type OfferTerms, plainSpot, plainTerms } from '../pricing/offer.ts'
import { getTerms } from '../pricing/terms.sql.ts'
import { listKinds, listMovableLots, type SpotKind } from './kinds.sql.ts'
import { knownOffer } from './known-offers.ts'
import { isWithin, noFilters, type SpotFilters } from './search.rules.ts'
import { countFree, type FoundLot, findLot, type LotRange } from './search.sql.ts'

type Api = Pick<FastifyInstance, 'pool'>

export interface Viewer {
  user_id: string | null
  now: Date
}

/** A lot's offer for given times: the number of bookable spots and the lowest price, or why there is none. */
export interface LotOffer extends OfferFound {
  free_spots: number
  /** The type of the spot with the price. In a lot of equal spots that nobody needs to tell apart, STANDARD. */
  type: SpotType
}

/** The times snapped to the lot's grid, with the terms and spot kinds that decide the offer. */
interface LotCandidate {
  times: ReservationTime
  terms: OfferTerms
  kinds: SpotKind[]
}

/** The number of lots that are checked concurrently for whether reservations could make room. */
const roomAtOnce = 4

export const rangeOf = (lot_id: string, times: ReservationTime): LotRange => ({
  lot_id,
  from_min: minutesOf(times.starts_at),
  to_min: endMinutesOf(times.ends_at),
})

/**
 * Returns the offers of lots to a caller for given times, by lot id. They match exactly what checkout would accept.
 * @param counted the time range for which the lots' free spots were counted when they were found
 */
export async function findOffers(
  app: Api,
  found: FoundLot[],
  requested: ReservationTime,
  counted: Pick<LotRange, 'from_min' | 'to_min'>,
  filters: SpotFilters,
  caller: Viewer,
): Promise<Map<string, LotOffer>> {
  const lots = await quoteLots(app, found, requested, counted, filters, caller)
  const offers = new Map<string, LotOffer>()
  const full: LotCandidate[] = []
  for (const [lot_id, lot] of lots) {
    const offer = weigh(lot, filters, caller.now)
    offers.set(lot_id, offer)
    if (offer.price && offer.free_spots === 0) full.push(lot)
  }
  const movable = await listMovableLots(
    app.pool,
    full.map(({ terms, times }) => rangeOf(terms.lot.id, times)),
    caller.now,
  )
  const asking = full.filter(({ terms }) => movable.has(terms.lot.id))
  for (let i = 0; i < asking.length; i += roomAtOnce) {
    const some = asking.slice(i, i + roomAtOnce)
    const prices = await Promise.all(some.map((lot) => priceWithRoomMade(app, lot, filters, caller)))
    for (const [j, { terms }] of some.entries()) {
      const price = prices[j]
      if (price) offers.set(terms.lot.id, { free_spots: 1, price, refusal: null, type: 'STANDARD' })
    }
  }
  return offers
}

/** Returns the offer of one lot to a caller who has its link. */
export async function offerOfLot(
  app: Api,
  lot: LotRow,
  requested: ReservationTime,
  caller: Viewer,
): Promise<LotOffer> {
  const range = rangeOf(lot.id, snapTimes(requested, lot))
  const found = await findLot(app.pool, range, caller.user_id)
  const offers = await findOffers(app, found ? [found] : [], requested, range, noFilters, caller)
  return offers.get(lot.id) ?? noOffer
}

/**
 * Loads what is needed to compute the offers. For most lots the first query is enough, because all spots have the lot's
 * price and are open to everyone. The others take one more query by spot kind.
 */
async function quoteLots(
  app: Api,
  found: FoundLot[],
  requested: ReservationTime,
  counted: Pick<LotRange, 'from_min' | 'to_min'>,
  filters: SpotFilters,
  caller: Viewer,
): Promise<Map<string, LotCandidate>> {
  const ranges = new Map<string, LotRange>()
  const reservations = new Map<string, ReservationTime>()
  // Lots near each other have the same clock, and mostly the same grid.
  const grids = new Map<string, { times: ReservationTime; range: LotRange }>()
  for (const { lot } of found) {
    const grid = `${lot.snap_minutes} ${lot.time_zone}`
    let snapped = grids.get(grid)
    if (snapped === undefined) {
      const times = snapTimes(requested, lot)
      snapped = { times, range: rangeOf('', times) }
      grids.set(grid, snapped)
    }
    reservations.set(lot.id, snapped.times)
    ranges.set(lot.id, { ...snapped.range, lot_id: lot.id })
  }
  const plain = new Set(found.flatMap((each) => (isPlain(each, filters) ? [each.lot.id] : [])))
  const all = [...ranges.values()]
  const recount = all.filter(
    ({ lot_id, from_min, to_min }) =>
      plain.has(lot_id) && (from_min !== counted.from_min || to_min !== counted.to_min),
  )
  const further = all.filter(({ lot_id }) => !plain.has(lot_id))
  const [recounted, asking] = await Promise.all([
    countFree(app.pool, recount),
    further.length > 0 ? listKinds(app.pool, further, filters, caller) : [],
  ])
  const known = new Map(asking.map((lot) => [lot.lot_id, lot]))
  return new Map(
    found.map((each): [string, LotCandidate] => {
      const { lot } = each
      const times = reservations.get(lot.id) ?? requested
      const calendar_prices = each.calendar_prices ?? []
      const { rule_set, held, kinds } = known.get(lot.id) ?? { rule_set: null, held: [], kinds: [] }
      const free = recounted.get(lot.id) ?? each.free_spots
      return plain.has(lot.id)
        ? [
            lot.id,
            {
              times,
              terms: plainTerms(lot, calendar_prices),
              kinds: [{ ...plainSpot, total: lot.spot_count - each.on_request_count, free }],
            },
          ]
        : [lot.id, { times, terms: { lot, calendar_prices, rule_set, held }, kinds }]
    }),
  )
}

/** Returns whether all spots of a lot are equal for this caller, so that counting them is enough. */
function isPlain({ lot, ...found }: FoundLot, filters: SpotFilters): boolean {
  const isFiltered = filters.types.length > 0 || filters.features.length > 0
  const isByZone = found.calendar_prices?.some(({ zone_ids }) => zone_ids !== null) ?? false
  return !(
    isFiltered ||
    isByZone ||
    lot.has_own_rates ||
    lot.has_min_notice ||
    found.has_rules ||
    found.has_own_spot
  )
}

/** Returns the offer with the lowest price among the matching free spots, or among all if none is free. */
function weigh({ times, terms, kinds }: LotCandidate, filters: SpotFilters, now: Date): LotOffer {
  const closed = hoursRefuse(terms.lot, times)
  if (closed) return { ...noOffer, refusal: closed }
  let refusal: OfferFound['refusal'] = null
  let free_spots = 0
  let lowest: TypedPrice | null = null
  let lowestTaken: TypedPrice | null = null
  for (const kind of kinds.filter(({ total }) => total > 0)) {
    const { price, refusal: refused } = knownOffer(terms, kind, times, now)
    if (price === null) refusal ??= refused
    else if (isWithin(filters, price.total_cents)) {
      const offered = { price, type: kind.type }
      if (kind.free > 0) lowest = lower(lowest, offered)
      else lowestTaken = lower(lowestTaken, offered)
      free_spots += Math.max(0, kind.free)
    }
  }
  const found = lowest ?? lowestTaken
  return found ? { free_spots, ...found, refusal: null } : { ...noOffer, free_spots, refusal }
}

const noOffer: LotOffer = { free_spots: 0, price: null, refusal: null, type: 'STANDARD' }

interface TypedPrice {
  price: Price
  type: SpotType
}

/** Returns the lower price; of two equal ones, that of the more convenient type. */
function lower(one: TypedPrice | null, other: TypedPrice): TypedPrice {
  if (one === null || other.price.total_cents < one.price.total_cents) return other
  const isEqual = other.price.total_cents === one.price.total_cents
  return isEqual && compareBest(rankable(other), rankable(one)) < 0 ? other : one
}
const rankable = ({ type }: TypedPrice) => ({ total_cents: 1, walk_minutes: null, type })

/** Returns the price in a full lot if flexible reservations can be moved to free a spot, or null if they cannot. */
async function priceWithRoomMade(
  app: Api,
  { times, terms }: LotCandidate,
  filters: SpotFilters,
  { user_id, now }: Viewer,
): Promise<Price | null> {
  const lot_id = terms.lot.id
  const full = await getTerms(app.pool, { lot_id, user_id, ...times, now })
  const { types, features } = filters
  let lowest: Price | null = null
  // A booking of any spot names one type or none.
  for (const type of types.length > 0 ? types : [null]) {
    const all = await listCandidates(app.pool, lot_id, times, { type, features }, now)
    const others = all.filter((spot) => user_id === null || spot.assigned_user_id !== user_id)
    const { price } = await findSeats(app, full, others, times, { type, features }, now)
    if (
      price &&
      isWithin(filters, price.total_cents) &&
      price.total_cents < (lowest?.total_cents ?? Infinity)
    )
      lowest = price
  }
  return lowest
}
