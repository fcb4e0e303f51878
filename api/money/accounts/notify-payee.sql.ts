import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

interface Recipient {
  user_id: string
  to_address: string | null
  lot_name: string | null
}

/** Returns the host with this `user_id` and the super admins of the lot. Null stands for none. */
export async function listRecipients(
  db: Db,
  lot_id: string | null,
  user_id: string | null,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, coalesce(u.email, u.contact_email) as to_address, null as lot_name from users u
      where u.id = ${user_id} and u.account_status <> 'DELETED'
    union all select u.id, u.email, l.name from memberships m join users u on u.id = m.user_id join lots l on l.id = m.lot_id
      where m.lot_id = ${lot_id} and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE' and u.account_status = 'ACTIVE'`.execute(
    db,
  )
  return rows
}
