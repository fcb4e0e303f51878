import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The database state that a version of the product requires. */
export interface Release {
  /** Folder of the migrations, applied in order of their names. */
  migrations: string
  /** Folder of the SQL functions, applied in order of their names. */
  functions: string
  /** Increases with each change of a migration or function; `npm run generate` maintains it. */
  version: number
  /** The oldest schema version that still works with this one, because both run side by side during a rollout. */
  runs_with: number
}

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const schemaFile = at('./schema.json')

/** The contents of `db/schema.json`; `hash` covers all migrations and functions. */
export interface SchemaFile {
  version: number
  runs_with: number
  hash: string
}

/** Reads the generated `db/schema.json` of this checkout. */
export const readSchemaFile = (): SchemaFile => JSON.parse(readFileSync(schemaFile, 'utf8')) as SchemaFile

/** Returns the release of this checkout. */
export function thisRelease(): Release {
  const { version, runs_with } = readSchemaFile()
  return { migrations: at('./migrations'), functions: at('./functions'), version, runs_with }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the SHA-256 of each SQL file in a folder by name. */
export function hashFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  return Object.fromEntries(
    files.map((file) => [file, sha256(readFileSync(path.join(folder, file), 'utf8'))]),
  )
}

/** Returns one hash of all migrations and functions of a release. */
export const hashRelease = ({ migrations, functions }: Pick<Release, 'migrations' | 'functions'>): string =>
  sha256(JSON.stringify([hashFiles(migrations), hashFiles(functions)]))

/** Returns the migration names of a release in order. */
export const migrationNames = ({ migrations }: Pick<Release, 'migrations'>): string[] =>
  Object.keys(hashFiles(migrations)).map((file) => file.replace(/\.sql$/, ''))
