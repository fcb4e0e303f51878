import type { Pace } from '../../traffic.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { FileRefused } from '../resident-files/table.ts'
import { endUnread } from './end-unread.ts'
import { rowsOfFile } from './file-rows.ts'
import type { ImportDeps } from './import-deps.ts'
import { lockImport, updateImport, type WorkedImport } from './imports.sql.ts'
import { RowStore } from './row-store.ts'
import { deleteRows } from './rows.sql.ts'

/**
 * Reads all rows of an uploaded file and stores them. What an interrupted attempt had stored is deleted first. Returns whether the
 * import goes on.
 */
export async function readFile(
  deps: ImportDeps,
  pace: Pace,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<boolean> {
  await deleteRows(deps.db, work.id)
  await updateImport(deps.db, work.id, { rows_read: 0 })
  const store = new RowStore(deps, pace, work, source)
  try {
    for await (const rows of rowsOfFile(deps.db, work, source)) await store.add(rows)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    await endUnread(deps, work, source, { failure: 'FILE_UNREADABLE', text: error.message })
    return false
  }
  return deps.db.transaction().execute(async (tx) => {
    if ((await lockImport(tx, work.id))?.stage !== 'READING') return false
    await updateImport(tx, work.id, { stage: 'CHECKING', changed_at: deps.ports.now().toISOString() })
    return true
  })
}
