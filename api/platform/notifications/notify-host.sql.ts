import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const hostToNotify = statement(
  'find_host_to_notify',
  {
    lot_id: 'uuid',
    lot_name: 'text',
    time_zone: 'text',
    label: 'text',
    status: 'reservations.status',
    currency: 'text',
    language: 'text',
    to_address: 'text?',
    earns_cents: 'integer',
  },
  `select r.lot_id, l.name as lot_name, l.time_zone, s.label, r.status, r.currency, u.language, coalesce(u.email, u.contact_email) as to_address,
     (select coalesce(sum(i.host_share_cents), 0)::int from invoices i
       where i.reservation_id = r.id and i.lot_id = r.lot_id and i.host_user_id = u.id
         and i.status in ('PAID', 'PROCESSING', 'PARTIALLY_REFUNDED')) as earns_cents
   from reservations r join lots l on l.id = r.lot_id join spots s on s.id = $2::uuid and s.lot_id = r.lot_id
     join users u on u.id = $3::uuid
   where r.id = $1::uuid`,
)

/** Returns what a notice to the host of a spot about a reservation needs. Undefined if there is none. */
export async function findHostToNotify(
  pool: pg.Pool,
  of: { reservation_id: string; spot_id: string; user_id: string },
) {
  const rows = await query(pool, hostToNotify, [of.reservation_id, of.spot_id, of.user_id])
  return rows[0]
}
