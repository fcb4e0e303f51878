import type { ImportFailure } from '@openspot/core/residents/enums.ts'
import { type StoredDataSource, updateDataSource } from '../data-sources/data-sources.sql.ts'
import { rejectCredentials } from '../data-sources/reject-credentials.ts'
import type { ImportDeps } from './import-deps.ts'
import { failImport, lockImport, type WorkedImport } from './imports.sql.ts'
import { notifyFailed } from './notify-import.ts'
import { deleteRows } from './rows.sql.ts'

/** Ends an import that could not be read, and tells those who can do something about it. */
export function endUnread(
  deps: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  { failure, text }: { failure: ImportFailure; text: string },
): Promise<void> {
  const now = deps.ports.now()
  return deps.db.transaction().execute(async (tx) => {
    if ((await lockImport(tx, work.id))?.stage !== 'READING') return
    await deleteRows(tx, work.id)
    await failImport(tx, work.id, { failure, failure_text: text }, now)
    if (failure === 'CREDENTIALS') await rejectCredentials(deps, tx, source, text)
    else await notifyFailed(deps, tx, work, source, failure)
    if (failure === 'UNAVAILABLE') {
      await updateDataSource(tx, source.id, {
        unreachable_since: source.unreachable_since ?? now.toISOString(),
      })
    }
  })
}
