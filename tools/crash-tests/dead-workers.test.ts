import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startWorker } from '@openspot/api/jobs/worker.ts'
import { writeEmail } from '@openspot/api/platform/emails/emails.sql.ts'
import { type TestApi, testApi } from '@openspot/api/testing/api.ts'
import { loggedLines } from '@openspot/api/testing/logged.ts'
import { asOwner } from '@openspot/api/testing/owner.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { until } from '@openspot/db/testing/until.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Setup } from '../under-test/setup.ts'

const serverUnderTest = fileURLToPath(new URL('../under-test/server-under-test.ts', import.meta.url))

let api: TestApi
/** A mail server that accepts connections but never responds, so senders wait. */
let silent: Server
const waiting = new Set<Socket>()
const children: ChildProcess[] = []
let lines: Record<string, unknown>[] = []
let stopWorker: () => Promise<void> = async () => {}

beforeAll(async () => {
  api = await testApi()
  silent = createServer((socket) => {
    waiting.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => waiting.delete(socket))
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill))
  await stopWorker()
  stopWorker = async () => {}
  await api.deps.database.pool.query('delete from graphile_worker._private_jobs')
  await api.deps.database.pool.query('delete from lost_workers')
})
afterAll(async () => {
  silent.close()
  await api.close()
})

/** Starts a worker in its own process that waits for the mail server in the middle of a job; returns the job. */
async function aWorkerAmidJob() {
  const email_id = await anEmail()
  const setup: Setup = {
    database_url: api.deps.database.url,
    port: 0,
    stripe: { address: { secret_key: 'sk_test_none' }, webhook_secret: '', connect_webhook_secret: '' },
    env: { SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` },
  }
  const connected = once(silent, 'connection')
  const child = fork(serverUnderTest, [JSON.stringify(setup), 'api', 'worker'], { execArgv: [] })
  children.push(child)
  await connected
  return { child, email_id, job: await jobOf(email_id) }
}

const anEmail = (): Promise<string> =>
  api.deps.database.db.transaction().execute(async (tx) => {
    await writeEmail(
      tx,
      {
        to_address: 'ada@people.example',
        kind: 'notice',
        subject: 'Hello',
        body_text: 'Hello',
        body_html: '',
      },
      api.ports.now(),
    )
    const { id } = await tx
      .selectFrom('emails')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  })

async function jobOf(email_id: string) {
  const { rows } = await api.deps.database.pool.query<{ locked_by: string | null; attempts: number }>(
    `select locked_by, attempts from graphile_worker._private_jobs where payload->>'email_id' = $1`,
    [email_id],
  )
  return rows[0]
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Starts a worker here that looks for dead ones every `watchEvery` ms. Without a mail server, emails are sent immediately. */
async function startOurs(watchEvery: number): Promise<void> {
  const logged = loggedLines()
  lines = logged.lines
  stopWorker = await startWorker({ ...api.deps, log: logged.log }, watchEvery)
}

async function untilSent(email_id: string): Promise<void> {
  const { db } = api.deps.database
  const stateOf = () => db.selectFrom('emails').select('state').where('id', '=', email_id).executeTakeFirst()
  await until(async () => (await stateOf())?.state === 'SENT')
}

/** Locks a job for a worker that does not exist; at its last attempt if it may be tried once. */
async function aJobOfTheDead(task: string, max_attempts: number): Promise<number | undefined> {
  const { pool } = api.deps.database
  const { rows } = await pool.query<{ id: number }>(
    `select id from graphile_worker.add_job($1, '{"refund_id":"r1"}', run_at => now() + interval '1 day', max_attempts => $2)`,
    [task, max_attempts],
  )
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now(), attempts = 1 where id = $1`,
    [rows[0]?.id],
  )
  return rows[0]?.id
}

/** Waits until such a job is taken over and done; by then every necessary round has run. */
async function untilDeadAreFound(): Promise<void> {
  const id = await aJobOfTheDead('watch_holds', 5)
  const { pool } = api.deps.database
  const find = () => pool.query('select from graphile_worker._private_jobs where id = $1', [id])
  await until(async () => (await find()).rowCount === 0)
}

test('a job of a worker killed in the middle of it is run again by another worker, and logged', async () => {
  const { child, email_id, job } = await aWorkerAmidJob()
  expect(job).toMatchObject({ locked_by: expect.stringMatching(/^pool-/), attempts: 1 })
  await kill(child)
  await startOurs(50)
  await untilSent(email_id)
  expect(lines.filter(({ task }) => task === 'deliver_email')).toMatchObject([
    {
      level: 'error',
      email_id,
      attempt: 1,
      max_attempts: 12,
      err: { type: 'WorkerGone' },
      msg: 'deliver_email failed',
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('ada@')
})

fullTest(
  'a job that a living worker is slow at is not taken from it when dead workers are looked for',
  async () => {
    const { child, email_id, job } = await aWorkerAmidJob()
    await startOurs(10)
    await untilDeadAreFound()
    expect(await jobOf(email_id)).toEqual(job)
    expect(child.exitCode).toBeNull()
  },
)

fullTest('a worker that loses its lock connection locks again before others take its job', async () => {
  const { email_id, job } = await aWorkerAmidJob()
  const lockPid = async () => {
    const [row] = await asOwner<{ pid: number }>(
      api,
      `select l.pid from pg_locks l where l.locktype = 'advisory' and l.classid = 7017 and l.objid = hashtext($1)::oid`,
      [job?.locked_by],
    )
    return row?.pid
  }
  await until(async () => (await lockPid()) !== undefined)
  const before = await lockPid()
  await startOurs(500)
  await asOwner(api, 'select pg_terminate_backend($1)', [before])
  await until(async () => ![undefined, before].includes(await lockPid()))
  await untilDeadAreFound()
  expect(await jobOf(email_id)).toEqual(job)
})

fullTest('a dead worker is found out although no process that looks for it lives long', async () => {
  const { child, email_id } = await aWorkerAmidJob()
  await kill(child)
  const { pool } = api.deps.database
  // Each looks once, at its start. The next look of each would come after an hour.
  await startOurs(3_600_000)
  await until(async () => (await pool.query('select from lost_workers')).rowCount === 1)
  await stopWorker()
  await pool.query(`update lost_workers set since = since - interval '3 hours'`)
  await startOurs(3_600_000)
  await untilSent(email_id)
})

test('a dead worker’s job at its last attempt is given up, and the operator is alerted', async () => {
  await startOurs(50)
  const { pool } = api.deps.database
  await aJobOfTheDead('send_refund', 1)
  const given = async () => (await pool.query('select task, reason, state from failed_jobs()')).rows
  await until(async () => (await given()).length > 0)
  expect(await given()).toEqual([{ task: 'send_refund', reason: 'WorkerGone', state: 'GIVEN_UP' }])
  await until(async () => (await pool.query('select from alerts')).rowCount === 1)
})
