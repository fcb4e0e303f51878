import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { appRole } from './privileges.ts'
import { thisRelease } from './release.ts'
import { type TestDatabase, testDatabase } from './testing/database.ts'
import { laterRelease, type TestRelease } from './testing/release.ts'
import { until } from './testing/until.ts'

let database: TestDatabase
let owner: pg.Client
let releases: TestRelease[] = []
let sessions: pg.Client[] = []
const said: string[] = []

beforeEach(async () => {
  database = await testDatabase()
  owner = await aSession()
  said.length = 0
})
afterEach(async () => {
  for (const release of releases) release.remove()
  for (const session of sessions) await session.end()
  releases = []
  sessions = []
  await database.drop()
})

async function aSession(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.owner_url })
  await client.connect()
  sessions.push(client)
  return client
}

function later(more: Parameters<typeof laterRelease>[0]): TestRelease {
  const release = laterRelease(more)
  releases.push(release)
  return release
}

const to = (release = thisRelease(), url = database.owner_url) =>
  migrate(url, (line) => said.push(line), appRole, release)

/** Returns our functions and the transaction that created each; it changes when a function is replaced. */
async function functionsInForce(): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string; made: string }>(
    `select oid::regprocedure::text as name, xmin::text as made from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  return Object.fromEntries(rows.map(({ name, made }) => [name, made]))
}

/** Restricts `pg_locks` to this database: tables have the same OIDs in every copy of the template. */
const here = 'database = (select oid from pg_database where datname = current_database())'

const guards = () => readFileSync(path.join(thisRelease().functions, 'guards.sql'), 'utf8')

describe('a database that a newer version has migrated', () => {
  const newer = {
    migrations: { '9001_newer.sql': 'alter table lots add column newer integer;' },
    functions: {
      'newer.sql':
        'create or replace function newer_meaning() returns integer language sql as $$ select 2 $$;',
    },
  }

  test('rejects an older version and keeps the newer functions', async () => {
    await to(later(newer))
    const before = await functionsInForce()
    await expect(to()).rejects.toThrow('A newer version of Openspot has migrated this database')
    await expect(to(thisRelease(), database.url)).rejects.toThrow('A newer version of Openspot')
    expect(await functionsInForce()).toEqual(before)
  })

  test('allows an older version if the newer one declares that both can run side by side', async () => {
    await to(later({ ...newer, runs_with: thisRelease().version }))
    const before = await functionsInForce()
    await to()
    await to(thisRelease(), database.url)
    expect(said.at(-1)).toContain('of a newer version; this one')
    expect(await functionsInForce()).toEqual(before)
    expect(before).toHaveProperty('newer_meaning()')
  })

  test('rejects a version that does not know one of its migrations', async () => {
    await owner.query(`insert into migrations (name, run_on) values ('9001_of_a_branch', now())`)
    await expect(to()).rejects.toThrow(
      'The database has migrations that this version of Openspot does not know: 9001_of_a_branch.',
    )
  })

  test('rejects a role that cannot migrate even if only functions are missing', async () => {
    await expect(to(later({}), database.url)).rejects.toThrow('The database lacks the functions of schema')
  })
})

describe('a migration', () => {
  test('replaces no functions if nothing changed, and otherwise only those of changed files', async () => {
    // A cloned database lacks some privileges of the original, which are granted once.
    await to()
    const before = await functionsInForce()
    await to()
    expect(await functionsInForce()).toEqual(before)
    await to(later({ functions: { 'guards.sql': `${guards()}\n-- Changed.\n` } }))
    const after = await functionsInForce()
    const anew = Object.keys(after).filter((name) => after[name] !== before[name])
    expect(anew.some((name) => name.startsWith('holds_spot('))).toBe(true)
    expect(anew.some((name) => name.startsWith('hold_spot('))).toBe(false)
  })

  test('replaces functions at once while a transaction has written to tables with triggers and queued a job', async () => {
    await to()
    const booking = await aSession()
    await booking.query('begin')
    await booking.query('lock table reservations, invoices, lots, ledger_entries in row exclusive mode')
    await booking.query(`select graphile_worker.add_job('tell', '{}')`)
    const changed = guards().replace('create or replace function', '-- Changed.\ncreate or replace function')
    await to(later({ functions: { 'guards.sql': changed } }))
    await booking.query('commit')
    expect(said).toEqual([])
  })

  test('replaces a changed trigger', async () => {
    await to()
    const changed = guards().replace('ledger_entries_append_only before', 'ledger_entries_append_only after')
    await to(later({ functions: { 'guards.sql': changed } }))
    const { rows } = await owner.query(
      `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'ledger_entries_append_only'`,
    )
    expect(rows).toEqual([{ definition: expect.stringContaining('AFTER DELETE OR UPDATE OR TRUNCATE') }])
  })

  test('gives way to a booking with which it is in a deadlock', async () => {
    await to()
    const booking = await aSession()
    await booking.query('begin')
    await booking.query('lock table spots in row exclusive mode')
    // The booking waits first, so it is also the first whose wait PostgreSQL examines for a deadlock. It is over when the
    // migration tries again.
    const untilBookingWaits = `do $$ begin
  while exists (select from pg_locks where ${here} and relation = 'spots'::regclass and mode = 'RowExclusiveLock')
    and not exists (select from pg_locks where ${here} and relation = 'rate_limits'::regclass and not granted)
  loop perform pg_sleep(0.01); end loop;
end $$;`
    const migrating = to(
      later({
        migrations: {
          '9001_columns.sql': `alter table rate_limits add column later integer;
${untilBookingWaits}
alter table spots add column later integer;`,
        },
      }),
    )
    await until(async () => {
      const { rows } = await owner.query(
        `select from pg_locks where ${here} and relation = 'rate_limits'::regclass and mode = 'AccessExclusiveLock' and granted`,
      )
      return rows.length > 0
    })
    await booking.query('lock table rate_limits in row exclusive mode')
    await booking.query('commit')
    await migrating
  })

  test('waits for a long reader without blocking others', async () => {
    const reader = await aSession()
    await reader.query('begin')
    await reader.query('select from reservations')
    const migrating = to(
      later({ migrations: { '9001_column.sql': 'alter table reservations add column later integer;' } }),
    )
    await until(() => said.some((line) => line.includes('waiting for a table')))
    // Five times longer than a migration may block others.
    await owner.query(`set lock_timeout = '5s'`)
    for (let round = 0; round < 20; round++) await owner.query('select from reservations')
    await reader.query('commit')
    await migrating
    const { rowCount } = await owner.query('select later from reservations')
    expect(rowCount).toBe(0)
  })

  test('outside a transaction builds an index while others write, and waits without a time limit', async () => {
    const writer = await aSession()
    await writer.query('begin')
    await writer.query(`insert into users (email) values ('waiting@people.example')`)
    const migrating = to(
      later({
        migrations: {
          '9001_index.sql': `-- outside a transaction: users are many
drop index concurrently if exists users_later;
create index concurrently users_later on users (created_at);
`,
        },
      }),
    )
    await until(async () => {
      const { rowCount } = await owner.query(
        `select from pg_stat_progress_create_index where datname = current_database()`,
      )
      return rowCount === 1
    })
    await owner.query(`set lock_timeout = '5s'`)
    await owner.query(`insert into users (email) values ('beside@people.example')`)
    await writer.query('commit')
    await migrating
    const { rows } = await owner.query(
      `select indisvalid from pg_index where indexrelid = 'users_later'::regclass`,
    )
    expect(rows).toEqual([{ indisvalid: true }])
  })

  test('runs once when several servers migrate at once', async () => {
    const release = later({
      migrations: { '9001_once.sql': 'create table once (id integer); insert into once values (1);' },
    })
    await Promise.all([to(release), to(release), to(release)])
    const { rows } = await owner.query('select count(*)::int as count from once')
    expect(rows).toEqual([{ count: 1 }])
  })

  test('changes nothing if it fails, and the next attempt continues', async () => {
    const broken = later({
      migrations: { '9001_broken.sql': 'create table half (id integer); select nonsense;' },
    })
    await expect(to(broken)).rejects.toThrow('nonsense')
    const { rows } = await owner.query(`select to_regclass('half') as half`)
    expect(rows).toEqual([{ half: null }])
    await to(later({ migrations: { '9001_broken.sql': 'create table half (id integer);' } }))
    expect((await owner.query('select from half')).rowCount).toBe(0)
  })
})
