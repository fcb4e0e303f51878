import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'

const obstacles = statement(
  'list_obstacles',
  { kind: 'text', id: 'uuid', lot_id: 'uuid', lot_name: 'text' },
  `select k.kind, k.id, k.lot_id, l.name as lot_name from deletion_blockers($1, $2) k join lots l on l.id = k.lot_id
    order by l.name, k.kind, k.id`,
)

/** Returns what keeps a user from being erased, such as reservations in progress and unpaid invoices, by lot. */
export function listObstacles(tx: Tx, user_id: string, now: Date) {
  return queryPrepared(tx, obstacles, [user_id, now.toISOString()])
}

/** Erases a user's personal data. Must run in the transaction that locked the user. */
export async function forgetPerson(tx: Tx, user_id: string, now: Date): Promise<void> {
  await sql`select forget_person(${user_id}, ${now.toISOString()})`.execute(tx)
}
