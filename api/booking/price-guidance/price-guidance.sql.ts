import type { Weekday } from '@openspot/core/enums.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable, Updateable } from 'kysely'
import type pg from 'pg'

const settingsColumns = ['lowest_bps', 'highest_bps', 'step_bps', 'next_apply_at', 'version'] as const

export function findGuidance(db: Db, lot_id: string) {
  return db
    .selectFrom('price_guidance')
    .select(settingsColumns)
    .where('lot_id', '=', lot_id)
    .executeTakeFirst()
}
export type GuidanceRow = NonNullable<Awaited<ReturnType<typeof findGuidance>>>

/**
 * Like `findGuidance`, and locks it until the transaction ends. To avoid deadlocks, lock in the order guidance, its prices, lot
 * (where all triggers end).
 */
export function lockGuidance(tx: Tx, lot_id: string): Promise<GuidanceRow | undefined> {
  return tx
    .selectFrom('price_guidance')
    .select(settingsColumns)
    .where('lot_id', '=', lot_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns false if the lot has guidance already, from another request at the same time. */
export async function insertGuidance(tx: Tx, row: Insertable<DB['price_guidance']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('price_guidance')
    .values(row)
    .onConflict((on) => on.column('lot_id').doNothing())
    .returning('lot_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateGuidance(
  tx: Tx,
  lot_id: string,
  change: Updateable<DB['price_guidance']>,
): Promise<void> {
  await tx
    .updateTable('price_guidance')
    .set(change)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('lot_id', '=', lot_id)
    .execute()
}

/** Moves the schedule without a new version, because nobody edited the settings. */
export async function scheduleGuidance(tx: Tx, lot_id: string, next_apply_at: string): Promise<void> {
  await tx.updateTable('price_guidance').set({ next_apply_at }).where('lot_id', '=', lot_id).execute()
}

/** Locks the lot's prices against changes until the transaction ends, and returns their version. */
export async function lockTermsVersion(tx: Tx, lot_id: string): Promise<number> {
  const { terms_version } = await tx
    .selectFrom('lots')
    .select('terms_version')
    .where('id', '=', lot_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return terms_version
}

/** The change of one hour of the week, in basis points. */
export interface ChangedHour {
  weekday: Weekday
  hour: number
  before_bps: number
  after_bps: number
}

/** Returns the changes of a lot since an instant, and the latest one in any case, the newest first. */
export function listGuidanceChanges(db: Db, lot_id: string, since: string) {
  return db
    .selectFrom('price_guidance_changes')
    .select(['id', 'applied_at', 'is_scheduled', 'undone_at'])
    .select((eb) => eb.ref('cells').$castTo<ChangedHour[]>().as('hours'))
    .where('lot_id', '=', lot_id)
    .where((eb) =>
      eb.or([
        eb('applied_at', '>=', since),
        eb('undone_at', '>=', since),
        eb(
          'id',
          '=',
          eb
            .selectFrom('price_guidance_changes as latest')
            .select('latest.id')
            .where('latest.lot_id', '=', lot_id)
            .orderBy('latest.applied_at', 'desc')
            .limit(1),
        ),
      ]),
    )
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
export type GuidanceChangeRow = Awaited<ReturnType<typeof listGuidanceChanges>>[number]

export async function insertGuidanceChange(
  tx: Tx,
  {
    hours,
    ...row
  }: Omit<Insertable<DB['price_guidance_changes']>, 'cells'> & { hours: readonly ChangedHour[] },
): Promise<void> {
  await tx
    .insertInto('price_guidance_changes')
    .values({ ...row, cells: JSON.stringify(hours) })
    .execute()
}

export async function markUndone(tx: Tx, lot_id: string, id: string, undone_at: string): Promise<void> {
  await tx
    .updateTable('price_guidance_changes')
    .set({ undone_at })
    .where('lot_id', '=', lot_id)
    .where('id', '=', id)
    .execute()
}

/** Returns how many spots of a lot drivers can book at the lot's own prices: those that are assigned to nobody. */
export async function countUnassignedSpots(db: Db, lot_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('spots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .where('assigned_user_id', 'is', null)
    .where('assigned_group_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const dueGuidance = statement(
  'list_due_guidance',
  { lot_id: 'uuid' },
  `select lot_id from price_guidance where next_apply_at <= $1::timestamptz order by next_apply_at`,
)

/** Returns the lots whose suggestions are due. */
export const listDueGuidance = (pool: pg.Pool, now: Date) => query(pool, dueGuidance, [now.toISOString()])
