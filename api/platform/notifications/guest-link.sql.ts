import type { Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

export async function insertGuestLink(tx: Tx, link: Insertable<DB['guest_links']>): Promise<void> {
  await tx.insertInto('guest_links').values(link).execute()
}
