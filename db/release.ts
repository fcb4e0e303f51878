import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a version of the product brings a database to. */
export interface Release {
  /** Folder of the migrations, in the order of their names. */
  migrations: string
  /** Folder of the SQL functions, in the order of their names. */
  functions: string
  /** Higher with each change of a migration or function: `npm run generate` counts it. */
  version: number
  /** The oldest schema version that still works on this one: while a release is rolled out, both run side by side. */
  runs_with: number
}

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const schemaFile = at('./schema.json')

/** What `db/schema.json` keeps; `hash` is that of all migrations and functions. */
export interface SchemaFile {
  version: number
  runs_with: number
  hash: string
}

export const readSchemaFile = (): SchemaFile => JSON.parse(readFileSync(schemaFile, 'utf8')) as SchemaFile

/** The release that this checkout is. */
export function thisRelease(): Release {
  const { version, runs_with } = readSchemaFile()
  return { migrations: at('./migrations'), functions: at('./functions'), version, runs_with }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The SHA-256 of each SQL file in a folder, by its name. */
export function hashFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  return Object.fromEntries(
    files.map((file) => [file, sha256(readFileSync(path.join(folder, file), 'utf8'))]),
  )
}

/** One hash of all that a release brings a database to. */
export const hashRelease = ({ migrations, functions }: Pick<Release, 'migrations' | 'functions'>): string =>
  sha256(JSON.stringify([hashFiles(migrations), hashFiles(functions)]))

/** The migrations of a release, in their order. */
export const migrationNames = ({ migrations }: Pick<Release, 'migrations'>): string[] =>
  Object.keys(hashFiles(migrations)).map((file) => file.replace(/\.sql$/, ''))
