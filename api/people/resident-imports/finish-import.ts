import type { Tx } from '@openspot/db/database.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import type { SettleDeps } from '../residents/settle.ts'
import { deleteFile } from './files.sql.ts'
import { updateImport, type WorkedImport } from './imports.sql.ts'
import { notifyReview, notifySuggestions } from './notify-import.ts'
import { countRows } from './rows.sql.ts'

/** Ends an import of which every row is applied. */
export async function finishImport(
  deps: SettleDeps,
  tx: Tx,
  work: WorkedImport,
  source: StoredDataSource,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await updateImport(tx, work.id, {
    status: 'SUCCESS',
    stage: 'DONE',
    failure: null,
    changed_at: at,
    finished_at: at,
  })
  if (work.file_id !== null) await deleteFile(tx, work.file_id)
  const { actions } = await countRows(tx, work.id, source.id)
  await notifyReview(deps, tx, work, source, actions['REVIEW'] ?? 0)
  await notifySuggestions(deps, tx, work, source)
}
