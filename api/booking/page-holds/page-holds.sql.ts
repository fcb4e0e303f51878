import {
  MAX_ANONYMOUS_PAGE_HOLDS_PERCENT,
  MAX_HOURLY_PAGE_HOLDS,
  MAX_NETWORK_PAGE_HOLDS,
  MAX_PAGE_HOLDS,
  PAGE_HOLD_MINUTES,
} from '@openspot/core/reservations/page-hold-limits.ts'
import { query, queryPrepared } from '@openspot/db/database.ts'
import { jsonRecord, type RecordOf, type RowOf, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import type { SpotPreferences } from '../allocation/spot-allocation.ts'
import type { ReservationTime } from '../occupancy/times.rules.ts'

const limits = {
  minutes: PAGE_HOLD_MINUTES,
  max_open: MAX_PAGE_HOLDS,
  max_hourly: MAX_HOURLY_PAGE_HOLDS,
  max_network: MAX_NETWORK_PAGE_HOLDS,
  max_anonymous_percent: MAX_ANONYMOUS_PAGE_HOLDS_PERCENT,
}

const placedRecord = jsonRecord(
  'place_page_hold.p',
  {
    id: 'uuid',
    page_id: 'uuid',
    holders: 'text[]',
    user_id: 'uuid?',
    network: 'text?',
    lot_id: 'uuid',
    spot_id: 'uuid',
    wanted: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
    renews: 'boolean',
    minutes: 'integer',
    max_open: 'integer',
    max_hourly: 'integer',
    max_network: 'integer',
    max_anonymous_percent: 'integer',
  },
  {},
)
type PlacedRecord = RecordOf<typeof placedRecord>
type NewPageHold = Omit<PlacedRecord, keyof typeof limits>

export type PlaceOutcome = 'held' | 'taken' | 'ran_out' | 'limited' | 'has_one'

const placed = statement(
  'place_page_hold',
  { outcome: text<PlaceOutcome>(), expires_at: 'timestamptz?' },
  'select * from place_page_hold($1, $2)',
)

/** Holds a spot for a page; db/functions/page_holds.sql describes the outcomes. */
export async function placeHold(
  pool: pg.Pool,
  now: Date,
  of: NewPageHold,
): Promise<{ outcome: PlaceOutcome; expires_at: string | null }> {
  const parameter = JSON.stringify({ ...of, ...limits } satisfies PlacedRecord)
  const [row] = await queryPrepared(pool, placed, [now.toISOString(), parameter])
  if (!row) throw new Error('a function returned no row')
  return row
}

/** What a page asks for, as text that is the same for the same wish. */
export const wantedOf = (spot_id: string | null, { type, features }: SpotPreferences): string =>
  spot_id === null ? `any ${type ?? ''} ${[...features].sort().join(',')}` : `spot ${spot_id}`

const heldShape = {
  id: 'uuid',
  spot_id: 'uuid',
  wanted: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
  expires_at: 'timestamptz',
} as const
type HeldPage = RowOf<typeof heldShape>

const open = statement(
  'find_open_page_hold',
  heldShape,
  `select h.id, h.spot_id, h.wanted, h.starts_at, h.ends_at, h.expires_at from page_holds h
     where h.lot_id = $1 and h.holder = any($2::text[]) and h.ended_at is null and h.expires_at > $3
     order by h.expires_at desc limit 1`,
)

/** Returns what a visitor's page holds in a lot now. */
export async function findOpenHold(
  pool: pg.Pool,
  lot_id: string,
  holders: readonly string[],
  now: Date,
): Promise<HeldPage | null> {
  if (holders.length === 0) return null
  const [row] = await queryPrepared(pool, open, [lot_id, holders, now.toISOString()])
  return row ?? null
}

/** Whether a hold is for a time. */
export const isFor = (
  hold: Pick<HeldPage, 'starts_at' | 'ends_at'>,
  { starts_at, ends_at }: ReservationTime,
): boolean =>
  Date.parse(hold.starts_at) === Date.parse(starts_at) &&
  (hold.ends_at === null || ends_at === null
    ? hold.ends_at === ends_at
    : Date.parse(hold.ends_at) === Date.parse(ends_at))

const latest = statement(
  'find_latest_page_hold',
  { spot_id: 'uuid' },
  `select h.spot_id from page_holds h
     where h.lot_id = $1 and h.holder = any($2::text[]) and h.wanted = $3 and h.starts_at = $4 and h.ends_at is not distinct from $5::timestamptz
       and h.placed_at > $6::timestamptz - interval '1 hour'
     order by h.expires_at desc, h.placed_at desc limit 1`,
)

/** Returns the spot that a visitor held last for the same wish and time, if within the last hour. */
export async function findLatestSpot(
  pool: pg.Pool,
  of: { lot_id: string; holders: readonly string[]; wanted: string } & ReservationTime,
  now: Date,
): Promise<string | null> {
  const [row] = await queryPrepared(pool, latest, [
    of.lot_id,
    of.holders,
    of.wanted,
    of.starts_at,
    of.ends_at,
    now.toISOString(),
  ])
  return row?.spot_id ?? null
}

const released = statement(
  'release_page_hold',
  { lot_id: 'uuid' },
  'select * from release_page_hold($1, $2, $3) as lot_id',
)

/** Releases what a page holds, if it is still the one that shows it. Returns the lots. */
export async function releaseHold(
  pool: pg.Pool,
  now: Date,
  holders: readonly string[],
  page_id: string,
): Promise<string[]> {
  if (holders.length === 0) return []
  return (await query(pool, released, [now.toISOString(), holders, page_id])).map(({ lot_id }) => lot_id)
}

const expired = statement(
  'expire_page_holds',
  { lot_id: 'uuid' },
  'select * from expire_page_holds($1) as lot_id',
)

/** Ends the page holds whose time is up. Returns their lots. */
export async function expireHolds(pool: pg.Pool, now: Date): Promise<string[]> {
  return (await query(pool, expired, [now.toISOString()])).map(({ lot_id }) => lot_id)
}
