import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** Returns what keeps a user from being erased, such as reservations in progress and unpaid invoices, by lot. */
export async function listObstacles(tx: Db, user_id: string, now: string) {
  const { rows } = await sql<{ kind: string; id: string; lot_name: string }>`
    select k.kind, k.id, k.lot_id, l.name as lot_name from what_keeps(${user_id}, ${now}) k join lots l on l.id = k.lot_id
    order by l.name, k.kind, k.id`.execute(tx)
  return rows
}

/** Erases a user's personal data. Must run in the transaction that locked the user. */
export async function forgetPerson(tx: Db, user_id: string, now: string): Promise<void> {
  await sql`select forget_person(${user_id}, ${now})`.execute(tx)
}
