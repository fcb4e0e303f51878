import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWorker } from '../../jobs/worker.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson } from '../../testing/factories/people.ts'
import { asOwner } from '../../testing/owner.ts'
import { spill, spillMemory } from './database-checks.sql.ts'

/** A relay to a server that can be frozen: connections stay open but nothing passes. */
async function freezableRelay(target: URL) {
  const pairs = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => pairs.delete(from))
    }
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  return {
    port: (relay.address() as AddressInfo).port,
    freeze: () => pairs.forEach((socket) => socket.pause()),
    thaw: () => pairs.forEach((socket) => socket.resume()),
    close: () => relay.close(),
  }
}

let api: TestApi
let relay: Awaited<ReturnType<typeof freezableRelay>>
beforeAll(async () => {
  api = await testApi({}, null, null, {
    through: async (database_url) => {
      const url = new URL(database_url)
      relay = await freezableRelay(new URL(database_url))
      url.hostname = '127.0.0.1'
      url.port = String(relay.port)
      return url.href
    },
  })
})
afterAll(async () => {
  await api.close()
  relay.close()
})
// Checks run again once their last result is old enough.
beforeEach(() => api.ports.advance({ minutes: 2 }))

async function ready(token: string | null = null) {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(`${api.base}/api/health/ready`, { headers })
  const body = (await answer.json()) as { checks?: object; details?: { checks: object } }
  return {
    status: answer.status,
    checks: body.checks ?? body.details?.checks,
    retry_after: answer.headers.get('retry-after'),
  }
}

const allWell = { database: 'ok', writable: 'ok', migrations: 'ok', queue: 'ok' }

test('reports ready with every check when all parts work', async () => {
  expect(await ready()).toMatchObject({ status: 200, checks: allWell })
})

test('answers ready with 503 and live with 200 while the database is frozen', async () => {
  const { token } = await aPerson(api)
  relay.freeze()
  try {
    for (const asked of [null, token]) {
      // Its answer doesn't wait for the database, which thaws only afterwards.
      expect(await ready(asked)).toMatchObject({
        status: 503,
        retry_after: '2',
        checks: { database: 'is not responding', writable: 'is not responding', queue: 'is not responding' },
      })
    }
    expect((await fetch(`${api.base}/api/health/live`)).status).toBe(200)
  } finally {
    relay.thaw()
  }
})

test('reports ready again once the database answers again', async () => {
  // The statements in progress end first; later ones are new.
  await api.deps.database.pool.query('select 1')
  api.ports.advance({ minutes: 2 })
  expect(await ready()).toMatchObject({ status: 200, checks: allWell })
})

test('writes a temporary file in the check of writing, so that a full disk fails it', async () => {
  const client = await api.deps.database.pool.connect()
  await client.query(`begin; set local work_mem = '${spillMemory}'`)
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Temp Written Blocks': number } }] }>(
    `explain (analyze, buffers, format json) ${spill}`,
  )
  await client.query('rollback')
  client.release()
  expect(rows[0]?.['QUERY PLAN'][0].Plan['Temp Written Blocks']).toBeGreaterThan(0)
})

test('reports not ready while the database rejects writes', async () => {
  const { pool } = api.deps.database
  const database = new URL(api.owner_url).pathname.slice(1)
  const reconnect = () =>
    asOwner(
      api,
      `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'openspot'`,
    )
  await asOwner(api, `alter database ${database} set default_transaction_read_only = on`)
  await reconnect()
  try {
    await expect
      .poll(() => ready().then(({ checks }) => checks), { timeout: 30_000 })
      .toMatchObject({
        database: 'ok',
        writable: 'fails',
      })
  } finally {
    await asOwner(
      api,
      `begin; set transaction read write; alter database ${database} reset default_transaction_read_only; commit`,
    )
    await reconnect()
  }
  await expect
    .poll(() =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})

test('reports not ready while a migration is missing', async () => {
  const [row] = await asOwner<{ name: string }>(
    api,
    'delete from migrations where id = (select max(id) from migrations) returning name',
  )
  try {
    expect(await ready()).toMatchObject({ status: 503, checks: { ...allWell, migrations: 'missing' } })
  } finally {
    await asOwner(api, 'insert into migrations (name, run_on) values ($1, now())', [row?.name])
  }
})

const jobs = [
  ['is due for 6 minutes and was never tried', `run_at = now() - interval '6 minutes'`, 'late'],
  ['is due for 6 minutes after a failed try', `attempts = 2, run_at = now() - interval '6 minutes'`, 'late'],
  [
    'is in hand for 16 minutes',
    `attempts = 1, locked_by = 'w', locked_at = now() - interval '16 minutes'`,
    'late',
  ],
  [
    'is in hand for 6 minutes',
    `attempts = 1, locked_by = 'w', locked_at = now() - interval '6 minutes'`,
    'ok',
  ],
  ['waits for its next try', `attempts = 2, run_at = now() + interval '6 minutes'`, 'ok'],
  ['was given up', `attempts = max_attempts, run_at = now() - interval '6 hours'`, 'ok'],
] as const
test.each(jobs)('reports the state of the queue for a job that %s', async (_what, columns, verdict) => {
  await asOwner(api, `select graphile_worker.add_job('one')`)
  await asOwner(api, `update graphile_worker._private_jobs set ${columns}`)
  try {
    expect(await ready()).toMatchObject({
      status: verdict === 'ok' ? 200 : 503,
      checks: { ...allWell, queue: verdict },
    })
  } finally {
    await asOwner(api, 'delete from graphile_worker._private_jobs')
  }
})

test('reports a worker as ready while it runs and not after it has stopped', async () => {
  const stop = await startWorker(api.deps)
  expect(await ready()).toMatchObject({ status: 200, checks: { worker: 'ok' } })
  await stop()
  expect(await ready()).toMatchObject({ status: 503, checks: { worker: 'has stopped' } })
})
