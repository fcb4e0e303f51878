import type { PageHold, PlacedPageHold } from '@openspot/contract/booking/page-holds.ts'
import type { FastifyInstance } from 'fastify'
import { listCandidates } from '../allocation/candidates.sql.ts'
import { findSeats, type SpotPreferences } from '../allocation/spot-allocation.ts'
import { checkTimes, type ReservationTime, snapTimes } from '../occupancy/times.rules.ts'
import { offerOf } from '../pricing/offer.ts'
import { getTerms, listSpotTerms, type SpotTerms, type Terms } from '../pricing/terms.sql.ts'
import { findLatestSpot, findOpenHold, type PlaceOutcome, placeHold, wantedOf } from './page-holds.sql.ts'

/** How many of the best spots are tried if others take them at the same moment. */
const MAX_TRIES = 5

interface AskedHold extends ReservationTime {
  lot_id: string
  /** Null: any that matches the preferences. */
  spot_id: string | null
  preferences: SpotPreferences
  page_id: string
  renews: boolean
  holders: string[]
  user_id: string | null
  network: string | null
}

/** Holds the spot that a booking page shows, or says why there is none. */
export async function place(app: FastifyInstance, asked: AskedHold): Promise<PlacedPageHold> {
  const now = app.ports.now()
  checkTimes(asked, now)
  const terms = await getTerms(app.pool, { ...asked, now })
  const times = snapTimes(asked, terms.lot)
  const { lot_id, holders } = asked
  const wanted = wantedOf(asked.spot_id, asked.preferences)
  const earlier =
    asked.spot_id ?? (await findLatestSpot(app.pool, { lot_id, holders, wanted, ...times }, now))
  // Another spot is looked for only if the visitor had none, or theirs is gone.
  const first = earlier === null ? [] : await listSpotTerms(app.pool, lot_id, [earlier])
  const attempt = { terms, times, wanted, asked, now }
  const tried = await tryEach(app, attempt, first)
  if (tried.outcome !== 'TAKEN' || asked.spot_id !== null) return tried
  const all = await listCandidates(app.pool, lot_id, times, asked.preferences, now)
  const seats = await findSeats(app, terms, all, times, asked.preferences, now)
  // Nobody is moved for a hold.
  const free = seats.moves.length === 0 ? seats.spots.slice(0, MAX_TRIES) : []
  return free.length === 0 && seats.refusal ? answer('NOT_SOLD') : tryEach(app, attempt, free)
}

interface Attempt {
  terms: Terms
  times: ReservationTime
  wanted: string
  asked: AskedHold
  now: Date
}

async function tryEach(
  app: FastifyInstance,
  { terms, times, wanted, asked, now }: Attempt,
  spots: readonly SpotTerms[],
): Promise<PlacedPageHold> {
  const { page_id, renews, holders, user_id, network, lot_id } = asked
  for (const spot of spots) {
    const { price } = offerOf(terms, spot, times, now)
    if (!price) return answer('NOT_SOLD')
    const of = { page_id, renews, holders, user_id, network, lot_id, wanted, ...times }
    const { outcome, expires_at } = await placeHold(app.pool, now, {
      ...of,
      id: app.ports.id(),
      spot_id: spot.id,
    })
    if (outcome === 'held' && expires_at !== null) {
      app.changes.announce(lot_id)
      return { outcome: 'HELD', hold: holdOf(spot, times, price, expires_at, now) }
    }
    if (outcome !== 'taken') return answer(words[outcome])
  }
  return answer('TAKEN')
}

/** Returns what a visitor's page holds in a lot, with today's price. */
export async function openHoldOf(
  app: FastifyInstance,
  lot_id: string,
  holders: readonly string[],
  user_id: string | null,
): Promise<PageHold | null> {
  const now = app.ports.now()
  const hold = await findOpenHold(app.pool, lot_id, holders, now)
  if (!hold) return null
  const terms = await getTerms(app.pool, { lot_id, user_id, ...hold, now })
  const [spot] = await listSpotTerms(app.pool, lot_id, [hold.spot_id])
  if (!spot) return null
  const { starts_at, ends_at } = hold
  return holdOf(
    spot,
    { starts_at, ends_at },
    offerOf(terms, spot, { starts_at, ends_at }, now).price,
    hold.expires_at,
    now,
  )
}

function holdOf(
  { id, label, type, features, level }: SpotTerms,
  times: ReservationTime,
  price: PageHold['price'],
  expires_at: string,
  now: Date,
): PageHold {
  const seconds_left = Math.max(0, Math.floor((Date.parse(expires_at) - now.getTime()) / 1000))
  return { spot: { id, label, type, features, level }, ...times, price, expires_at, seconds_left }
}

const words = {
  held: 'HELD',
  taken: 'TAKEN',
  ran_out: 'RAN_OUT',
  limited: 'LIMITED',
  has_one: 'HAS_ONE',
} as const satisfies Record<PlaceOutcome, PlacedPageHold['outcome']>

const answer = (outcome: PlacedPageHold['outcome']): PlacedPageHold => ({ outcome, hold: null })
