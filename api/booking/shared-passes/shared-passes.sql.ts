import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const insert = statement(
  'insert_pass_link',
  { reservation_id: 'uuid' },
  `insert into pass_links (token_hash, lot_id, reservation_id, created_at)
     select $2::bytea, r.lot_id, r.id, $3::timestamptz from reservations r
     where r.id = $1 and r.status = 'ACTIVE' and (r.ends_at is null or r.ends_at > $3::timestamptz)
   returning reservation_id`,
)

/** Stores a link to the pass of a reservation. Returns false if the reservation is not confirmed or is over. */
export async function insertPassLink(
  pool: pg.Pool,
  reservation_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<boolean> {
  return (await query(pool, insert, [reservation_id, token_hash, now.toISOString()])).length > 0
}

export async function deletePassLinks(pool: pg.Pool, reservation_id: string): Promise<void> {
  await pool.query('delete from pass_links where reservation_id = $1', [reservation_id])
}

const shared = statement(
  'find_shared_pass',
  { reservation_id: 'uuid' },
  `select r.id as reservation_id from pass_links p join reservations r on r.id = p.reservation_id and r.lot_id = p.lot_id
     where p.token_hash = $1 and r.status in ('ACTIVE', 'CANCELED') and (r.ends_at is null or r.ends_at > $2::timestamptz - interval '1 day')`,
)

/** Returns the reservation that a link is for, or undefined if the link is unknown or the reservation long over. */
export async function findSharedPass(
  pool: pg.Pool,
  token_hash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const [row] = await query(pool, shared, [token_hash, now.toISOString()])
  return row?.reservation_id
}
