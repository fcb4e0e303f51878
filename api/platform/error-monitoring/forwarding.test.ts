import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { getErrorMonitoringRoute } from '@openspot/contract/platform/error-monitoring.ts'
import {
  MAX_EVENT_BYTES,
  MAX_QUEUED_BYTES,
  MAX_QUEUED_ENVELOPES,
  MAX_QUEUED_MINUTES,
} from '@openspot/core/error-monitoring/limits.ts'
import { casesAtDepth } from '@openspot/db/testing/depth.ts'
import { SentryStandIn, sentryProject } from '@openspot/page-vendors-stand-in/sentry.ts'
import { createTransport, defaultStackParser, NodeClient, Scope } from '@sentry/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

let sentry: SentryStandIn
let api: TestApi
let admin: Person
const start = async (dsn: string | null = sentry.dsn()) => {
  api = await testApi(dsn === null ? {} : { SENTRY_DSN: dsn })
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
}
beforeEach(async () => {
  sentry = new SentryStandIn()
  await sentry.listen()
})
afterEach(async () => {
  await sentry.close()
  await api.close()
})

const query = `o=1&p=${sentryProject.project}`
const post = (body: Uint8Array | string, headers: Record<string, string> = {}, to = query) =>
  fetch(`${api.base}/m?${to}`, { method: 'POST', headers, body: body as BodyInit })
const envelope = (header: Record<string, unknown> = {}, types = ['event'], message = '') => {
  const event_id = randomBytes(16).toString('hex')
  const items = types.map((type) => `\n${JSON.stringify({ type })}\n${JSON.stringify({ event_id, message })}`)
  return JSON.stringify({ event_id, ...header }) + items.join('')
}
const overview = () => api.call(getErrorMonitoringRoute, {}, admin.token)
const dropped = async () =>
  Object.fromEntries((await overview()).drops.map(({ reason, count }) => [reason, count]))
const alerts = async () =>
  (
    await api.deps.database.pool.query<{ event: string; resolved_at: string | null }>(
      'select event, resolved_at from alerts order by created_at',
    )
  ).rows
const stored = async () =>
  (
    await api.deps.database.pool.query<{ count: number }>(
      'select (select count(*) from error_events)::int + (select count(*) from replays)::int as count',
    )
  ).rows[0]?.count
/** Until the queue has tried what it has. */
async function failure(expected: string | null): Promise<void> {
  await expect.poll(async () => (await overview()).forwarding?.failure, { timeout: 30_000 }).toBe(expected)
}
async function arrived(count: number): Promise<void> {
  await expect.poll(() => sentry.envelopes.length, { timeout: 30_000 }).toBe(count)
}

/** The real SDK, sending to our tunnel. */
async function report(message: string): Promise<string> {
  let sent = ''
  const client = new NodeClient({
    dsn: sentry.dsn(),
    tunnel: `${api.base}/m?${query}`,
    integrations: [],
    stackParser: defaultStackParser,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        sent = Buffer.from(body).toString('utf8')
        const { status } = await post(body)
        return { statusCode: status }
      }),
  })
  client.init()
  const scope = new Scope()
  scope.setClient(client)
  scope.captureException(new Error(message))
  await client.flush(2_000)
  return sent
}

test('without a DSN errors are stored, and nothing is forwarded', async () => {
  await start(null)
  expect((await post(envelope(), {}, 'o=1&p=1')).status).toBe(200)
  expect(await stored()).toBe(1)
  expect(await overview()).toMatchObject({ is_forwarded: false, forwarding: null })
  expect(sentry.requests).toBe(0)
})

test('with a DSN what the SDK of Sentry sends arrives there unchanged, and nothing is stored', async () => {
  await start()
  const sent = await report('total is undefined')
  await arrived(1)
  const [taken] = sentry.envelopes
  expect(taken?.body.toString('utf8')).toBe(sent)
  expect(taken?.items[0]).toMatchObject({
    type: 'event',
    payload: expect.stringContaining('total is undefined'),
  })
  // Sentry learns neither the address nor the cookies of the sender.
  for (const name of ['cookie', 'x-forwarded-for', 'referer']) expect(taken?.headers[name]).toBeUndefined()
  expect(await stored()).toBe(0)
  await expect.poll(async () => (await overview()).forwarding?.sent_count).toBe(1)
  expect(await overview()).toMatchObject({
    is_forwarded: true,
    forwarding: { host: new URL(sentry.dsn()).host, lost_count: 0, failure: null, failing_since: null },
    drops: [],
  })
  expect(
    await api.deps.metrics.registry.getSingleMetricAsString('openspot_error_envelopes_forwarded_total'),
  ).toContain('{outcome="sent"} 1')
})

