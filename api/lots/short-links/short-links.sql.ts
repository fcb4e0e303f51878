import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Ports, secretWord } from '../../ports.ts'

export interface Target {
  lot_id: string
  path: string
  /** Each sign has links of its own. */
  sign_id: string | null
}

/** Returns the code of a target, creating one if necessary. */
export async function codeFor(
  tx: Tx,
  ports: Ports,
  { lot_id, path, sign_id }: Target,
  user_id: string,
): Promise<{ id: string; code: string; is_new: boolean }> {
  // A concurrent request may create the same link, or in the rarest case the same code.
  for (let tries = 0; tries < 5; tries += 1) {
    const made = await tx
      .insertInto('short_links')
      .values({
        id: ports.id(),
        lot_id,
        path,
        sign_id,
        code: secretWord(ports, 10),
        created_at: ports.now().toISOString(),
        created_by_user_id: user_id,
      })
      .onConflict((on) => on.doNothing())
      .returning(['id', 'code'])
      .executeTakeFirst()
    if (made) return { ...made, is_new: true }
    const known = await tx
      .selectFrom('short_links')
      .select(['id', 'code'])
      .where('lot_id', '=', lot_id)
      .where('path', '=', path)
      .where('sign_id', sign_id === null ? 'is' : '=', sign_id)
      .executeTakeFirst()
    if (known) return { ...known, is_new: false }
  }
  throw new Error('No unused code was found for a short link.')
}

const scan = statement(
  'count_scan',
  { path: 'text' },
  `with link as (
       select k.id, k.lot_id, k.path, ($2::timestamptz at time zone l.time_zone)::date as scanned_on,
         coalesce(k.public_id <> l.public_id, false)::int as outdated
       from short_links k join lots l on l.id = k.lot_id where k.code = $1),
     counted as (
       insert into short_link_scans as s (short_link_id, lot_id, scanned_on, scans, outdated_scans)
       select id, lot_id, scanned_on, 1, outdated from link
       on conflict (short_link_id, scanned_on, lot_id) do update
         set scans = s.scans + 1, outdated_scans = s.outdated_scans + excluded.outdated_scans)
     select path from link`,
)

/** Counts a scan on the lot's local day and returns the link's path, or null if there is no such link. */
export async function countScan(pool: pg.Pool, code: string, now: Date): Promise<string | null> {
  const rows = await queryPrepared(pool, scan, [code, now.toISOString()])
  return rows[0]?.path ?? null
}

/** Returns an existing link of a lot by its code. */
export function findShortLink(
  db: Db,
  lot_id: string,
  code: string,
): Promise<{ code: string; path: string } | undefined> {
  return db
    .selectFrom('short_links')
    .select(['code', 'path'])
    .where('code', '=', code)
    .where('lot_id', '=', lot_id)
    .executeTakeFirst()
}

/** Returns whether the lot has the spot. */
export async function hasSpot(db: Db, lot_id: string, spot_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from spots where lot_id = ${lot_id} and id = ${spot_id} and deleted_at is null`.execute(db)
  return rows.length > 0
}

/** Returns the lot's data for a link and its prints. */
export function findLinkedLot(db: Db, lot_id: string) {
  return db
    .selectFrom('lots')
    .select(['name', 'public_id', 'time_zone', 'country', 'language'])
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
}
