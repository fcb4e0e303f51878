import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

export async function insertLotRow(tx: Tx, lot: Insertable<DB['lots']>): Promise<void> {
  await tx.insertInto('lots').values(lot).execute()
}

/** Makes a user the owner of a new lot. */
export async function insertOwner(
  tx: Tx,
  owner: { id: string; lot_id: string; user_id: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await tx
    .insertInto('memberships')
    .values({ ...owner, role: 'SUPER_ADMIN', status: 'ACTIVE', created_at: at, changed_at: at })
    .execute()
}

/** Returns when a user verified their email address. Locks the user's row until the transaction ends. */
export async function lockCreator(tx: Tx, user_id: string): Promise<string | null> {
  const user = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return user.email_verified_at
}

/** Counts the lots of a user that the platform has not reviewed. */
export async function countNewLots(db: Db, user_id: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('lots')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('created_by_user_id', '=', user_id)
    .where('trust_level', '=', 'NEW')
    .executeTakeFirstOrThrow()
  return waiting
}
