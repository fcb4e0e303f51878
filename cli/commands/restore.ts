import path from 'node:path'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { restore as restoreFiles } from '@openspot/db/backup/restore.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'
import { embeddedFolder } from './backup.ts'

/** `restore <folder>`: restores a backup into an empty data folder and verifies it. */
export async function restore([from]: string[]): Promise<number> {
  if (from === undefined)
    throw new PlainError('The backup folder is missing. Usage: npm run openspot -- restore <folder>')
  const settings = settingsOfProcess()
  const manifest = await restoreFiles(path.resolve(from), embeddedFolder(settings))
  console.log(`Restored everything up to ${manifest.made_at}. Checking it …`)
  const { broken, counts } = await withDatabase(settings, async ({ database: { pool } }) => ({
    broken: await brokenInvariants(pool),
    counts: (
      await pool.query<{ lots: number; reservations: number; payments: number }>(
        `select (select count(*)::int from lots) as lots, (select count(*)::int from reservations) as reservations,
           (select count(*)::int from payments) as payments`,
      )
    ).rows[0],
  }))
  console.log(`${counts?.lots} lots, ${counts?.reservations} reservations, ${counts?.payments} payments.`)
  for (const [name, rows] of Object.entries(broken)) {
    console.error(`${name}: ${JSON.stringify(rows)}`)
  }
  if (Object.keys(broken).length > 0) {
    console.error('This backup violates invariants. The lines above name the rows.')
    return 1
  }
  console.log('All invariants hold. Next: docs/backup.md, "After restoring".')
  return 0
}
