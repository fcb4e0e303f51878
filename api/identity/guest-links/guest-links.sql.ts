import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const found = statement(
  'find_guest_link',
  {
    reservation_id: 'uuid',
    lot_id: 'uuid',
    user_id: 'uuid',
    account_status: 'users.account_status',
    is_usable: 'boolean',
  },
  // What the reservation was merged into is the same time at the same spot, and more of it.
  `with recursive way as (
     select g.lot_id, g.reservation_id as id, 0 as steps from guest_links g where g.token_hash = $1::bytea
     union all
     select w.lot_id, r.merged_into_id, w.steps + 1 from way w join reservations r on r.id = w.id and r.lot_id = w.lot_id
       where r.merged_into_id is not null and w.steps < 20)
   select r.id as reservation_id, r.lot_id, r.user_id, u.account_status,
     coalesce(g.revoked_at is null and g.expires_at > $2::timestamptz, false) as is_usable
   from way w join reservations r on r.id = w.id and r.lot_id = w.lot_id join users u on u.id = r.user_id
     join guest_links g on g.token_hash = $1::bytea
   order by w.steps desc limit 1`,
)

/** Returns the reservation that a link leads to, also if it has expired or was turned off; undefined if it is unknown. */
export async function findGuestLink(pool: pg.Pool, token_hash: Buffer, now: Date) {
  return (await queryPrepared(pool, found, [token_hash, now.toISOString()]))[0]
}

const opened = statement(
  'open_guest_link',
  { expires_at: 'timestamptz' },
  // This lock conflicts with the update that turns a link off, so one of them waits for the other. If the link is opened first, turning
  // it off also ends the session inserted here. If it is turned off first, this statement finds it revoked and inserts nothing.
  `with link as (
     select g.expires_at from guest_links g
     where g.token_hash = $1::bytea and g.revoked_at is null and g.expires_at > $5::timestamptz for share)
   insert into link_sessions as s (token_hash, lot_id, reservation_id, created_at, expires_at)
     select $2::bytea, $3::uuid, $4::uuid, $5::timestamptz, link.expires_at from link
     on conflict (token_hash, lot_id, reservation_id) do update set expires_at = greatest(s.expires_at, excluded.expires_at)
   returning s.expires_at`,
)

/** Opens a link on a device. Returns until when, or undefined if the link has just been turned off. */
export async function insertLinkSession(
  pool: pg.Pool,
  of: { link_hash: Buffer; token_hash: Buffer; lot_id: string; reservation_id: string; now: Date },
): Promise<string | undefined> {
  const values = [of.link_hash, of.token_hash, of.lot_id, of.reservation_id, of.now.toISOString()]
  return (await queryPrepared(pool, opened, values))[0]?.expires_at
}

const held = statement(
  'find_link_device',
  { ends_at: 'timestamptz' },
  `select max(expires_at) as ends_at from link_sessions
   where token_hash = $1::bytea and expires_at > $2::timestamptz having count(*) > 0`,
)

/** Returns until when a token shows anything; undefined if it shows nothing now. */
export async function findLinkDevice(
  pool: pg.Pool,
  token_hash: Buffer,
  now: Date,
): Promise<string | undefined> {
  return (await queryPrepared(pool, held, [token_hash, now.toISOString()]))[0]?.ends_at
}

/** Closes everything that is open by links with these tokens. */
export async function deleteLinkDevices(pool: pg.Pool, token_hashes: readonly Buffer[]): Promise<void> {
  await pool.query('delete from link_sessions where token_hash = any($1)', [token_hashes])
}

const counted = statement(
  'count_guest_links',
  { links: 'integer', devices: 'integer' },
  `with part as materialized (select id from passes_before($1::uuid, $2::uuid) id)
   select (select count(*)::int from guest_links g join part on part.id = g.reservation_id where g.lot_id = $1::uuid
       and g.revoked_at is null and g.expires_at > $3::timestamptz) as links,
     (select count(distinct s.token_hash)::int from link_sessions s join part on part.id = s.reservation_id where s.lot_id = $1::uuid
       and s.expires_at > $3::timestamptz) as devices`,
)

/** Returns how many links that show the pass of a reservation work, and on how many devices they are open. */
export async function countGuestLinks(
  pool: pg.Pool,
  of: { lot_id: string; reservation_id: string; now: Date },
) {
  const [row] = await queryPrepared(pool, counted, [of.lot_id, of.reservation_id, of.now.toISOString()])
  return row ?? { links: 0, devices: 0 }
}

const parts = statement(
  'list_passes_before',
  { id: 'uuid' },
  `select id from passes_before($1::uuid, $2::uuid) id`,
)

/** Turns off the links that show the pass of a reservation, and closes what they opened. Returns how many links and devices that were. */
export async function turnOffGuestLinks(
  tx: Tx,
  of: { lot_id: string; reservation_id: string; now: Date },
): Promise<{ links: number; devices: number }> {
  const at = of.now.toISOString()
  const rows = await queryPrepared(tx, parts, [of.lot_id, of.reservation_id])
  const ids = rows.map(({ id }) => id)
  const links = await tx
    .updateTable('guest_links')
    .set({ revoked_at: at })
    .where('lot_id', '=', of.lot_id)
    .where('reservation_id', 'in', ids)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  // After the links, whose update waits for those that are being opened.
  const devices = await tx
    .deleteFrom('link_sessions')
    .where('lot_id', '=', of.lot_id)
    .where('reservation_id', 'in', ids)
    .executeTakeFirst()
  return { links: Number(links.numUpdatedRows), devices: Number(devices.numDeletedRows) }
}
