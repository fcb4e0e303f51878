import { noRules } from '@openspot/core/rules/no-rules.ts'
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

/**
 * Gives a new lot its default rule set, which limits nothing until the staff change it. It is inserted here, because
 * `booking/rule-sets` is above this folder.
 */
export async function insertDefaultRules(
  tx: Tx,
  of: { id: string; lot_id: string; name: string; user_id: string },
  now: Date,
): Promise<void> {
  const { id, lot_id, name, user_id } = of
  const created_at = now.toISOString()
  await tx
    .insertInto('rule_sets')
    .values({ id, lot_id, name, is_default: true, version: 1, created_at })
    .execute()
  await tx
    .insertInto('rule_set_versions')
    .values({
      rule_set_id: id,
      lot_id,
      version: 1,
      rules: JSON.stringify(noRules),
      fine_terms: null,
      created_by_user_id: user_id,
      created_at,
    })
    .execute()
}
