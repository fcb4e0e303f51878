import { readFile } from 'node:fs/promises'
import type { MigrationBuilder } from 'node-pg-migrate'
import { longLocks, shortLocks } from './until-locked.ts'

/** The first line of a migration whose statements run one by one, each committed separately. */
const oneByOne = /^-- outside a transaction\b.*\n/

/**
 * Loads SQL migrations. Each is a transaction, except those that start with `-- outside a transaction`: these contain
 * `create index concurrently` and the like, which wait for others without blocking them, so their locks have no time
 * limit. They must be repeatable after an interruption (`drop index concurrently if exists` first).
 */
export const loadSqlMigrations = (files: string[]) =>
  Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8')
      const up = oneByOne.test(text)
        ? (pgm: MigrationBuilder) => {
            pgm.noTransaction()
            for (const statement of [longLocks, ...statementsOf(text), shortLocks]) pgm.sql(statement)
          }
        : (pgm: MigrationBuilder) => pgm.sql(text)
      return { id: file, filePaths: [file], actions: { up, down: false as const } }
    }),
  )

/** Each statement ends with a semicolon at the end of its line. */
function statementsOf(text: string): string[] {
  return text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
