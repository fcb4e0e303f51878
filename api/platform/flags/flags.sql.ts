import type { LotFlag } from '@openspot/contract/platform/flags.ts'
import type { Flag } from '@openspot/core/flags/catalog.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

export interface SetFlag extends LotFlag {
  flag: string
}

/** Returns what was set for lots, by the name of the lot. */
export function listSetFlags(db: Db): Promise<SetFlag[]> {
  return db
    .selectFrom('lot_flags as f')
    .innerJoin('lots as l', 'l.id', 'f.lot_id')
    .innerJoin('users as u', 'u.id', 'f.set_by_user_id')
    .select(['f.flag', 'f.lot_id', 'l.name as lot_name', 'f.is_on', 'f.reason', 'f.set_at'])
    .select(
      sql<string>`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, '')`.as('set_by'),
    )
    .orderBy('l.name')
    .orderBy('l.id')
    .execute()
}

/** Sets a flag for a lot, or removes what was set. Returns what it was before. */
export async function setLotFlag(
  tx: Tx,
  { lot_id, flag }: { lot_id: string; flag: Flag },
  is_on: boolean | null,
  by: { reason: string; user_id: string; now: Date },
): Promise<boolean | null> {
  const before = await tx
    .selectFrom('lot_flags')
    .select('is_on')
    .where('lot_id', '=', lot_id)
    .where('flag', '=', flag)
    .forUpdate()
    .executeTakeFirst()
  if (is_on === null) {
    await tx.deleteFrom('lot_flags').where('lot_id', '=', lot_id).where('flag', '=', flag).execute()
    return before?.is_on ?? null
  }
  const set = { is_on, reason: by.reason, set_by_user_id: by.user_id, set_at: by.now.toISOString() }
  await tx
    .insertInto('lot_flags')
    .values({ lot_id, flag, ...set })
    .onConflict((on) => on.columns(['lot_id', 'flag']).doUpdateSet(set))
    .execute()
  return before?.is_on ?? null
}
