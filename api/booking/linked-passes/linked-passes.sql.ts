import type { PassPart } from '@openspot/contract/booking/linked-passes.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { withInstants } from '../../instants.ts'

const address = statement(
  'find_guest_address',
  { has_account: 'boolean', email: 'text?', is_of_lot: 'boolean' },
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

const part = (
  of: string,
) => `(select jsonb_build_object('id', p.id, 'spot_label', s.label, 'starts_at', p.starts_at, 'ends_at', p.ends_at)
    from reservations p join spots s on s.id = p.spot_id and s.lot_id = p.lot_id
    where p.lot_id = r.lot_id and p.user_id = r.user_id and p.status = 'ACTIVE' and ${of} order by p.starts_at limit 1)`

const parts = statement(
  'find_pass_parts',
  { continues: orNull(json<PassPart>()), continued_by: orNull(json<PassPart>()) },
  `select ${part('p.id = r.continues_id')} as continues, ${part('p.continues_id = r.id')} as continued_by
   from reservations r where r.id = $1::uuid`,
)

/** Returns the parts of a reservation on other spots, before and after it. */
export async function findPassParts(pool: pg.Pool, reservation_id: string) {
  const [row] = await queryPrepared(pool, parts, [reservation_id])
  return withInstants({ continues: row?.continues ?? null, continued_by: row?.continued_by ?? null })
}
