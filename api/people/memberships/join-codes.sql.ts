import type { Db, Tx } from '@openspot/db/database.ts'
import type { Ports } from '../../ports.ts'

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Returns ten characters of an unambiguous alphabet: 49 bits, and attempts are rate limited. */
export function drawJoinCode(ports: Pick<Ports, 'random'>): string {
  let code = ''
  while (code.length < 10) {
    for (const byte of ports.random(10)) {
      // 248 is the largest multiple of 31 in a byte. Larger values would make some letters more frequent.
      if (byte < 248 && code.length < 10) code += letters[byte % letters.length]
    }
  }
  return code
}

export async function getJoinCode(db: Db, lot_id: string) {
  const { join_code, join_code_at } = await db
    .selectFrom('lots')
    .select(['join_code', 'join_code_at'])
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  return { code: join_code, changed_at: join_code_at }
}

export async function setJoinCode(tx: Tx, lot_id: string, code: string | null, now: Date): Promise<void> {
  await tx
    .updateTable('lots')
    .set({ join_code: code, join_code_at: code === null ? null : now.toISOString() })
    .where('id', '=', lot_id)
    .execute()
}

/** Returns the lot with this join code, or null. Locks the lot for share until the transaction ends. */
export async function lockLotOfCode(tx: Tx, code: string): Promise<string | null> {
  const lot = await tx
    .selectFrom('lots')
    .select('id')
    .where('join_code', '=', code)
    .forShare()
    .executeTakeFirst()
  return lot?.id ?? null
}
