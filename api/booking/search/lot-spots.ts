import type { Offer } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { pageOf } from '../../plugins/paging.ts'
import { priceKey } from '../allocation/spot-allocation.ts'
import { type ReservationTime, snapTimes } from '../occupancy/times.rules.ts'
import { hoursRefuse, type OfferFound, offerOf, writeRefusal } from '../pricing/offer.ts'
import { getTerms } from '../pricing/terms.sql.ts'
import { rangeOf, type Viewer } from './offers.ts'
import type { SpotFilters } from './search.rules.ts'
import { listOfferedSpots } from './search.sql.ts'

/** Returns the matching spots of one lot with their prices. Equal spots share one price computation. */
export async function lotSpots(
  app: Pick<FastifyInstance, 'pool'>,
  t: Translate,
  lot_id: string,
  requested: ReservationTime,
  filters: Pick<SpotFilters, 'types' | 'features'>,
  { user_id, now }: Viewer,
  { after, limit }: { after: number; limit: number },
): Promise<{ items: OfferedSpot[]; next_cursor: string | null; refusal: Offer['refusal'] }> {
  const terms = await getTerms(app.pool, { lot_id, user_id, ...requested, now })
  const times = snapTimes(requested, terms.lot)
  const { from_min, to_min } = rangeOf(lot_id, times)
  const { types, features: wantedFeatures } = filters
  const page = { after, limit, types, features: wantedFeatures }
  const rows = await listOfferedSpots(app.pool, lot_id, from_min, to_min, page)
  const { items: spots, next_cursor } = pageOf(rows, limit, (row) => [row.spot_no])
  const known = new Map<string, OfferFound>()
  let refusal = hoursRefuse(terms.lot, times)
  let isSold = false
  const items = spots.map((spot): OfferedSpot => {
    const key = priceKey(spot)
    const offer = known.get(key) ?? offerOf(terms, spot, times, now)
    known.set(key, offer)
    refusal ??= offer.refusal
    isSold ||= offer.price !== null
    const { id, label, type, features, level, zone_id, shape, assigned_user_id } = spot
    // Assignees cannot book their own spot.
    const isOwn = user_id !== null && assigned_user_id === user_id
    const is_free = spot.is_free && offer.price !== null && !isOwn
    return { id, label, type, features, level, zone_id, shape, price: offer.price, is_free }
  })
  return { items, next_cursor, refusal: isSold ? null : writeRefusal(t, refusal) }
}
