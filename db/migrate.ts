import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PlainError } from '@openspot/core/plain-error.ts'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { grantToApplication } from './privileges.ts'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const migrationLock = 7003

/**
 * Brings a database to the present state: the job queue's tables, the migrations it lacks, and the functions, which
 * are made anew each time so that `db/functions/` always shows what is in force. Several servers may start at once:
 * one works, the others wait.
 *
 * `url` must be the owner's. `app_role` is the role that the product runs as, where that is another one: it gets what
 * it needs. With the address of a role that owns nothing, the database is only checked: throws PlainError if it lacks
 * a migration.
 */
export async function migrate(
  url: string,
  say: (line: string) => void = () => {},
  app_role: string | null = null,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('notice', () => {})
  await client.connect()
  try {
    await refuseOldServer(client)
    if (await isForeign(client)) return await refuseMissing(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations({ connectionString: url, maxPoolSize: 1, logger: undefined })
    const done = await runner({
      dbClient: client,
      dir: folder('./migrations'),
      direction: 'up',
      migrationsTable: 'migrations',
      checkOrder: true,
      noLock: true,
      singleTransaction: false,
      log: () => {},
      logger: { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} },
    })
    for (const { name } of done) say(`database: ${name}`)
    const functions = folder('./functions')
    await client.query('begin')
    for (const file of readdirSync(functions).toSorted()) {
      await client.query(readFileSync(`${functions}/${file}`, 'utf8'))
    }
    if (app_role !== null) await grantToApplication(client, app_role)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Whether the database is there and belongs to a role that this one does not stand for. */
async function isForeign(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_foreign: boolean }>(
    `select not pg_has_role(relowner, 'usage') as is_foreign from pg_class where oid = to_regclass('public.migrations')`,
  )
  return rows[0]?.is_foreign ?? false
}

/** The migrations of this version that the database lacks, in their order. */
export async function missingMigrations(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  return readdirSync(folder('./migrations'))
    .map((file) => file.replace(/\.sql$/, ''))
    .filter((name) => !done.has(name))
    .toSorted()
}

async function refuseMissing(client: pg.Client): Promise<void> {
  const missing = await missingMigrations(client)
  if (missing.length > 0) {
    throw new PlainError(
      `The database lacks ${missing.join(', ')}. Set DATABASE_MIGRATE_URL to the role that owns the tables.`,
    )
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const server = rows[0]
  if (!server || server.number < 180_000) {
    throw new PlainError(`This PostgreSQL is version ${server?.version}; Openspot needs 18 or newer.`)
  }
}
