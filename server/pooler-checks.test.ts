import { readSettings } from '@openspot/core/settings.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import { readLimits, sessionLimits } from '@openspot/db/session-limits.ts'
import { testDatabase } from '@openspot/db/testing/database.ts'
import { type Pooler, startPgBouncer } from '@openspot/db/testing/pgbouncer.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
const poolers: Pooler[] = []

beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const pooler of poolers.splice(0)) await pooler.stop()
  await database.drop()
})

async function pooled(settings: Record<string, string> = {}): Promise<string> {
  const pooler = await startPgBouncer(database.url, settings)
  poolers.push(pooler)
  return pooler.url
}

const open = (env: Record<string, string>) =>
  openDatabase(readSettings({ OPENSPOT_ENV: 'local', ...env }), null)

test('a pooler without the address of the server itself is refused', async () => {
  await expect(open({ DATABASE_URL: await pooled() })).rejects.toThrow(
    /^DATABASE_URL leads to a connection pooler\. Set DATABASE_DIRECT_URL/,
  )
})

test('a pooler that keeps no prepared statements is refused', async () => {
  const DATABASE_URL = await pooled({ max_prepared_statements: '0' })
  await expect(open({ DATABASE_URL, DATABASE_DIRECT_URL: database.url })).rejects.toThrow(
    /max_prepared_statements above 0/,
  )
})

test('a pooler in transaction mode is no direct address', async () => {
  const [DATABASE_URL, other] = [await pooled(), await pooled()]
  await expect(open({ DATABASE_URL, DATABASE_DIRECT_URL: other })).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to a connection pooler that changes sessions/,
  )
  await expect(
    open({ DATABASE_URL, DATABASE_DIRECT_URL: database.url, DATABASE_MIGRATE_URL: other }),
  ).rejects.toThrow(/^DATABASE_MIGRATE_URL leads to a connection pooler that changes sessions/)
})

test('a pooler in session mode is a direct address', async () => {
  const DATABASE_URL = await pooled()
  const DATABASE_DIRECT_URL = await pooled({ pool_mode: 'session' })
  expect(await open({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({ direct_url: DATABASE_DIRECT_URL })
})

test('a direct address of another database or role is refused', async () => {
  const other = await testDatabase()
  const DATABASE_URL = await pooled()
  for (const DATABASE_DIRECT_URL of [other.url, database.owner_url])
    await expect(open({ DATABASE_URL, DATABASE_DIRECT_URL })).rejects.toThrow(
      /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases or roles/,
    )
  await other.drop()
})

test('sessions through a pooler have the limits of the product, and those that the operator gave the role stay', async () => {
  const owner = new pg.Client({ connectionString: database.owner_url })
  await owner.connect()
  await owner.query(`alter role openspot_app in database ${database.name} set statement_timeout = '7s'`)
  await owner.end()
  const opened = await open({ DATABASE_URL: await pooled(), DATABASE_DIRECT_URL: database.url })
  const connected = await connectDatabase(opened.url)
  expect(await readLimits(connected.pool)).toEqual({ ...sessionLimits, statement_timeout: '7s' })
  await connected.close()
})

test('a pooler whose sessions have no limits is refused, also one that ignores the options of connections', async () => {
  for (const url of [await pooled(), await pooled({ ignore_startup_parameters: 'options' })])
    await expect(connectDatabase(url)).rejects.toThrow(
      /^The database sessions of DATABASE_URL have no lock_timeout/,
    )
})

test('a statement that a migration made invalid runs through a pooler', async () => {
  await open({ DATABASE_URL: await pooled(), DATABASE_DIRECT_URL: database.url })
  const connected = await connectDatabase(await pooled(), 2)
  const everything = () =>
    connected.db.selectFrom('users').selectAll().where('email', '=', 'a@people.example').execute()
  for (let run = 0; run < 3; run++) await everything()
  const owner = new pg.Client({ connectionString: database.owner_url })
  await owner.connect()
  await owner.query('alter table users add column added int')
  await owner.end()
  for (let run = 0; run < 3; run++) expect(await everything()).toEqual([])
  await connected.close()
})
