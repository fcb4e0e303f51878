import { queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type LotRow, lotColumns } from '../../lots/lots/lots.sql.ts'
import { longMinutes } from '../occupancy/times.rules.ts'

/** A lot as the index keeps it. */
export interface IndexedLot {
  id: string
  cell: number
  is_listed: boolean
  spots_on_request: string
  on_request_count: number
  has_calendar: boolean
  has_rules: boolean
  redirects_to: string | null
  row: LotRow
}

/** A time of a spot that was taken (1) or given back (-1). */
export interface IndexChange {
  lot_id: string
  spot_no: number
  starts_min: number
  ends_min: number
  added: 1 | -1
}

/** What happened after the snapshot `since` up to the snapshot `position`. */
export interface LotChanges {
  since: string
  position: string
  /** The changed lots as they are at `position`. */
  lots: IndexedLot[]
  /** The changed lots that no longer exist. */
  gone: string[]
  times: IndexChange[]
}

const lotJson = `jsonb_build_object('id', l.id, 'cell', l.cell, 'is_listed', l.is_listed, 'spots_on_request', l.spots_on_request::text, 'on_request_count', l.on_request_count,
  'has_calendar', exists (select from calendar_prices c where c.lot_id = l.id and c.deleted_at is null),
  'has_rules', exists (select from rule_sets rs where rs.lot_id = l.id and rs.is_default and rs.deleted_at is null),
  'redirects_to', (select d.to_lot_id from lot_redirects d where d.from_lot_id = l.id),
  'row', (select to_jsonb(r) from (select ${lotColumns}) r))`

/** More changes than this are not worth applying one by one. */
const MOST_CHANGES = 20_000

// The limit makes the planner read the index in its order for any snapshot, also with a generic plan.
const changesSince = statement(
  'read_search_changes',
  {
    position: 'text',
    is_complete: 'boolean',
    lots: json<IndexedLot[]>(),
    gone: json<string[]>(),
    times: json<[string, number, number, number, 1 | -1][]>(),
  },
  `with changes as materialized (
     select c.lot_id, c.spot_no, c.starts_min, c.ends_min, c.added from search_changes c
     where c.written_by >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.written_by, $1::pg_snapshot)
     order by c.written_by limit ${MOST_CHANGES + 1}),
   changed as materialized (select distinct c.lot_id from changes c where c.spot_no is null)
   select pg_current_snapshot()::text as position,
     k.kept_from <= pg_snapshot_xmin($1::pg_snapshot) and pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($1::pg_snapshot)
       and (select count(*) from changes) <= ${MOST_CHANGES} as is_complete,
     (select coalesce(jsonb_agg(${lotJson}), '[]') from changed x join lots l on l.id = x.lot_id) as lots,
     (select coalesce(jsonb_agg(x.lot_id), '[]') from changed x where not exists (select from lots l where l.id = x.lot_id)) as gone,
     (select coalesce(jsonb_agg(jsonb_build_array(c.lot_id, c.spot_no, c.starts_min, c.ends_min, c.added)), '[]')
       from changes c where c.spot_no is not null) as times
   from search_changes_kept k`,
)

/**
 * Reads what happened since a snapshot: exactly the changes that it did not see, in whatever order their transactions committed. Null
 * if they are no longer all there, or too many.
 */
export async function readChanges(db: pg.Pool | pg.PoolClient, since: string): Promise<LotChanges | null> {
  const [read] = await queryPrepared(db, changesSince, [since])
  if (!read?.is_complete) return null
  const times = read.times.map(([lot_id, spot_no, starts_min, ends_min, added]) => ({
    lot_id,
    spot_no,
    starts_min,
    ends_min,
    added,
  }))
  return { since, position: read.position, lots: read.lots, gone: read.gone, times }
}

const taken = (isLong: boolean) => `select o.spot_no, o.starts_min, o.ends_min from occupancy o
  where o.lot_id = l.id and o.ends_min > $3::int and o.ends_min - o.starts_min ${isLong ? '>' : '<='} ${longMinutes}`

