import { queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const addressShape = { has_account: 'boolean', email: 'text?', is_of_lot: 'boolean' } as const
export type GuestAddress = RowOf<typeof addressShape>
const address = statement(
  'find_guest_address',
  addressShape,
  `select u.account_status <> 'GHOST' as has_account, coalesce(u.email, u.contact_email) as email, u.email is not null as is_of_lot
   from reservations r join users u on u.id = r.user_id where r.id = $1::uuid`,
)

/**
 * Returns where a link that confirms a guest's reservation goes; null if only a number is known. `is_of_lot` says that a lot wrote the
 * address into its own records, so that confirming it makes an account.
 */
export async function findGuestAddress(pool: pg.Pool, reservation_id: string) {
  return (await queryPrepared(pool, address, [reservation_id]))[0]
}

const openPasses = statement(
  'list_open_passes',
  {
    id: 'uuid',
    lot_name: 'text',
    spot_label: 'text',
    time_zone: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
    has_account: 'boolean',
    email: 'text?',
  },
  // What a pass was merged into, and the rest of it on another spot: what passes_before finds, the other way around.
  `with recursive way as (
     select x.lot_id, x.reservation_id as id, 0 as steps from link_sessions x
       where x.token_hash = any($1::bytea[]) and x.expires_at > $2::timestamptz
     union
     select n.lot_id, n.id, w.steps + 1 from way w join reservations m on m.id = w.id and m.lot_id = w.lot_id
       join reservations n on n.lot_id = m.lot_id and n.user_id = m.user_id and (n.id = m.merged_into_id or n.continues_id = m.id)
       where w.steps < 20)
   select r.id, lot_text('name', l.name, l.language, l.texts, $3::text) as lot_name, s.label as spot_label, l.time_zone, r.starts_at, r.ends_at,
     u.account_status <> 'GHOST' as has_account, coalesce(u.email, u.contact_email) as email
   from (select distinct lot_id, id from way) w join reservations r on r.id = w.id and r.lot_id = w.lot_id
     join users u on u.id = r.user_id join lots l on l.id = r.lot_id join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
   where r.status = 'ACTIVE' and u.account_status in ('GHOST', 'ACTIVE')
     and (r.ends_at is null or r.ends_at > $2::timestamptz - interval '1 day')
   order by coalesce(r.ends_at <= $2::timestamptz, false), r.starts_at, r.id limit 10`,
)

/** Returns the passes that one of the tokens shows, the soonest first, and those that have ended last. */
export async function listOpenPasses(
  pool: pg.Pool,
  token_hashes: readonly Buffer[],
  reader: string,
  now: Date,
) {
  if (token_hashes.length === 0) return []
  return queryPrepared(pool, openPasses, [token_hashes, now.toISOString(), reader])
}
