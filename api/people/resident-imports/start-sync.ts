import type { SyncTrigger } from '@openspot/core/residents/enums.ts'
import { syncFloorMinutes } from '@openspot/core/residents/limits.ts'
import type { Tx } from '@openspot/db/database.ts'
import { refuse } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { lockDataSource, type StoredDataSource, updateDataSource } from '../data-sources/data-sources.sql.ts'
import { getLastSync, insertImport } from './imports.sql.ts'

interface Sync {
  trigger: SyncTrigger
  is_preview: boolean
  user_id: string | null
}

const isReady = ({ kind, credential_status, mapped }: StoredDataSource) =>
  kind === 'CONNECTION' && credential_status === 'VERIFIED' && mapped.length > 0

/**
 * Starts an import of a connection, or returns the one that is running. A preview needs verified credentials and a property;
 * everything else needs a data source that is enabled, too. Throws `data_source_archived`, `data_source_not_ready`, and
 * `sync_too_soon`.
 */
export async function startSync(
  tx: Tx,
  ports: Pick<Ports, 'id' | 'now'>,
  id: string,
  sync: Sync,
): Promise<string> {
  const source = (await lockDataSource(tx, id)) ?? refuse('not_found')
  const now = ports.now()
  if (source.integration_status === 'ARCHIVED') refuse('data_source_archived')
  if (!isReady(source) || (!sync.is_preview && source.integration_status !== 'ENABLED'))
    refuse('data_source_not_ready')
  const last = await getLastSync(tx, id)
  const floor = now.getTime() - syncFloorMinutes * 60_000
  const { import_id, is_new } = await insertImport(tx, {
    id: ports.id(),
    job_id: ports.id(),
    lot_id: source.lot_id,
    data_source_id: id,
    trigger: sync.trigger,
    is_preview: sync.is_preview,
    user_id: sync.user_id,
    is_complete: false,
    file_id: null,
    now,
  })
  // The vendor counts our calls. A preview may follow at once, because a person waits for it.
  if (is_new && sync.trigger === 'STAFF' && !sync.is_preview && last !== null && Date.parse(last) > floor)
    refuse('sync_too_soon')
  if (source.integration_status === 'ENABLED')
    await updateDataSource(tx, id, {
      next_sync_at: new Date(now.getTime() + source.sync_hours * 3_600_000).toISOString(),
    })
  return import_id
}
