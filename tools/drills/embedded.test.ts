import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Cluster, startCluster } from '@openspot/db/embedded/cluster.ts'
import { giveToPostgres } from '@openspot/db/embedded/run-as.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../under-test/until.ts'
import { losses, recover } from './connections.ts'
import { type Load, startLoad } from './load.ts'
import { type DrilledProduct, startProduct } from './product.ts'

const runs = commandRuns()
const folder = path.join(runs.folder, 'data', 'postgres')
const pidFile = path.join(folder, 'cluster', 'postmaster.pid')
/** 0 while there is none. */
const postmaster = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0)
let product: DrilledProduct
let cluster: Cluster
let load: Load
let owner_url: string
const backup = path.join(runs.folder, 'backup')
const elsewhere = { OPENSPOT_DATA: path.join(runs.folder, 'restored') }

beforeAll(async () => {
  product = await startProduct(runs, {})
  // It runs already: this only learns its address.
  cluster = await startCluster(folder)
  owner_url = cluster.url('openspot')
  load = await startLoad({ ...product, database_url: cluster.appUrl('openspot') })
}, 300_000)

afterAll(async () => {
  await load.stop()
  await runs.endAll()
  runs.remove()
}, 60_000)

test('a backup made under load restores to a database in which everything holds, with every booking that was acknowledged before it ended', async () => {
  await until('some bookings', () => load.booked.length >= 5)
  const made = runs.openspot(['backup', backup])
  expect(await made.ended, made.output()).toBe(0)
  const [before = ''] = /up to (\S+?)\.$/m.exec(made.output())?.slice(1) ?? []
  const restored = runs.openspot(['restore', backup], elsewhere)
  expect(await restored.ended, restored.output()).toBe(0)
  expect(restored.output()).toContain('All invariants hold.')
  const other = await startCluster(path.join(runs.folder, 'restored', 'postgres'))
  try {
    const kept = await rowsOf<{ id: string }>(other.url('openspot'), 'select id from reservations')
    const known = new Set(kept.map(({ id }) => id))
    // Bookings that began before the end of the backup may have been acknowledged after it.
    const due = load.booked.filter(
      ({ acknowledged }) => performance.timeOrigin + acknowledged < Date.parse(before),
    )
    expect(due.length).toBeGreaterThanOrEqual(5)
    expect(due.filter(({ reservation_id }) => !known.has(reservation_id))).toEqual([])
  } finally {
    await other.stop()
  }
}, 300_000)

fullTest(
  'a restore overwrites no database, and refuses a backup that is damaged',
  async () => {
    const again = runs.openspot(['restore', backup], elsewhere)
    expect(await again.ended).toBe(1)
    expect(again.output()).toContain('restoring never overwrites one')
    // One byte of one file is another.
    const file = path.join(backup, 'cluster', 'PG_VERSION')
    writeFileSync(file, '17\n')
    const damaged = runs.openspot(['restore', backup], { OPENSPOT_DATA: path.join(runs.folder, 'damaged') })
    expect(await damaged.ended).toBe(1)
    expect(damaged.output()).toContain('The backup is damaged: cluster/PG_VERSION has changed.')
    expect(existsSync(path.join(runs.folder, 'damaged', 'postgres', 'cluster'))).toBe(false)
  },
  300_000,
)

test('the product goes on by itself when the embedded database loses one of its processes', async () => {
  const [backend] = await asOwner<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'openspot' limit 1`,
  )
  // Process 0 would be all of ours.
  if (!backend) throw new Error('The product has no connection to its database.')
  process.kill(backend.pid, 'SIGKILL')
  await product.processes[0]?.said(
    /"event":"database_back"[^\n]*"connection":"embedded"|"connection":"embedded"[^\n]*database back/,
  )
  await recover(owner_url, load, 'backend')
  expect(product.isAlive()).toBe(true)
}, 300_000)

test('the product starts the embedded database again at the same address when its postmaster is killed, and loses no acknowledged booking', async () => {
  const before = postmaster()
  expect(before).toBeGreaterThan(0)
  process.kill(before, 'SIGKILL')
  await until('another postmaster runs', () => ![0, before].includes(postmaster()))
  await recover(owner_url, load, 'postmaster')
  expect(product.isAlive()).toBe(true)
  const [lock] = await asOwner<{ held: number }>(
    `select count(*)::int as held from pg_locks where locktype = 'advisory' and objid = 7002 and granted`,
  )
  expect(lock?.held).toBe(1)
  expect(await losses(owner_url, load)).toEqual([])
}, 300_000)

test('the product reaches its embedded database through a socket file', async () => {
  const [over] = await asOwner<{ socket: number; tcp: number }>(
    `select count(*) filter (where client_addr is null)::int as socket, count(*) filter (where client_addr is not null)::int as tcp
       from pg_stat_activity where application_name = 'openspot' and datname = 'openspot'`,
  )
  expect(over).toEqual({ socket: expect.toSatisfy((count) => count > 0), tcp: 0 })
})

test('a database whose folder has too long a path for a socket file is reached through TCP', async () => {
  const one = await startCluster(path.join(runs.folder, 'deep'.repeat(20)))
  try {
    expect(one.localUrl('postgres')).toBe(one.appUrl('postgres'))
    expect(await rowsOf(one.localUrl('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  } finally {
    await one.stop()
  }
}, 60_000)

test('a copy of the data folder of a running database is served by a database of its own', async () => {
  const copy = path.join(runs.folder, 'copy')
  // `cpSync` of Node.js 24 opens the folders to everyone, which PostgreSQL refuses.
  execFileSync('cp', ['-a', folder, copy])
  giveToPostgres(path.join(copy, 'cluster'))
  const other = await startCluster(copy)
  expect(other.port).not.toBe(cluster.port)
  const client = new pg.Client({ connectionString: other.url('postgres') })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  await other.stop()
  expect(rows[0]?.data_directory).toBe(path.join(copy, 'cluster'))
  expect(product.isAlive()).toBe(true)
}, 300_000)

const asOwner = <Row extends pg.QueryResultRow>(text: string) => rowsOf<Row>(owner_url, text)

async function rowsOf<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
