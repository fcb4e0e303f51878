import type { Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** What a lot may have a limited number of, by the table that has them. */
type Limited = 'cameras' | 'data_sources' | 'gates' | 'maps' | 'signs' | 'validation_partners'

/**
 * Makes calls that add to the same limit of a lot wait for each other until the transaction ends: otherwise two would both count
 * before either adds, and pass the limit. It is no lock of the lot's row, which bookings and changes of spots take after other rows.
 */
export async function lockLimit(tx: Tx, table: Limited, lot_id: string): Promise<null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limit ${table} ${lot_id}`}, 7009))`.execute(tx)
  return null
}
