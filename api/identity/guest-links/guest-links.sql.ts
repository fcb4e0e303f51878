import type { Db, Tx } from '@openspot/db/database.ts'

/** Returns the link of a token that has not expired, and whose reservation it is for. It stays valid. */
export function findGuestLink(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('guest_links as g')
    .innerJoin('reservations as r', (on) =>
      on.onRef('r.id', '=', 'g.reservation_id').onRef('r.lot_id', '=', 'g.lot_id'),
    )
    .select(['g.reservation_id', 'g.email', 'g.phone', 'r.user_id'])
    .where('g.token_hash', '=', token_hash)
    .where('g.expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** Returns the account that has verified a number, or null. */
export async function findPhoneOwner(tx: Tx, phone: string): Promise<string | null> {
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .where('account_status', 'in', ['ACTIVE', 'BANNED'])
    .executeTakeFirst()
  return owner?.id ?? null
}

/** Marks a guest's number as verified. They stay a guest. */
export async function setGuestPhoneProven(tx: Tx, user_id: string, phone: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ phone_verified_at: eb.fn.coalesce('phone_verified_at', eb.val(now.toISOString())) }))
    .where('id', '=', user_id)
    .where('phone', '=', phone)
    .execute()
}
