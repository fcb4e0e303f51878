import type { ResidentRules } from '@openspot/core/residents/decision.ts'
import { missingResident } from '@openspot/core/residents/safeguards.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import type { ImportDeps } from './import-deps.ts'
import type { WorkedImport } from './imports.sql.ts'
import { insertMissing, listMissing } from './missing.sql.ts'

/**
 * Adds a row for each resident whom a complete pull no longer contains: who is missing once is kept, who is missing again is for
 * staff to decide, and whose last day is over has ended.
 */
export async function addMissing(
  { db, pool }: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  rules: ResidentRules,
): Promise<void> {
  if (!work.is_complete) return
  const missing = await listMissing(pool, { import_id: work.id, data_source_id: source.id })
  const rows = missing.map((resident) => {
    const missed_pulls = resident.missed_pulls + 1
    const { access_until } = resident
    const fate = missingResident({ missed_pulls, access_until, today: rules.today, is_complete: true })
    const action = fate === 'KEEP' ? ('UNCHANGED' as const) : fate
    return { ...resident, missed_pulls, action }
  })
  await insertMissing(db, { lot_id: work.lot_id, import_id: work.id }, rows)
}
