import type { LongerOffer } from '@openspot/contract/lots/longer-offer.ts'
import type { SpotFeature, SpotType } from '@openspot/core/enums.ts'
import { findLonger, MAX_LONGER_MINUTES } from '@openspot/core/quote/longer.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { listBusy } from '../allocation/spot-allocation.sql.ts'
import { snapTimes } from '../occupancy/times.rules.ts'
import { offerOf } from '../pricing/offer.ts'
import { getTerms, listSpotTerms } from '../pricing/terms.sql.ts'
import { lotSpots } from './lot-spots.ts'
import type { Viewer } from './offers.ts'

export interface LongerRequest {
  starts_at: string
  ends_at: string
  spot_id: string | null
  types: SpotType[]
  features: SpotFeature[]
}

/**
 * Returns a longer time that costs little more than the requested one, on the requested spot or on one of the cheapest free ones, or null. It
 * can be booked at that price: its hours, its rules, and what else the spot is needed for are those of checkout.
 */
export async function longerOffer(
  app: Pick<FastifyInstance, 'pool'>,
  t: Translate,
  lot_id: string,
  { spot_id, types, features, ...requested }: LongerRequest,
  viewer: Viewer,
): Promise<LongerOffer | null> {
  const page = { after: 0, limit: 1000 }
  const { items } = await lotSpots(app, t, lot_id, requested, { types, features }, viewer, page)
  const free = items.filter((spot) => spot.is_free && (spot_id === null || spot.id === spot_id))
  const total_cents = Math.min(...free.map(({ price }) => price?.total_cents ?? Number.POSITIVE_INFINITY))
  const cheapest = free.filter(({ price }) => price?.total_cents === total_cents).slice(0, 50)
  const wide = { ...requested, ends_at: isoOf(minutesOf(requested.ends_at) + MAX_LONGER_MINUTES) }
  const terms = await getTerms(app.pool, { lot_id, user_id: viewer.user_id, ...wide, now: viewer.now })
  const ids = cheapest.map(({ id }) => id)
  const spots = await listSpotTerms(app.pool, lot_id, ids)
  const times = snapTimes(requested, terms.lot)
  const [first] = spots
  if (!first || times.ends_at === null) return null
  const ends_min = minutesOf(times.ends_at)
  const nos = spots.map(({ spot_no }) => spot_no)
  const busy = await listBusy(app.pool, lot_id, ends_min, ends_min + MAX_LONGER_MINUTES, nos)
  const freeUntil = (spot_no: number) =>
    Math.min(
      Number.POSITIVE_INFINITY,
      ...busy
        .filter((row) => row.spot_no === spot_no)
        .map(({ starts_min }) => Math.max(starts_min, ends_min)),
    )
  const longest = spots.reduce(
    (best, spot) => (freeUntil(spot.spot_no) > freeUntil(best.spot_no) ? spot : best),
    first,
  )
  const found = findLonger(
    {
      ends_min,
      total_cents,
      step_minutes: terms.lot.snap_minutes,
      until_min: freeUntil(longest.spot_no),
    },
    (end) =>
      offerOf(terms, longest, { ...times, ends_at: isoOf(end) }, viewer.now).price?.total_cents ?? null,
  )
  return (
    found && {
      ends_at: isoOf(found.ends_min),
      extra_cents: found.extra_cents,
      currency: terms.lot.currency,
    }
  )
}
