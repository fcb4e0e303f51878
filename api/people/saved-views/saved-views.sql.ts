import type { SavedView } from '@openspot/contract/people/saved-views.ts'
import type { StaffList } from '@openspot/core/enums.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

/** The person and the lot that views belong to. */
interface Owner {
  lot_id: string
  user_id: string
}

const shape = {
  id: 'uuid',
  list: 'saved_views.list',
  name: 'text',
  query: 'text',
  columns: 'saved_views.columns',
} as const

const views = statement(
  'list_saved_views',
  shape,
  `select id, list, name, query, columns from saved_views
   where lot_id = $1 and user_id = $2 and list = $3 order by lower(name)`,
)

export const listViews = (db: Db, { lot_id, user_id }: Owner, list: StaffList): Promise<SavedView[]> =>
  queryPrepared(db, views, [lot_id, user_id, list])

const saved = statement(
  'save_view',
  shape,
  `insert into saved_views as v (lot_id, user_id, list, slot, name, query, columns, created_at)
   select $1, $2, $3, slot, $4, $5, $6::text[], $7 from (
     select coalesce(
       (select v.slot from saved_views v where v.lot_id = $1 and v.user_id = $2 and v.list = $3 and lower(v.name) = lower($4)),
       (select min(n)::smallint from generate_series(1, 20) n where not exists (
         select from saved_views v where v.lot_id = $1 and v.user_id = $2 and v.list = $3 and v.slot = n))) as slot) free
   where slot is not null
   on conflict (user_id, lot_id, list, lower(name)) do update set name = $4, query = $5, columns = $6
   returning v.id, v.list, v.name, v.query, v.columns`,
)

/**
 * Saves a view, in place of the one with the same name. Returns undefined if the list has the most views already. Must run in a
 * transaction that has locked the person, because concurrent calls would take the same slot.
 */
export async function saveView(
  tx: Tx,
  { lot_id, user_id }: Owner,
  { list, name, query, columns }: Omit<SavedView, 'id'>,
  now: Date,
): Promise<SavedView | undefined> {
  const values = [lot_id, user_id, list, name, query, columns, now.toISOString()]
  return (await queryPrepared(tx, saved, values))[0]
}

/** Deletes a person's own view. Returns whether there was one. */
export async function deleteView(db: Db, { lot_id, user_id }: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
