import type { Tx } from '@openspot/db/database.ts'
import { listOwners } from '../recipients/recipients.sql.ts'
import { notifyAbout } from '../residents/notify.ts'
import type { SettleDeps } from '../residents/settle.ts'
import { type StoredDataSource, updateDataSource } from './data-sources.sql.ts'

/**
 * Records that the vendor rejected the credentials. The data source stays as it is and its residents stay members, but it is
 * not synced until an owner enters new ones. Owners of a data source that worked before are told.
 */
export async function rejectCredentials(
  deps: Pick<SettleDeps, 'ports' | 'settings'>,
  tx: Tx,
  source: StoredDataSource,
  message: string | null,
): Promise<void> {
  const { id, lot_id, name } = source
  const at = deps.ports.now().toISOString()
  await updateDataSource(tx, id, {
    credential_status: 'CREDENTIAL_INVALID',
    credential_message: message?.slice(0, 500) ?? null,
    checked_at: at,
    unreachable_since: null,
    next_sync_at: null,
    changed_at: at,
  })
  if (source.credential_status !== 'VERIFIED') return
  const path = `/lots/${lot_id}/residents/sources/${id}`
  const notice = {
    kind: 'DATA_SOURCE_REJECTED',
    lot_id,
    about: `${id} ${at}`,
    path,
    values: { source: name },
  } as const
  await notifyAbout(deps, tx, notice, await listOwners(tx, lot_id))
}
