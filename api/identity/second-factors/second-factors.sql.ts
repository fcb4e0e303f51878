import type { WaysIn } from '@openspot/contract/identity/second-factors.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

export function findSecondFactor(db: Db, user_id: string) {
  return db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'confirmed_at', 'blocked_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Saves a secret that awaits its first code. Returns false and changes nothing if one is already in use. */
export async function startSecret(
  db: Db,
  user_id: string,
  sealed_secret: string,
  created_at: string,
): Promise<boolean> {
  const kept = await db
    .insertInto('second_factors')
    .values({ user_id, sealed_secret, created_at })
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet({ sealed_secret, created_at, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Consumes the code of a 30-second period. Returns false if it or a later one was used before. */
export async function takeStep(db: Db, user_id: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function confirmSecret(db: Db, user_id: string, now: Date): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ confirmed_at: now.toISOString() })
    .where('user_id', '=', user_id)
    .execute()
}

export async function replaceBackupCodes(db: Db, user_id: string, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('backup_codes').where('user_id', '=', user_id).execute()
  await db
    .insertInto('backup_codes')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute()
}

/** Consumes a backup code. Returns false if there is no such unused code. */
export async function takeBackupCode(
  db: Db,
  user_id: string,
  code_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .updateTable('backup_codes')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteSecondFactor(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', user_id).execute()
}

export async function readSecondFactor(db: Db, user_id: string): Promise<WaysIn['second_factor']> {
  const row = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .select((eb) =>
      eb
        .selectFrom('backup_codes')
        .select((inner) => inner.fn.countAll<number>().as('left'))
        .whereRef('backup_codes.user_id', '=', 'second_factors.user_id')
        .where('used_at', 'is', null)
        .as('left'),
    )
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.confirmed_at ? { since: row.confirmed_at, backup_codes_left: Number(row.left) } : null
}

const countWrongCodeStatement = statement(
  'count_wrong_code',
  { is_blocked: 'boolean' },
  `update second_factors set failures = failures + 1,
      blocked_at = case when failures + 1 >= $1 then $2::timestamptz end
    where user_id = $3 and blocked_at is null returning blocked_at is not null as is_blocked`,
)

/** Counts a wrong code. Returns true if it is the one that blocks codes, the `max`-th in a row. */
export async function countWrongCode(db: Db, user_id: string, max: number, now: Date): Promise<boolean> {
  const rows = await queryPrepared(db, countWrongCodeStatement, [max, now.toISOString(), user_id])
  return rows[0]?.is_blocked ?? false
}

/** Resets the count of wrong codes after a correct code or an opened email link. */
export async function unblockSecondFactor(db: Db, user_id: string): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ failures: 0, blocked_at: null })
    .where('user_id', '=', user_id)
    .where('failures', '>', 0)
    .execute()
}