const lotsToLoad = statement(
  'load_search_lots',
  { lot: json<IndexedLot>(), taken: 'bytea' },
  `select ${lotJson} as lot, coalesce((select string_agg(int4send(o.spot_no::int) || int4send(o.starts_min) || int4send(o.ends_min), ''::bytea
       order by o.starts_min) from (${taken(false)} union all ${taken(true)}) o), '') as taken
   from lots l where l.id > $1::uuid order by l.id limit $2::int`,
)
const lotsAtOnce = 50
const firstId = '00000000-0000-0000-0000-000000000000'

const currentSnapshot = statement(
  'get_snapshot',
  { position: 'text' },
  'select pg_current_snapshot()::text as position',
)

// Rows that are visible and yet of a later transaction come from another server, whose backup this database is.
const forgottenChanges = statement(
  'forget_foreign_search_changes',
  {},
  `with foreign_ones as (delete from search_changes where written_by >= pg_snapshot_xmax(pg_current_snapshot()))
   update search_changes_kept set kept_from = pg_snapshot_xmin(pg_current_snapshot()), next_from = pg_snapshot_xmin(pg_current_snapshot())
   where next_from > pg_snapshot_xmax(pg_current_snapshot())`,
)

/**
 * Reads all lots with their taken times that end after an epoch minute, as of one snapshot. `put` gets each lot; between a few lots,
 * `pause` lets the process answer others.
 */
export async function loadLots(
  pool: pg.Pool,
  known_from: number,
  begin: (position: string) => void,
  put: (lot: IndexedLot, taken: Buffer) => void,
  pause: () => Promise<unknown>,
): Promise<void> {
  await queryPrepared(pool, forgottenChanges, [])
  await inSnapshot(pool, async (client) => {
    const [at] = await queryPrepared(client, currentSnapshot, [])
    begin(at?.position ?? '')
    for (let after: string | null = firstId; after !== null; ) {
      const rows: { lot: IndexedLot; taken: Buffer }[] = await queryPrepared(client, lotsToLoad, [
        after,
        lotsAtOnce,
        known_from,
      ])
      for (const { lot, taken } of rows) put(lot, taken)
      after = rows.length < lotsAtOnce ? null : (rows.at(-1)?.lot.id ?? null)
      await pause()
    }
  })
}

/** Runs statements that all see the same snapshot. */
export async function inSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const done = await work(client)
    await client.query('commit')
    client.release()
    return done
  } catch (error) {
    // The pool closes the connection, with the transaction.
    client.release(true)
    throw error
  }
}

/** What a caller is to lots, as far as search depends on it. */
export interface IndexViewer {
  member_of: readonly string[]
  /** The lots in which their group has rules. */
  with_rules: readonly string[]
  /** The lots in which a spot is theirs. */
  own_spots: readonly string[]
}

const viewerLots = statement(
  'get_search_viewer',
  { member_of: 'uuid[]', with_rules: 'uuid[]', own_spots: 'uuid[]' },
  `select coalesce(array_agg(m.lot_id), '{}') as member_of,
     coalesce(array_agg(m.lot_id) filter (where g.rule_set_id is not null), '{}') as with_rules,
     array(select s.lot_id from spots s where s.assigned_user_id = $1::uuid and s.deleted_at is null) as own_spots
   from memberships m left join groups g on g.id = m.group_id and g.lot_id = m.lot_id and g.deleted_at is null
   where m.user_id = $1::uuid and m.status = 'ACTIVE'`,
)

/** Returns what a person is to lots, as far as search depends on it. */
export async function getIndexViewer(pool: pg.Pool, user_id: string): Promise<IndexViewer> {
  const [viewer] = await queryPrepared(pool, viewerLots, [user_id])
  return viewer ?? { member_of: [], with_rules: [], own_spots: [] }
}

const keptChanges = statement(
  'purge_search_changes',
  {},
  `with kept as (
     update search_changes_kept set kept_from = next_from, next_from = pg_snapshot_xmin(pg_current_snapshot()), noted_at = $1::timestamptz
     where noted_at < $1::timestamptz - interval '1 hour' returning kept_from)
   delete from search_changes c using kept k where c.written_by < k.kept_from`,
)

/** Deletes changes that are more than an hour old. */
export async function purgeSearchChanges(pool: pg.Pool, now: Date): Promise<void> {
  await queryPrepared(pool, keptChanges, [now.toISOString()])
}
