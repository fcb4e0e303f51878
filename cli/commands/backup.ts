import path from 'node:path'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { backUp } from '@openspot/db/backup/back-up.ts'
import { openDatabase } from '@openspot/server/open-database.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

export const notOurs =
  'DATABASE_URL is set, so the database is your own server. Back it up and restore it with its own tools; see docs/backup.md.'

/**
 * Returns the folder of the embedded database.
 * @throws PlainError if a database server is used instead
 */
export function embeddedFolder({ database_url, data_folder }: Settings): string {
  if (database_url !== null) throw new PlainError(notOurs)
  return path.join(path.resolve(data_folder), 'postgres')
}

/** `backup [folder]`: copies the running embedded database. */
export async function backup([target]: string[]): Promise<number> {
  const settings = settingsOfProcess()
  const folder = embeddedFolder(settings)
  const now = () => realPorts.now()
  const to = path.resolve(
    target ??
      path.join(settings.data_folder, 'backups', now().toISOString().slice(0, 19).replaceAll(':', '-')),
  )
  const open = await openDatabase(settings, null)
  try {
    const postgres = new URL(open.owner_url)
    postgres.pathname = '/postgres'
    const manifest = await backUp({ url: postgres.href, database_url: open.owner_url, folder, now }, to)
    const files = Object.values(manifest.files)
    const megabytes = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20)
    console.log(
      `Backed up to ${to}: ${files.length} files, ${megabytes} MB, everything up to ${manifest.made_at}.`,
    )
    console.log(
      'The backup contains personal data and database passwords. Store it where only you can read it.',
    )
    return 0
  } finally {
    await open.close()
  }
}
