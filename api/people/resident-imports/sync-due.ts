import { ApiError } from '../../errors.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import { checkCredentials } from '../data-sources/check-credentials.ts'
import {
  findDataSource,
  listDueDataSources,
  listUncheckedDataSources,
  updateDataSource,
} from '../data-sources/data-sources.sql.ts'
import { deleteFile } from './files.sql.ts'
import type { ImportDeps } from './import-deps.ts'
import { failImport, listExpiredPreviews, listStuckImports, lockImport } from './imports.sql.ts'
import { notifyFailed } from './notify-import.ts'
import { startSync } from './start-sync.ts'

/**
 * Ends previews that nobody applied in time, starts the syncs that are due, checks credentials again that could not be
 * checked, and ends jobs that have not got further for half an hour.
 */
export async function syncDueSources(deps: ImportDeps): Promise<void> {
  const { db, pool, log, ports } = deps
  const idOf = ({ id }: { id: string }) => id
  const ended_previews = await eachByItself(
    { log, task: 'end_preview' },
    await listExpiredPreviews(db, ports.now()),
    ({ import_id }) => import_id,
    ({ import_id }) => endPreview(deps, import_id),
  )
  const started = await eachByItself(
    { log, task: 'sync_data_source' },
    await listDueDataSources(db, ports.now()),
    idOf,
    ({ id }) =>
      db.transaction().execute(async (tx) => {
        try {
          await startSync(tx, ports, id, { trigger: 'SCHEDULE', is_preview: false, user_id: null })
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          // It lost its properties or its credentials meanwhile. Both schedule it again when they are back.
          log.info({ event: 'sync_not_possible', data_source_id: id, code: error.code }, 'sync not possible')
          await updateDataSource(tx, id, { next_sync_at: null })
        }
      }),
  )
  const unchecked = await listUncheckedDataSources(db, ports.now())
  const checked = await eachByItself({ log, task: 'check_data_source' }, unchecked, idOf, async ({ id }) => {
    const source = await findDataSource(pool, id)
    if (source) await checkCredentials(deps, source)
  })
  const stuck = await listStuckImports(db, ports.now())
  const ended = await eachByItself(
    { log, task: 'end_stuck_import' },
    stuck,
    ({ import_id }) => import_id,
    ({ import_id }) =>
      db.transaction().execute(async (tx) => {
        const work = await lockImport(tx, import_id)
        const source = work && (await findDataSource(tx, work.data_source_id))
        if (work?.status !== 'IN_PROGRESS' || !source) return
        await failImport(tx, import_id, { failure: 'INTERNAL', failure_text: null }, ports.now())
        await notifyFailed(deps, tx, work, source, 'INTERNAL')
        log.error({ event: 'import_stuck', import_id, stage: work.stage }, 'import stuck')
      }),
  )
  refuseFailed(ended_previews + started + checked + ended, 'sync_data_sources')
}

function endPreview(deps: ImportDeps, import_id: string): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    const work = await lockImport(tx, import_id)
    const source = work && (await findDataSource(tx, work.data_source_id))
    if (work?.stage !== 'PREVIEW' || work.status !== 'IN_PROGRESS' || !source) return
    const failed = { failure: 'EXPIRED', failure_text: null, stage: 'DISCARDED' } as const
    await failImport(tx, import_id, failed, deps.ports.now())
    if (work.file_id !== null) await deleteFile(tx, work.file_id)
    await notifyFailed(deps, tx, work, source, 'EXPIRED')
  })
}
