import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

interface Recipient {
  user_id: string
  to_address: string | null
  language: string
  lot_name: string | null
}

const recipients = statement(
  'list_recipients',
  { user_id: 'uuid', to_address: 'text?', language: 'text', lot_name: 'text?' },
  `select u.id as user_id, coalesce(u.email, u.contact_email) as to_address, u.language, null as lot_name from users u
      where u.id = $1 and u.account_status <> 'DELETED'
    union all select u.id, u.email, u.language, l.name from memberships m join users u on u.id = m.user_id join lots l on l.id = m.lot_id
      where m.lot_id = $2 and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE' and u.account_status = 'ACTIVE'`,
)

/** Returns the host with this `user_id` and the super admins of the lot. Null stands for none. */
export function listRecipients(db: Db, lot_id: string | null, user_id: string | null): Promise<Recipient[]> {
  return queryPrepared(db, recipients, [user_id, lot_id])
}
