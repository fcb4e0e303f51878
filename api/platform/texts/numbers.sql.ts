import { TEXT_CODE_MINUTES, TEXT_CODE_TRIES } from '@openspot/core/notifications/limits.ts'
import type { Db, Tx } from '@openspot/db/database.ts'

/** Saves the number to which a person wants texts, with the hash of the code that was texted to it. */
export async function saveNumber(
  tx: Tx,
  { user_id, phone, code_hash }: { user_id: string; phone: string; code_hash: Buffer },
  now: Date,
): Promise<void> {
  const columns = {
    phone,
    code_hash,
    code_expires_at: new Date(now.getTime() + TEXT_CODE_MINUTES * 60_000).toISOString(),
    code_tries: 0,
    consented_at: now.toISOString(),
    confirmed_at: null,
    rejected_code: null,
  }
  await tx
    .insertInto('text_numbers')
    .values({ user_id, ...columns })
    .onConflict((on) => on.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Counts a try and returns the hash to compare with, or undefined if the code is used up, expired, or was not requested. */
export async function tryCode(db: Db, user_id: string, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('text_numbers')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('user_id', '=', user_id)
    .where('code_expires_at', '>', now.toISOString())
    .where('code_tries', '<', TEXT_CODE_TRIES)
    .where('confirmed_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? undefined
}

/** Confirms the number that the code was texted to. Returns false if the person has saved another one since. */
export async function confirmNumber(db: Db, user_id: string, code_hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('text_numbers')
    .set({ confirmed_at: now.toISOString(), code_hash: null, code_expires_at: null })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteNumber(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('text_numbers').where('user_id', '=', user_id).execute()
}

/** Returns a person's number, and whether its owner answered STOP. */
export function findNumber(db: Db, user_id: string) {
  return db
    .selectFrom('text_numbers as n')
    .leftJoin('text_stops as s', 's.phone', 'n.phone')
    .select(['n.phone', 'n.confirmed_at', 'n.code_expires_at', 'n.rejected_code', 's.stopped_at'])
    .where('n.user_id', '=', user_id)
    .executeTakeFirst()
}

/** Remembers that the provider can't send texts to a number, for everyone who has it. */
export async function setNumberRejected(db: Db, phone: string, code: string): Promise<void> {
  await db.updateTable('text_numbers').set({ rejected_code: code }).where('phone', '=', phone).execute()
}

/** Remembers that the owner of a number wants no texts. */
export async function stopTexts(db: Db, phone: string, now: Date): Promise<void> {
  await db
    .insertInto('text_stops')
    .values({ phone, stopped_at: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function allowTexts(db: Db, phone: string): Promise<void> {
  await db.deleteFrom('text_stops').where('phone', '=', phone).execute()
}
