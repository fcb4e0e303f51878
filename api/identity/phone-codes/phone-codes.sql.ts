import { PHONE_CODE_TRIES } from '@openspot/core/phones/codes.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB, PhoneCodePurpose } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

/** Which code a ticket must be for. `user_id` is null to sign in. */
export interface CodeOf {
  ticket_hash: Buffer
  purpose: PhoneCodePurpose
  user_id: string | null
}

export async function insertPhoneCode(tx: Tx, code: Insertable<DB['phone_codes']>): Promise<void> {
  await tx.insertInto('phone_codes').values(code).execute()
}

/** Counts a try and returns the hash to compare with. Undefined if there is no such code, or it is used up or expired. */
export async function tryPhoneCode(db: Db, code: CodeOf, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('phone_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', code.ticket_hash)
    .where('purpose', '=', code.purpose)
    .where('user_id', 'is not distinct from', code.user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('tries', '<', PHONE_CODE_TRIES)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash
}

/** Consumes a code and returns its number. Undefined if another request was faster. */
export async function usePhoneCode(tx: Tx, ticket_hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx
    .updateTable('phone_codes')
    .set({ used_at: now.toISOString() })
    .where('ticket_hash', '=', ticket_hash)
    .where('used_at', 'is', null)
    .returning('phone')
    .executeTakeFirst()
  return row?.phone
}
