import type { CalendarPrice } from '@openspot/core/prices/calendar-prices.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'

const columns = [
  'id',
  'lot_id',
  'name',
  'starts_at',
  'ends_at',
  'repeat_frequency',
  'weekdays',
  'until_on',
  'percent_bps',
  'amount_cents',
  'zone_ids',
  'is_published',
  'is_guidance',
  'version',
  'created_by_user_id',
  'created_at',
  'changed_at',
] as const

/** A table constraint checks the values of `units`. */
const select = (db: Db) =>
  db
    .selectFrom('calendar_prices')
    .select(columns)
    .select((eb) => eb.ref('units').$castTo<CalendarPrice['units']>().as('units'))
    .select((eb) =>
      eb
        .selectFrom('users as u')
        .select(sql<string | null>`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`.as('name'))
        .whereRef('u.id', '=', 'calendar_prices.created_by_user_id')
        .as('created_by'),
    )
    .where('deleted_at', 'is', null)

export type PriceRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

export function findPrice(db: Db, id: string): Promise<PriceRow | undefined> {
  return select(db).where('id', '=', id).executeTakeFirst()
}

/** Like `findPrice`, and locks the price until the transaction ends. */
export function lockPrice(tx: Tx, id: string): Promise<PriceRow | undefined> {
  return select(tx).where('id', '=', id).forUpdate('calendar_prices').executeTakeFirst()
}

/** Returns the prices that guidance made for a lot, and locks them until the transaction ends. */
export function lockGuidancePrices(tx: Tx, lot_id: string): Promise<PriceRow[]> {
  return select(tx)
    .where('lot_id', '=', lot_id)
    .where('is_guidance', '=', true)
    .orderBy('id')
    .forUpdate('calendar_prices')
    .execute()
}

/** Returns the prices of a lot that may apply in an interval. */
export function listPrices(
  db: Db,
  lot_id: string,
  { from, to }: Span,
  withUnpublished: boolean,
): Promise<PriceRow[]> {
  return select(db)
    .where('lot_id', '=', lot_id)
    .where('starts_at', '<', isoOf(to))
    .where((eb) => eb.or([eb('repeat_frequency', '<>', 'NEVER'), eb('ends_at', '>', isoOf(from))]))
    .$if(!withUnpublished, (q) => q.where('is_published', '=', true))
    .orderBy('id')
    .execute()
}

/** Returns all prices of a lot by start, including past ones. */
export function listAllPrices(db: Db, lot_id: string): Promise<PriceRow[]> {
  return select(db).where('lot_id', '=', lot_id).orderBy('starts_at').orderBy('name').orderBy('id').execute()
}

export async function insertPrice(tx: Tx, price: Insertable<DB['calendar_prices']>): Promise<string> {
  const { id } = await tx
    .insertInto('calendar_prices')
    .values(price)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePrice(
  tx: Tx,
  id: string,
  patch: Updateable<DB['calendar_prices']>,
): Promise<void> {
  await tx
    .updateTable('calendar_prices')
    .set(patch)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Counts how many of these are zones of the lot. */
export async function countZones(db: Db, lot_id: string, zone_ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('zones')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...zone_ids])
    .executeTakeFirstOrThrow()
  return count
}