test('forwards a compressed envelope as it is', async () => {
  await start()
  const body = gzipSync(envelope())
  expect((await post(body, { 'content-encoding': 'gzip' })).status).toBe(200)
  await arrived(1)
  expect(sentry.envelopes[0]?.body.equals(body)).toBe(true)
  expect(sentry.envelopes[0]?.headers['content-encoding']).toBe('gzip')
})

test.each<[string, () => [string, string?]]>([
  ['another project in the address', () => [envelope(), 'o=1&p=78']],
  ['another organization in the address', () => [envelope(), `o=2&p=${sentryProject.project}`]],
  ['the DSN of others in the envelope', () => [envelope({ dsn: 'https://key@o1.evil.example/77' })]],
  ['another key in the envelope', () => [envelope({ dsn: sentry.dsn({ key: 'other', project: '77' }) })]],
  ['a DSN that is none', () => [envelope({ dsn: { host: 'evil.example' } })]],
  ['no envelope', () => ['hello']],
])('refuses %s, and sends it nowhere', async (_name, given) => {
  await start()
  const [body, to] = given()
  expect((await post(body, {}, to)).status).toBe(400)
  expect((await post(envelope())).status).toBe(200)
  await arrived(1)
  expect(sentry.requests).toBe(1)
})

test('does not follow a redirect of the vendor', async () => {
  await start()
  const other = new SentryStandIn()
  sentry.switches.redirect = `${await other.listen()}/api/77/envelope/`
  await post(envelope())
  await failure('REFUSED')
  expect(other.requests).toBe(0)
  expect(await dropped()).toEqual({ REFUSED: 1 })
  await other.close()
})

test('a wrong key: reports wait, the operator sees why and is alerted at once, and after a while they are lost', async () => {
  await start(sentry.dsn({ key: 'wrong', project: sentryProject.project }))
  expect((await post(envelope())).status).toBe(200)
  await failure('KEY_REFUSED')
  expect(await alerts()).toMatchObject([{ event: 'ERROR_MONITORING_FAILING', resolved_at: null }])
  expect(api.lines).toContainEqual(
    expect.objectContaining({ event: 'envelopes_not_forwarded', failure: 'KEY_REFUSED' }),
  )
  expect(await dropped()).toEqual({})
  api.ports.advance({ minutes: MAX_QUEUED_MINUTES + 1 })
  await expect.poll(dropped, { timeout: 30_000 }).toEqual({ NOT_IN_TIME: 1 })
  await expect.poll(async () => (await overview()).forwarding?.lost_count, { timeout: 30_000 }).toBe(1)
  expect(sentry.envelopes).toEqual([])
})

test.each<[string, (string | null)[], (vendor: SentryStandIn) => unknown]>([
  ['down', [null, 'UNAVAILABLE'], (vendor) => vendor.close()],
  ['broken', [null, 'UNAVAILABLE'], (vendor) => Object.assign(vendor.switches, { status: 503 })],
  ['silent', [null], (vendor) => Object.assign(vendor.switches, { silent: true })],
])(
  'a vendor that is %s delays no page, gets reports later and less often, and after an hour the operator is alerted',
  async (_name, known, breakIt) => {
    await start()
    const { port } = new URL(sentry.dsn())
    await breakIt(sentry)
    expect((await post(envelope())).status).toBe(200)
    // The page has its answer while a silent vendor may still give one.
    expect(known).toContain((await overview()).forwarding?.failure ?? null)
    await failure('UNAVAILABLE')
    expect(await alerts()).toEqual([])
    // It waits before the next attempt.
    const { requests } = sentry
    await post(envelope())
    await overview()
    expect(sentry.requests).toBe(requests)
    api.ports.advance({ minutes: 2 })
    await sentry.close()
    sentry = new SentryStandIn()
    await sentry.listen({ host: '127.0.0.1', port: Number(port) })
    await arrived(2)
    await failure(null)
    expect(await overview()).toMatchObject({ forwarding: { sent_count: 2, lost_count: 0 } })
  },
)

