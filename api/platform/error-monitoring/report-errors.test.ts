import { channel } from 'node:diagnostics_channel'
import { setImmediate as afterIo } from 'node:timers/promises'
import {
  getErrorEventRoute,
  getErrorGroupRoute,
  listErrorGroupsRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { PAGE_ERRORS } from '@openspot/core/error-monitoring/page-errors.ts'
import { LOCAL_DSN } from '@openspot/core/error-monitoring/page-settings.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportFailure } from '../../failures.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { reportErrors } from './report-errors.ts'
import type { PostEnvelope } from './send-reports.ts'

const address = 'ada@people.example'

let api: TestApi
let admin: Person
let stop: (() => Promise<void>) | null = null
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(() => api.close())
beforeEach(() => api.deps.database.pool.query('delete from error_groups'))
afterEach(async () => {
  await stop?.()
  stop = null
})

const toTunnel: PostEnvelope = async (body) =>
  (await api.app.inject({ method: 'POST', url: '/m?o=1&p=1', payload: Buffer.from(body) })).statusCode

function start(post: PostEnvelope = toTunnel, is_worker = false) {
  const settings = { release: '1.0.0', environment: 'local', dsn: LOCAL_DSN, organization: '1', project: '1' }
  // Its pauses between attempts end at once.
  const ports = { now: () => api.ports.now(), pause: async () => {} }
  const { log, metrics } = api.deps
  stop = reportErrors({ log, metrics, ports, settings, is_worker, post })
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(api.owner_url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function groups() {
  return (await api.call(listErrorGroupsRoute, { query: {} }, admin.token)).items
}
async function onlyEvent() {
  await expect.poll(async () => (await groups()).length).toBe(1)
  const params = { error_group_id: (await groups())[0]?.id ?? '' }
  const { latest_events } = await api.call(getErrorGroupRoute, { params }, admin.token)
  const error_event_id = latest_events[0]?.id ?? ''
  return api.call(getErrorEventRoute, { params: { ...params, error_event_id } }, admin.token)
}
const counted = async (outcome: string) => {
  const { values } =
    (await api.deps.metrics.registry.getSingleMetric('openspot_error_reports_total')?.get()) ?? {}
  return values?.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0
}

test('an error of a call is reported with its route, its trace, a pseudonym, and our lines', async () => {
  start()
  const driver = await aPerson(api)
  await asOwner('alter table cars rename to cars_away')
  await fetch(`${api.base}/api/v1/cars/mine`, {
    headers: {
      authorization: `Bearer ${driver.token}`,
      'sentry-trace': '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0',
    },
  })
  const event = await onlyEvent()
  await asOwner('alter table cars_away rename to cars')
  expect(event).toMatchObject({
    title: 'DatabaseError: relation "cars" does not exist',
    source: 'API',
    page: '/api/v1/cars/mine',
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    release: '1.0.0',
    tags: { method: 'GET', code: 'internal' },
  })
  expect(event.person).toMatch(/^[\w-]{22}$/)
  const own = event.exceptions[0]?.frames.find(({ is_ours }) => is_ours)
  expect(own?.file).toMatch(/^(?:api|db)\/.+\.ts$/)
  expect(own?.context.some(({ is_current }) => is_current)).toBe(true)
  expect(JSON.stringify(event)).not.toContain(driver.user_id)
})

test('a failed job and an error of a rendered page are reported as such', async () => {
  start()
  reportFailure(api.deps.log, {
    task: 'deliver_email',
    id: '7',
    attempt: 2,
    error: new Error('no route to ada@people.example'),
  })
  expect(await onlyEvent()).toMatchObject({
    title: 'Error: no route to [email]',
    source: 'WORKER',
    page: 'deliver_email',
    tags: { task: 'deliver_email', attempt: '2' },
  })
  await api.deps.database.pool.query('delete from error_groups')
  channel(PAGE_ERRORS).publish({ error: new TypeError('no price'), method: 'GET', page: '/book/[public_id]' })
  expect(await onlyEvent()).toMatchObject({
    title: 'TypeError: no price',
    source: 'WEB_SERVER',
    page: '/book/[public_id]',
  })
})

test('redirects and missing pages of the page framework, lost databases, and what is logged without an error, are not reported', async () => {
  start()
  for (const digest of ['NEXT_REDIRECT;replace;/sign-in;307;', 'NEXT_HTTP_ERROR_FALLBACK;404'])
    channel(PAGE_ERRORS).publish({
      error: Object.assign(new Error(digest), { digest }),
      method: 'GET',
      page: '/me',
    })
  api.deps.log.error({ event: 'worker_ended' }, 'ended')
  api.deps.log.warn({ err: new Error('expected') }, 'refused')
  reportFailure(api.deps.log, { task: 'bill', error: new Error('Connection terminated unexpectedly') })
  reportFailure(api.deps.log, { task: 'last', error: new Error('last') })
  expect((await onlyEvent()).title).toBe('Error: last')
})

test('an error keeps its causes, and the values that a database or a vendor quotes are left out', async () => {
  start()
  const quoted = await api.deps.database.pool
    .query('select $1::text::uuid', [address])
    .catch((error: unknown) => error)
  reportFailure(api.deps.log, { task: 'bill', error: new Error('not billed', { cause: quoted }) })
  const event = await onlyEvent()
  expect(event.exceptions.map(({ type, value }) => [type, value])).toEqual([
    ['Error', 'not billed'],
    ['DatabaseError', 'database error 22P02'],
  ])
  expect(event.exceptions[0]?.frames[0]).toMatchObject({
    file: 'api/platform/error-monitoring/report-errors.test.ts',
    function: '',
  })
  expect(event.exceptions[0]?.frames[0]?.context.find(({ is_current }) => is_current)?.text).toContain(
    'not billed',
  )
  expect(JSON.stringify(event)).not.toContain(address)
})

test('an error that can’t be sent is tried again three times, counted, and logged without being reported', async () => {
  let attempts = 0
  start(async () => {
    attempts++
    throw new Error('unreachable')
  })
  const lost = await counted('lost')
  reportFailure(api.deps.log, { task: 'bill', error: new Error('first') })
  await expect.poll(() => counted('lost')).toBe(lost + 1)
  expect(attempts).toBe(4)
  expect(api.lines.filter(({ event }) => event === 'report_lost')).toMatchObject([{ reason: 'unreachable' }])
  expect(await groups()).toEqual([])
})

test('an error of the tunnel itself is not reported to it', async () => {
  let posted = 0
  start(async (body) => {
    posted++
    return toTunnel(body)
  })
  await asOwner('alter table error_groups rename to error_groups_away')
  const lost = await counted('lost')
  reportFailure(api.deps.log, { task: 'bill', error: new Error('first') })
  await expect.poll(() => counted('lost')).toBe(lost + 1)
  await asOwner('alter table error_groups_away rename to error_groups')
  expect(posted).toBe(4)
})

test('a storm of errors waits for nothing and fills no memory: a hundred are kept, the others are counted', async () => {
  let release = () => {}
  const isOpen = new Promise<void>((done) => {
    release = done
  })
  let posted = 0
  start(async () => {
    await isOpen
    posted++
    return 200
  })
  const before = { lost: await counted('lost'), sent: await counted('sent') }
  reportFailure(api.deps.log, { task: 'storm', error: new Error('first') })
  await expect.poll(() => counted('lost')).toBe(before.lost)
  for (let nth = 0; nth < 300; nth++) {
    reportFailure(api.deps.log, { task: 'storm', error: new Error('again') })
    await afterIo()
  }
  release()
  const done = async () => (await counted('lost')) + (await counted('sent')) - before.lost - before.sent
  await expect.poll(done).toBe(301)
  const [lost, sent] = [(await counted('lost')) - before.lost, (await counted('sent')) - before.sent]
  expect(sent).toBe(posted)
  expect(lost).toBeGreaterThan(150)
})

test('nothing is reported after the end', async () => {
  start()
  await stop?.()
  stop = null
  reportFailure(api.deps.log, { task: 'bill', error: new Error('late') })
  channel(PAGE_ERRORS).publish({ error: new Error('late'), method: 'GET', page: '/' })
  await afterIo()
  expect(await groups()).toEqual([])
})
