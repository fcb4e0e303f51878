import type { ImportFailure } from '@openspot/core/residents/enums.ts'
import { previewDays } from '@openspot/core/residents/limits.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { listAdmins } from '../recipients/recipients.sql.ts'
import { notifyAbout } from '../residents/notify.ts'
import type { SettleDeps } from '../residents/settle.ts'
import type { WorkedImport } from './imports.sql.ts'
import { countSuggestions } from './rows.sql.ts'

/** Tells the admins that an import failed and why. A failure that repeats is told once a day. */
export async function notifyFailed(
  deps: SettleDeps,
  tx: Tx,
  work: WorkedImport,
  source: StoredDataSource,
  failure: ImportFailure,
): Promise<void> {
  const day = deps.ports.now().toISOString().slice(0, 10)
  const path = `/lots/${work.lot_id}/residents/imports/${work.id}`
  for (const admin of await listAdmins(tx, work.lot_id)) {
    const reason = translatorFor(admin.language)(`residents.failures.${failure}`)
    const values = { source: source.name, reason }
    const about = `${source.id} ${failure} ${day}`
    await notifyAbout(deps, tx, { kind: 'IMPORT_FAILED', lot_id: work.lot_id, about, path, values }, [admin])
  }
}

/** Tells the admins that rows wait for their decision. */
export async function notifyReview(
  deps: SettleDeps,
  tx: Tx,
  work: WorkedImport,
  source: StoredDataSource,
  count: number,
): Promise<void> {
  if (count === 0) return
  const path = `/lots/${work.lot_id}/residents/imports/${work.id}?action=REVIEW`
  const values = { source: source.name, count }
  const notice = { kind: 'IMPORT_REVIEW', lot_id: work.lot_id, about: work.id, path, values } as const
  await notifyAbout(deps, tx, notice, await listAdmins(tx, work.lot_id))
}

/** Tells the admins that residents are asked whether a new address or number in the system is theirs. */
export async function notifySuggestions(
  deps: SettleDeps,
  tx: Tx,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<void> {
  const count = await countSuggestions(tx, work.id)
  if (count === 0) return
  const path = `/lots/${work.lot_id}/residents/imports/${work.id}?action=UPDATE`
  const values = { source: source.name, count }
  const notice = { kind: 'CONTACTS_SUGGESTED', lot_id: work.lot_id, about: work.id, path, values } as const
  await notifyAbout(deps, tx, notice, await listAdmins(tx, work.lot_id))
}

/** Tells the admins that a preview waits for them. */
export async function notifyPreview(
  deps: SettleDeps,
  tx: Tx,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<void> {
  const path = `/lots/${work.lot_id}/residents/imports/${work.id}`
  const values = { source: source.name, count: previewDays }
  const notice = { kind: 'IMPORT_PREVIEW', lot_id: work.lot_id, about: work.id, path, values } as const
  await notifyAbout(deps, tx, notice, await listAdmins(tx, work.lot_id))
}