test('a vendor that is down for an hour alerts the operator, and the alert is resolved when it is back', async () => {
  await start()
  sentry.switches.status = 500
  await post(envelope())
  await failure('UNAVAILABLE')
  api.ports.advance({ hours: 1, minutes: 1 })
  await post(envelope())
  await expect.poll(alerts, { timeout: 30_000 }).toMatchObject([{ resolved_at: null }])
  sentry.switches.status = null
  api.ports.advance({ minutes: 5 })
  await arrived(1)
  await expect.poll(alerts, { timeout: 30_000 }).toMatchObject([{ resolved_at: expect.any(String) }])
})

test('honors limits of the vendor by category, and tells the senders', async () => {
  await start()
  sentry.switches.rate_limits = '60:error;replay:organization, 5:session:key, nonsense'
  await post(envelope())
  await arrived(1)
  sentry.switches.rate_limits = null
  const answer = await post(envelope({}, ['event', 'transaction']))
  expect(answer.headers.get('x-sentry-rate-limits')).toBe(
    '60:error:organization, 60:replay:organization, 5:session:organization',
  )
  await post(envelope({}, ['event']))
  await post(envelope({}, ['replay_event', 'replay_recording']))
  await arrived(2)
  expect(sentry.envelopes[1]?.items.map(({ type }) => type)).toEqual(['transaction'])
  await expect.poll(dropped).toEqual({ QUOTA_REACHED: 3 })
  api.ports.advance({ seconds: 61 })
  expect((await post(envelope())).headers.get('x-sentry-rate-limits')).toBeNull()
  await arrived(3)
})

test.each([
  ['seconds', () => '120'],
  ['a date', () => new Date(api.ports.now().getTime() + 120_000).toUTCString()],
])('a vendor without quota gets nothing until the time in Retry-After, given as %s', async (_name, value) => {
  await start()
  Object.assign(sentry.switches, { status: 429, retry_after: value() })
  await post(envelope())
  await failure('QUOTA_REACHED')
  Object.assign(sentry.switches, { status: null, retry_after: null })
  expect((await post(envelope())).headers.get('x-sentry-rate-limits')).toBe('120::organization')
  await expect.poll(dropped).toEqual({ QUOTA_REACHED: 2 })
  expect(sentry.requests).toBe(1)
  api.ports.advance({ seconds: 121 })
  await post(envelope())
  await arrived(1)
  await failure(null)
})

test.each(
  casesAtDepth(1, [
    ['bytes', Math.ceil(MAX_QUEUED_BYTES / (MAX_EVENT_BYTES * 0.9)), 'x'.repeat(MAX_EVENT_BYTES * 0.9)],
    ['reports', MAX_QUEUED_ENVELOPES, ''],
  ] as const),
)(
  'keeps a bounded number of %s in memory, counts the others as lost, and alerts the operator',
  async (_what, most, message) => {
    await start()
    sentry.switches.status = 503
    await post(envelope())
    await failure('UNAVAILABLE')
    const more = most + 2
    for (let done = 0; done < more; done += 200) {
      // Not more than the tunnel takes in a second and from one address.
      api.ports.advance({ seconds: 1 })
      const batch = Array.from({ length: Math.min(200, more - done) }, (_, at) =>
        post(envelope({}, ['event'], message), { 'x-forwarded-for': `192.0.2.${(done + at) % 250}` }),
      )
      for (const answer of await Promise.all(batch)) expect(answer.status).toBe(200)
    }
    await expect
      .poll(async () => (await dropped())['QUEUE_FULL'], { timeout: 30_000 })
      .toBeGreaterThanOrEqual(3)
    await expect
      .poll(async () => (await alerts()).map(({ event }) => event), { timeout: 30_000 })
      .toContain('ERROR_MONITORING_FAILING')
    await expect
      .poll(async () => (await overview()).forwarding?.lost_count, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(3)
  },
)

test('a process that stops sends what waits, and counts what the vendor does not take', async () => {
  await start()
  sentry.switches.status = 503
  await post(envelope())
  await failure('UNAVAILABLE')
  for (let nth = 0; nth < 6; nth++) await post(envelope())
  sentry.switches.status = null
  await api.app.close()
  expect(sentry.envelopes).toHaveLength(7)

  await api.close()
  await start()
  sentry.switches.status = 503
  await post(envelope())
  await failure('UNAVAILABLE')
  await post(envelope())
  await api.app.close()
  const { rows } = await api.deps.database.pool.query('select reason, drop_count from error_drops')
  expect(rows).toEqual([{ reason: 'STOPPED', drop_count: 2 }])
  expect(api.lines).toContainEqual(expect.objectContaining({ event: 'reports_dropped', STOPPED: 2 }))
})
