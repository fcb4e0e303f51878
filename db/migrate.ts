import { createRequire } from 'node:module'
import { PlainError } from '@openspot/core/plain-error.ts'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { keepFunctionsWhole } from './distributed.ts'
import { hashFunctionFiles, readFunctionFiles, statementsOf, triggersOf } from './function-files.ts'
import { loadSqlMigrations } from './migration-loader.ts'
import { grantToApplication, hashRights } from './privileges.ts'
import { type Release, thisRelease } from './release.ts'
import { isCurrent, readState, refuseMissing, refuseNewer, writeState } from './schema-state.ts'
import { localTables, readSchemas, type Schemas, withQueue } from './schemas.ts'
import { withoutLimits } from './session-limits.ts'
import { isBusy, shortLocks, shortLockTimeout, untilLocked } from './until-locked.ts'

const migrationLock = 7003
const longestTurn = '30min'
const { version: queueVersion } = createRequire(import.meta.url)('graphile-worker/package.json') as {
  version: string
}

/**
 * Brings a database to the state of a release: the job queue's tables, missing migrations, changed functions, and the
 * privileges of the application role. Does nothing if it is up to date. Several servers may start at once: one works
 * and the others wait. Other sessions wait for it at most 0.3 seconds, because it gives up a lock that it does not get in
 * that time and retries.
 *
 * `url` must be the owner's. `app_role` is the role that the product runs as, if different; it is granted what it
 * needs. With the URL of a role that owns nothing, the database is only checked.
 * @throws PlainError if the database lacks something and the role cannot migrate, or if it was migrated by a newer
 * release that this one cannot run beside
 */
export async function migrate(
  url: string,
  print: (line: string) => void = () => {},
  app_role: string | null = null,
  release: Release = thisRelease(),
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'openspot migrations' })
  client.on('notice', () => {})
  await client.connect()
  try {
    await refuseOldServer(client)
    const schemas = await readSchemas(client)
    const found = await readState(client, schemas)
    const rights = hashRights(found.database, app_role)
    const hashes = { ...hashFunctionFiles(readFunctionFiles(release.functions)), queue: queueVersion, rights }
    if (refuseNewer(found, release, print) || isCurrent(found, release, hashes)) return
    if (found.is_foreign) return refuseMissing(found, release)
    await inTurn(client, print, async () => {
      // Another server may have finished the work while this one waited.
      const locked = await readState(client, schemas)
      if (refuseNewer(locked, release, print) || isCurrent(locked, release, hashes)) return
      await client.query(shortLocks)
      const queue = { connectionString: withShortLocks(url), maxPoolSize: 1, schema: schemas.jobs }
      await untilLocked(print, () => runMigrations(queue))
      await untilLocked(print, () => runOwn(client, schemas, release, print))
      await untilLocked(print, () => replaceFunctions(client, schemas, release, hashes, app_role))
    })
  } finally {
    await client.end()
  }
}

/**
 * Runs work while no other server migrates. The lock is given back explicitly, because a session may outlive its connection, behind a
 * pooler for example.
 * @throws PlainError if another server migrates for half an hour
 */
async function inTurn(
  client: pg.Client,
  print: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  await client.query(withoutLimits)
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
    migrationLock,
  ])
  if (!rows[0]?.is_ours) {
    print('database: waiting for another server that migrates it …')
    await client.query(`set lock_timeout = '${longestTurn}'`)
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLock])
    } catch (error) {
      if (!isBusy(error)) throw error
      throw new PlainError(
        `Another server has been migrating the database for ${longestTurn}. End it, or the session that holds advisory lock ${migrationLock} (pg_locks names it), and start again.`,
      )
    }
  }
  try {
    await work()
  } finally {
    // A failed migration leaves its transaction open, which nothing but its end can follow.
    await client.query('rollback').then(
      () => client.query('select pg_advisory_unlock($1)', [migrationLock]),
      // The connection is lost, and the lock with it.
      () => undefined,
    )
  }
}

async function runOwn(
  client: pg.Client,
  schemas: Schemas,
  release: Release,
  print: (line: string) => void,
): Promise<void> {
  // A failed attempt leaves its transaction open.
  await client.query('rollback')
  const done = await runner({
    dbClient: client,
    dir: release.migrations,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadSqlMigrations(schemas) }],
    direction: 'up',
    migrationsSchema: schemas.local,
    migrationsTable: 'migrations',
    checkOrder: true,
    noLock: true,
    singleTransaction: false,
    log: () => {},
    logger: { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} },
  })
  for (const { name } of done) print(`database: ${name}`)
}

/**
 * Replaces all changed functions and triggers or none, because functions call each other. A trigger is created again
 * only if the triggers of its file changed, because that waits for every transaction that has written to its table.
 */
async function replaceFunctions(
  client: pg.Client,
  schemas: Schemas,
  release: Release,
  hashes: Record<string, string>,
  app_role: string | null,
): Promise<void> {
  await client.query('begin')
  try {
    await keepLocal(client, schemas)
    const { state } = await readState(client, schemas)
    const isChanged = (part: string) => state?.hashes[part] !== hashes[part]
    const files = readFunctionFiles(release.functions)
    for (const { name, functions } of files)
      if (isChanged(name)) await runEach(client, withQueue(functions, schemas))
    for (const { name, triggers } of files) if (isChanged(triggersOf(name))) await runEach(client, triggers)
    await keepFunctionsWhole(client, schemas)
    if (app_role !== null) await grantToApplication(client, app_role, schemas)
    await writeState(client, release, hashes)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Moves the tables that the queue is joined with to where they stay when the others are distributed. */
async function keepLocal(client: pg.Client, { schema, local }: Schemas): Promise<void> {
  if (schema === local) return
  for (const table of localTables) {
    const { rowCount } = await client.query(
      'select from pg_tables where schemaname = $1 and tablename = $2',
      [schema, table],
    )
    if (rowCount) await client.query(`alter table ${schema}.${table} set schema ${local}`)
  }
}

/** Sends statements one by one: Citus refuses several at once. */
async function runEach(client: pg.Client, text: string): Promise<void> {
  for (const statement of statementsOf(text)) await client.query(statement)
}

/** Returns a URL whose sessions give up a lock as early as `shortLocks`. */
function withShortLocks(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c lock_timeout=${shortLockTimeout} -c statement_timeout=0`)
  return address.href
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
