import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChangeBus } from '../changes.ts'
import { type TestApi, testApi } from '../testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const pool = () => api.deps.database.pool

/** The row that a call queues, without what differs between any two jobs. */
async function queuedBy(call: string): Promise<Record<string, unknown>> {
  await pool().query('delete from graphile_worker._private_jobs')
  await pool().query(call)
  const { rows } = await pool().query<{ row: Record<string, unknown> }>(
    `select to_jsonb(j) - '{id,run_at,created_at,updated_at}'::text[] as row from graphile_worker._private_jobs j
     where run_at = created_at and created_at = updated_at`,
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.row ?? {}
}

test('queue_job writes the same row as the add_job of this version of graphile-worker', async () => {
  const values = `'notify', '{"kind":"CONFIRMED"}'::json`
  const theirs = await queuedBy(`select graphile_worker.add_job(${values})`)
  expect(theirs['payload']).toEqual({ kind: 'CONFIRMED' })
  expect(await queuedBy(`select queue_job(${values})`)).toEqual(theirs)
})

test('queue_job registers a task that was never queued before', async () => {
  await pool().query(`delete from graphile_worker._private_jobs`)
  await pool().query(`delete from graphile_worker._private_tasks where identifier = 'notify_fine'`)
  const first = await queuedBy(`select queue_job('notify_fine', '{}')`)
  expect(await queuedBy(`select queue_job('notify_fine', '{}')`)).toEqual(first)
})

test('queue_job wakes nobody, and an announced change wakes the workers as add_job does', async () => {
  const ear = new pg.Client({ connectionString: api.deps.database.url })
  await ear.connect()
  const heard: { count: number; r: number }[] = []
  const next = () => new Promise<void>((done) => void ear.once('notification', () => done()))
  ear.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')))
  await ear.query('listen "jobs:insert"')
  const bus = await openChangeBus(api.deps.database, api.deps.log)
  try {
    await ear.query(`select queue_job('notify', '{}')`)
    expect(heard).toEqual([])
    let waking = next()
    await ear.query(`select graphile_worker.add_job('notify', '{}')`)
    await waking
    waking = next()
    bus.announce(randomUUID())
    await waking
    const woken = { count: 1, r: expect.any(Number) }
    expect(heard).toEqual([woken, woken])
  } finally {
    await bus.close()
    await ear.end()
    await pool().query('delete from graphile_worker._private_jobs')
  }
})
