import { createRequire } from 'node:module'
import { PlainError } from '@openspot/core/plain-error.ts'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { hashFunctionFiles, readFunctionFiles, triggersOf } from './function-files.ts'
import { loadSqlMigrations } from './migration-loader.ts'
import { grantToApplication, hashRights } from './privileges.ts'
import { type Release, thisRelease } from './release.ts'
import { isCurrent, readState, refuseMissing, refuseNewer, writeState } from './schema-state.ts'
import { shortLocks, shortLockTimeout, untilLocked } from './until-locked.ts'

const migrationLock = 7003
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
    const found = await readState(client)
    const rights = hashRights(found.database, app_role)
    const hashes = { ...hashFunctionFiles(readFunctionFiles(release.functions)), queue: queueVersion, rights }
    if (refuseNewer(found, release, print) || isCurrent(found, release, hashes)) return
    if (found.is_foreign) return refuseMissing(found, release)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    // Another server may have finished the work while this one waited.
    const locked = await readState(client)
    if (refuseNewer(locked, release, print) || isCurrent(locked, release, hashes)) return
    await client.query(shortLocks)
    await untilLocked(print, () => runMigrations({ connectionString: withShortLocks(url), maxPoolSize: 1 }))
    await untilLocked(print, () => runOwn(client, release, print))
    await untilLocked(print, () => replaceFunctions(client, release, hashes, app_role))
  } finally {
    await client.end()
  }
}

async function runOwn(client: pg.Client, release: Release, print: (line: string) => void): Promise<void> {
  // A failed attempt leaves its transaction open.
  await client.query('rollback')
  const done = await runner({
    dbClient: client,
    dir: release.migrations,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadSqlMigrations }],
    direction: 'up',
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
  release: Release,
  hashes: Record<string, string>,
  app_role: string | null,
): Promise<void> {
  await client.query('begin')
  try {
    const { state } = await readState(client)
    const isChanged = (part: string) => state?.hashes[part] !== hashes[part]
    const files = readFunctionFiles(release.functions)
    for (const { name, functions } of files) if (isChanged(name)) await client.query(functions)
    for (const { name, triggers } of files) if (isChanged(triggersOf(name))) await client.query(triggers)
    if (app_role !== null) await grantToApplication(client, app_role)
    await writeState(client, release, hashes)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Returns a URL whose sessions give up a lock as early as `shortLocks`. */
function withShortLocks(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c lock_timeout=${shortLockTimeout}`)
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
