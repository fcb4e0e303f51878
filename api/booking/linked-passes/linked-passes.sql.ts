import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

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
