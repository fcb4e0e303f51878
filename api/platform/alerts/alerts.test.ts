import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AppDeps } from '../../app/app.ts'
import { workOff } from '../../jobs/worker.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { loggedLines } from '../../testing/logged.ts'
import { deadMailServer, mailServer } from '../../testing/mail-server.ts'
import { alert, resolveAlert } from './alert.ts'
import { checkPlatform } from './watch-platform.ts'

let api: TestApi
let admin: Person
let receiver: Server
/** The status with which the webhook answers. Null makes it redirect the caller. */
let status: number | null = 200
let received: Record<string, unknown>[] = []
let url: string

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (bytes) => {
      text += bytes
    })
    request.on('end', () => {
      received.push({ path: request.url, ...(JSON.parse(text) as object) })
      if (status === null) response.writeHead(307, { location: `${url}/elsewhere` }).end()
      else response.writeHead(status).end('thanks')
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  api = await testApi({ OPENSPOT_ALERT_EMAIL: 'ops@openspot.example', OPENSPOT_ALERT_WEBHOOK: `${url}/hook` })
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterEach(async () => {
  status = 200
  received = []
  await pool().query('delete from alerts')
  await pool().query('delete from emails')
  await pool().query('delete from graphile_worker._private_jobs')
})
afterAll(async () => {
  receiver.close()
  await api.close()
})

const pool = () => api.deps.database.pool
const overview = () => api.call(getPlatformOverviewRoute, {}, admin.token)
const stalled = { event: 'QUEUE_STALLED', summary: '3 jobs have been due for more than 5 minutes.' } as const
/** Runs the delayed jobs now. */
async function runJobs(deps: AppDeps = api.deps): Promise<void> {
  await pool().query('update graphile_worker._private_jobs set run_at = now()')
  await workOff(deps)
  // The queue does not wait until a failure is stored.
  const find = () => pool().query('select from graphile_worker._private_jobs where locked_at is not null')
  await vi.waitUntil(async () => (await find()).rowCount === 0, { timeout: 30_000, interval: 5 })
}

test('sends an alert to the webhook and the mailbox once and lists it', async () => {
  await alert(api.deps, stalled)
  await runJobs()
  expect(received).toEqual([
    {
      path: '/hook',
      ...stalled,
      status: 'RAISED',
      at: api.ports.now().toISOString(),
      site: api.deps.settings.public_url,
    },
  ])
  const { items } = await api.call(listOutboxRoute, { query: {} })
  expect(items).toMatchObject([
    {
      to_address: 'ops@openspot.example',
      subject: 'Openspot alert: Jobs are waiting but are not being run',
      body_text: expect.stringContaining(stalled.summary),
    },
  ])
  const now = api.ports.now().toISOString()
  expect((await overview()).alerts).toMatchObject([
    { ...stalled, email_sent_at: now, webhook_sent_at: now, resolved_at: null },
  ])
})

test('alerts for an event at most once an hour, also when several processes raise it at once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => alert(api.deps, stalled)))
  api.ports.advance({ minutes: 59 })
  await alert(api.deps, stalled)
  expect(received).toHaveLength(1)
  await alert(api.deps, { event: 'HOLDS_OVERDUE', summary: 'Another event.' })
  expect(received).toHaveLength(2)
  api.ports.advance({ minutes: 2 })
  await alert(api.deps, stalled)
  expect(received).toHaveLength(3)
})

test('logs an alert that the webhook rejects and retries it by a job without raising another alert', async () => {
  const { log, lines } = loggedLines()
  const deps = { ...api.deps, log }
  status = 503
  await alert(deps, stalled)
  expect(lines).toMatchObject([
    { msg: 'alert', ...stalled },
    {
      msg: 'send_alert failed',
      task: 'send_alert',
      err: { type: 'WebhookRefused', message: 'The webhook answered 503.' },
      channel: 'WEBHOOK',
    },
  ])
  await pool().query(`update graphile_worker._private_jobs set max_attempts = 1`)
  await runJobs(deps)
  expect(lines.at(-1)).toMatchObject({ task: 'send_alert', attempt: 1, is_given_up: true })
  expect((await overview()).alerts).toHaveLength(1)
  status = 200
  await pool().query('update graphile_worker._private_jobs set attempts = 0')
  await runJobs(deps)
  expect(received).toHaveLength(3)
  expect((await overview()).alerts[0]?.webhook_sent_at).not.toBeNull()
})

test('does not follow a redirect of the webhook', async () => {
  status = null
  await alert(api.deps, stalled)
  expect(received.map(({ path }) => path)).toEqual(['/hook'])
  expect((await overview()).alerts[0]?.webhook_sent_at).toBeNull()
})

test('sends an alert email directly, and still calls the webhook if the mail server is unreachable', async () => {
  const mail = await mailServer()
  const withMail = (smtp_url: string): AppDeps => ({
    ...api.deps,
    settings: { ...api.deps.settings, smtp_url },
  })
  await alert(withMail(mail.url), stalled)
  await mail.close()
  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]).toMatch(/^To: ops@openspot.example$/m)
  await alert(withMail(await deadMailServer()), { event: 'HOLDS_OVERDUE', summary: '1 hold.' })
  expect(received.map(({ event }) => event)).toEqual(['QUEUE_STALLED', 'HOLDS_OVERDUE'])
})

