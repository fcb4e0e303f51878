import type { WaitlistEntry } from '@openspot/contract/booking/waitlist.ts'
import type { FastifyInstance } from 'fastify'
import { listCandidates } from '../allocation/candidates.sql.ts'
import { findSeats } from '../allocation/spot-allocation.ts'
import { offerOf } from '../pricing/offer.ts'
import { getTerms } from '../pricing/terms.sql.ts'
import type { NewEntry, OwnEntry } from './waitlist.sql.ts'

/** Returns the spots that may be offered to a waiting driver, with their prices, and the moves that they need. */
export async function findOffers(app: Pick<FastifyInstance, 'pool'>, entry: NewEntry, now: Date) {
  const terms = await getTerms(app.pool, { ...entry, now })
  const times = { starts_at: entry.starts_at, ends_at: entry.ends_at }
  const spots = await listCandidates(app.pool, entry.lot_id, times, entry, now)
  const seats = await findSeats(app, terms, spots, times, entry, now)
  const offers = seats.spots
    .slice(0, 3)
    .map((spot) => ({ spot, price: offerOf(terms, spot, times, now).price }))
  return { terms, times, offers, moves: seats.moves }
}

/** Returns an entry as its driver sees it. */
export async function ownEntry(
  app: Pick<FastifyInstance, 'pool'>,
  row: OwnEntry,
  now: Date,
): Promise<WaitlistEntry> {
  const { user_id, car_id, is_vehicle_elsewhere, refuses_vehicles_elsewhere, ...entry } = row
  const waits_for_vehicle =
    is_vehicle_elsewhere &&
    (refuses_vehicles_elsewhere || (await isFree(app, { ...entry, user_id, car_id }, now)))
  return { ...entry, waits_for_vehicle }
}

/** Whether all that could be offered is free of charge. Such an offer would be a reservation at once. */
async function isFree(app: Pick<FastifyInstance, 'pool'>, entry: NewEntry, now: Date): Promise<boolean> {
  const { offers } = await findOffers(app, entry, now)
  return offers.length > 0 && offers.every(({ price }) => price?.total_cents === 0)
}
