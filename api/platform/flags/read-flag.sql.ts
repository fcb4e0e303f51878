import { effectiveFlag, type Flag } from '@openspot/core/flags/catalog.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const setting = statement(
  'get_lot_flag',
  { is_on: 'boolean' },
  'select f.is_on from lot_flags f where f.lot_id = $1 and f.flag = $2',
)

/** Returns whether a part of the product is on in a lot. The only way in which product code asks. */
export async function isFlagOn(
  db: Db,
  settings: Pick<Settings, 'flags'>,
  flag: Flag,
  lot_id: string,
): Promise<boolean> {
  const [row] = await queryPrepared(db, setting, [lot_id, flag])
  return effectiveFlag(flag, settings.flags, row?.is_on ?? null).is_on
}
