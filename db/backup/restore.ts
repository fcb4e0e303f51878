import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'
import { giveToPostgres } from '../embedded/run-as.ts'
import { copyFile } from './files.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** The major version of PostgreSQL that is installed with the product. */
const postgresMajor = '18'

/**
 * Restores a backup into a folder without an embedded database and verifies every file against the manifest. The backup
 * is not changed. The caller starts the database.
 * @throws PlainError if there is already a database, the backup is damaged, or it is from another PostgreSQL version
 */
export async function restore(backup: string, folder: string): Promise<Manifest> {
  const manifest = readManifest(backup)
  if (existsSync(path.join(folder, 'cluster'))) {
    throw new PlainError(
      `${folder} already has a database, and restoring never overwrites one. Set OPENSPOT_DATA to an empty folder, or move this one.`,
    )
  }
  if (manifest.postgres !== postgresMajor) {
    throw new PlainError(
      `The backup is from PostgreSQL ${manifest.postgres}, but this version of Openspot has ${postgresMajor}. Restore it with the version of Openspot that made it.`,
    )
  }
  mkdirSync(folder, { recursive: true })
  const draft = path.join(folder, `restored.${randomBytes(4).toString('hex')}`)
  try {
    for (const name of ['cluster', ...manifest.folders])
      await mkdir(path.join(draft, name), { recursive: true, mode: 0o700 })
    for (const [name, file] of Object.entries(manifest.files)) {
      const copy = await copyFile(path.join(backup, name), path.join(draft, name))
      if (copy?.sha256 !== file.sha256) {
        throw new PlainError(`The backup is damaged: ${name} ${copy ? 'has changed' : 'is missing'}.`)
      }
    }
    for (const name of ['cluster', 'password']) giveToPostgres(path.join(draft, name))
    await rename(path.join(draft, 'password'), path.join(folder, 'password'))
    await rename(path.join(draft, 'cluster'), path.join(folder, 'cluster'))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return manifest
}