test('sends an alert to the webhook once an hour without a database', async () => {
  const { log, lines } = loggedLines()
  const database = {
    ...api.deps.database,
    pool: { query: () => Promise.reject(new Error('gone')) } as unknown as AppDeps['database']['pool'],
  }
  const lost = { ...api.deps, log, database }
  await alert(lost, { event: 'DATABASE_LOST', summary: 'The database did not answer for 10 seconds.' })
  await alert(lost, { event: 'DATABASE_LOST', summary: 'The database did not answer for 20 seconds.' })
  expect(received).toMatchObject([{ event: 'DATABASE_LOST', status: 'RAISED' }])
  expect(lines.filter(({ msg }) => msg === 'alert')).toHaveLength(2)
})

test('alerts when due jobs are not run and reports the resolution once they have run', async () => {
  await pool().query(`select graphile_worker.add_job('watch_holds', run_at => now() - interval '6 minutes')`)
  await checkPlatform(api.deps)
  await checkPlatform(api.deps)
  expect(received).toMatchObject([{ event: 'QUEUE_STALLED', status: 'RAISED' }])
  await workOff(api.deps)
  await checkPlatform(api.deps)
  await checkPlatform(api.deps)
  await workOff(api.deps)
  expect(received).toMatchObject([{ status: 'RAISED' }, { event: 'QUEUE_STALLED', status: 'RESOLVED' }])
  expect((await overview()).alerts).toMatchObject([{ resolved_at: api.ports.now().toISOString() }])
})

test('alerts when a hold is still held two minutes after it expired', async () => {
  const driver = await aPerson(api)
  const { spot_ids } = await aLot(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_authenticationRequired')
  await bookAs(api, driver, { spot_id: spot_ids[0] ?? '', payment_method_id, ...twoHours(api) })
  const { rows } = await pool().query<{ hold_expires_at: string }>(
    `select hold_expires_at from reservations where status = 'CHECKOUT'`,
  )
  const wait = Date.parse(rows[0]?.hold_expires_at ?? '') - api.ports.now().getTime()
  api.ports.advance({ seconds: wait / 1000 + 119 })
  await checkPlatform(api.deps)
  expect(received).toEqual([])
  api.ports.advance({ seconds: 2 })
  await checkPlatform(api.deps)
  expect(received).toMatchObject([{ event: 'HOLDS_OVERDUE', summary: expect.stringMatching(/^1 hold/) }])
})

test('does not resolve an event without an open alert', async () => {
  await resolveAlert(api.deps, 'DATABASE_LOST')
  expect((await pool().query('select from graphile_worker._private_jobs')).rowCount).toBe(0)
})
