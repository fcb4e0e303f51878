import { readFile } from 'node:fs/promises'
import type { MigrationBuilder } from 'node-pg-migrate'
import { statementsOf } from './function-files.ts'
import { type Schemas, withQueue } from './schemas.ts'
import { longLocks, shortLocks } from './until-locked.ts'

/** The first line of a migration whose statements run one by one, each committed separately. */
const oneByOne = /^-- outside a transaction\b.*\n/

/** Extensions of a city are there before (`makeCity`): its owner is no superuser, as Citus demands even if nothing is left to do. */
const isOurs = (statement: string, { schema }: Schemas) =>
  schema === 'public' || !/^\s*(?:--[^\n]*\n\s*)*create extension/i.test(statement)

/**
 * Loads SQL migrations. Each is a transaction, except those that start with `-- outside a transaction`: these contain
 * `create index concurrently` and the like, which wait for others without blocking them, so their locks have no time
 * limit. They must be repeatable after an interruption (`drop index concurrently if exists` first).
 */
export const loadSqlMigrations = (schemas: Schemas) => (files: string[]) =>
  Promise.all(
    files.map(async (file) => {
      const text = withQueue(await readFile(file, 'utf8'), schemas)
      const up = oneByOne.test(text)
        ? (pgm: MigrationBuilder) => {
            pgm.noTransaction()
            for (const statement of [longLocks, ...statementsOf(text), shortLocks]) pgm.sql(statement)
          }
        : (pgm: MigrationBuilder) => {
            for (const statement of statementsOf(text)) if (isOurs(statement, schemas)) pgm.sql(statement)
          }
      return { id: file, filePaths: [file], actions: { up, down: false as const } }
    }),
  )
