import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { FileOf } from './files.ts'

/** Written last: a folder without it is not a complete backup. */
const manifestFile = 'manifest.json'

/** Describes a backup and every file in it. */
export interface Manifest {
  kind: 'openspot-backup'
  /** When the copy was complete (UTC); it includes everything committed before. */
  made_at: string
  /** Major version of PostgreSQL that can read it. */
  postgres: string
  /** Schema version of the database (db/schema.json). */
  schema: number
  files: Record<string, FileOf>
  /** All folders, including empty ones. */
  folders: string[]
}

export const manifestOf = (folder: string): string => path.join(folder, manifestFile)

/**
 * Reads the manifest of a backup.
 * @throws PlainError if the folder contains no complete backup
 */
export function readManifest(folder: string): Manifest {
  const file = manifestOf(folder)
  if (!existsSync(file)) {
    throw new PlainError(
      `${folder} has no complete backup, because ${manifestFile} is missing. You can delete an interrupted backup.`,
    )
  }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<Manifest>
  if (
    manifest.kind !== 'openspot-backup' ||
    !manifest.files ||
    !manifest.folders ||
    manifest.postgres === undefined
  ) {
    throw new PlainError(`${file} is not the manifest of an Openspot backup.`)
  }
  return manifest as Manifest
}
