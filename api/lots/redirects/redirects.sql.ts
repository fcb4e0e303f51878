import type { Redirect } from '@openspot/contract/lots/redirects.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

const select = (db: Db) =>
  db
    .selectFrom('lot_redirects as d')
    .innerJoin('lots as a', 'a.id', 'd.from_lot_id')
    .innerJoin('lots as b', 'b.id', 'd.to_lot_id')
    .leftJoin('users as u', 'u.id', 'd.created_by_user_id')
    .select([
      sql<Redirect['from']>`json_build_object('id', a.id, 'name', a.name)`.as('from'),
      sql<Redirect['to']>`json_build_object('id', b.id, 'name', b.name)`.as('to'),
      sql<string | null>`coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)`.as(
        'created_by',
      ),
      'd.created_at',
    ])

export function listRedirectsTo(db: Db, lot_id: string): Promise<Redirect[]> {
  return select(db).where('d.to_lot_id', '=', lot_id).orderBy('a.name').orderBy('a.id').execute()
}

export function findRedirectFrom(db: Db, lot_id: string): Promise<Redirect | undefined> {
  return select(db).where('d.from_lot_id', '=', lot_id).executeTakeFirst()
}

/** Redirects the visitors of one lot to another. Returns false if they are redirected already. */
export async function insertRedirect(
  tx: Tx,
  redirect: { from_lot_id: string; to_lot_id: string; created_by_user_id: string; created_at: string },
): Promise<boolean> {
  const made = await tx
    .insertInto('lot_redirects')
    .values(redirect)
    .onConflict((on) => on.column('from_lot_id').doNothing())
    .returning('from_lot_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function deleteRedirect(tx: Tx, from_lot_id: string, to_lot_id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('lot_redirects')
    .where('from_lot_id', '=', from_lot_id)
    .where('to_lot_id', '=', to_lot_id)
    .returning('from_lot_id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function lotExists(db: Db, lot_id: string): Promise<boolean> {
  return (await db.selectFrom('lots').select('id').where('id', '=', lot_id).executeTakeFirst()) !== undefined
}
