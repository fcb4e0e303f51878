import type { ReadEvent } from '@openspot/core/analytics/read-events.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const insertSalt = statement(
  'insert_analytics_salt',
  { salt: 'bytea' },
  `insert into analytics_salts (day, salt) values ($1, $2)
   on conflict (day) do update set salt = analytics_salts.salt returning salt`,
)

/** Returns the salt of a day. The first process of the day decides. */
export async function keepSalt(pool: pg.Pool, day: string, candidate: Buffer): Promise<Buffer> {
  const [row] = await queryPrepared(pool, insertSalt, [day, candidate])
  if (!row) throw new Error(`There is no salt of ${day}.`)
  return row.salt
}

const knownLots = statement(
  'list_known_lots',
  { id: 'uuid' },
  'select id from lots where id = any($1::uuid[])',
)

/** Returns which of these lots exist. */
export async function listKnownLots(pool: pg.Pool, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queryPrepared(pool, knownLots, [ids])
  return new Set(rows.map(({ id }) => id))
}

const insert = statement(
  'insert_analytics_events',
  { event: 'text' },
  `insert into analytics_events (id, at, event, lot_id, visitor, is_recognized, properties, delivery)
   select e.id, $2, e.event, e.lot_id, e.visitor, e.is_recognized, e.properties,
     (case when $3 and e.is_recognized then 'WAITING' else 'NONE' end)::event_delivery
   from jsonb_to_recordset($1::jsonb)
     as e (id uuid, event text, lot_id uuid, visitor text, is_recognized boolean, properties jsonb)
   on conflict (id) do nothing returning event`,
)

export interface EventRow extends Pick<ReadEvent, 'lot_id' | 'properties'> {
  id: string
  event: string
  visitor: string
  /** Whether the visitor allowed to be recognized. */
  is_recognized: boolean
}

/** Stores events, for the vendor too if it gets those of recognized visitors. Returns the names of those that were new. */
export async function insertEvents(
  pool: pg.Pool,
  rows: readonly EventRow[],
  hasVendor: boolean,
  now: Date,
): Promise<string[]> {
  const stored = await queryPrepared(pool, insert, [JSON.stringify(rows), now.toISOString(), hasVendor])
  return stored.map(({ event }) => event)
}
