import type { Db } from '@openspot/db/database.ts'
import { refuse } from '../../errors.ts'
import { collect, tryLockExport } from './export.sql.ts'

/**
 * Returns all data stored about a person, as it is at one instant. One export at a time per user, because it reads everything; others
 * throw `request_in_flight`.
 */
export const exportData = (db: Db, user_id: string): ReturnType<typeof collect> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (!(await tryLockExport(tx, user_id))) refuse('request_in_flight', { retry_after_seconds: 5 })
      return collect(tx, user_id)
    })
