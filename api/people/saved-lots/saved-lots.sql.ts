import type { Locale } from '@openspot/core/text/locales.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { columnsOf, statement } from '@openspot/db/rows.ts'
import pg from 'pg'
import { refuse } from '../../errors.ts'

const columns = [
  'id',
  'public_id',
  'name',
  'street',
  'city',
  'region',
  'country',
  'lat',
  'lng',
  'time_zone',
  'logo_file_id',
  'photo_ids',
  'rating_count',
  'rating_stars',
] as const

const saved = statement(
  'list_saved_lots',
  { ...columnsOf('lots', columns), shown_name: 'text', saved_at: 'timestamptz' },
  `select ${columns.map((column) => `l.${column}`).join(', ')}, lot_text('name', l.name, l.language, l.texts, $2::text) as shown_name, s.created_at as saved_at
   from saved_lots s join lots l on l.id = s.lot_id
   where s.user_id = $1 and l.retired_at is null
     and (not l.is_private or exists (
       select from memberships m where m.lot_id = l.id and m.user_id = s.user_id and m.status = 'ACTIVE'))
   order by s.created_at desc, l.id`,
)

/** Returns the saved lots that are open and that the person may see, the latest first, with their names for a reader. */
export const listSavedLots = async (db: Db, user_id: string, reader: Locale) =>
  (await queryPrepared(db, saved, [user_id, reader])).map(({ shown_name, ...lot }) => ({
    ...lot,
    name: shown_name,
  }))

const save = statement(
  'save_lot',
  { id: 'uuid' },
  `with lot as (select id from lots where id = $2::uuid and retired_at is null),
     kept as (insert into saved_lots (user_id, lot_id, created_at) select $1::uuid, lot.id, $3::timestamptz from lot on conflict do nothing)
   select id from lot`,
)

/** Saves a lot, once. Throws `saved_lot_limit`, or `not_found` if the lot has closed. */
export async function saveLot(
  db: Db,
  { user_id, lot_id, now }: { user_id: string; lot_id: string; now: Date },
): Promise<void> {
  try {
    const [lot] = await queryPrepared(db, save, [user_id, lot_id, now.toISOString()])
    if (!lot) refuse('not_found')
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === 'OS074') refuse('saved_lot_limit')
    throw error
  }
}

export async function removeSavedLot(db: Db, user_id: string, lot_id: string): Promise<void> {
  await db.deleteFrom('saved_lots').where('user_id', '=', user_id).where('lot_id', '=', lot_id).execute()
}
