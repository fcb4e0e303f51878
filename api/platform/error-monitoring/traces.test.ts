import { randomBytes } from 'node:crypto'
import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import { reportSettingsOf, tunnelOf } from '@openspot/core/error-monitoring/page-settings.ts'
import { SentryStandIn } from '@openspot/page-vendors-stand-in/sentry.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardTasks } from '../../jobs/guard-tasks.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { testPorts } from '../../testing/clock.ts'
import { aPerson } from '../../testing/factories/people.ts'
import { traceToSentry } from '../observability/sentry-traces.ts'
import { reportErrors } from './report-errors.ts'

interface Transaction {
  transaction: string
  contexts: { trace: Record<string, unknown> }
  tags: { source: string }
  release: string
  spans: { trace_id: string; parent_span_id: string; op: string; description: string }[]
}

let sentry: SentryStandIn
let api: TestApi
let stop: () => Promise<void>
beforeEach(async () => {
  sentry = new SentryStandIn()
  await sentry.listen()
  api = await testApi({ SENTRY_DSN: sentry.dsn() })
  const settings = reportSettingsOf(api.deps.settings, 'openspot@1.0.0')
  const { log, metrics, ports, sentry_traces } = api.deps
  stop = reportErrors({
    log,
    metrics,
    ports,
    settings,
    sentry_traces,
    is_worker: false,
    post: async (body) =>
      (await api.app.inject({ method: 'POST', url: tunnelOf(settings), payload: Buffer.from(body) }))
        .statusCode,
  })
})
afterEach(async () => {
  await stop()
  await sentry.close()
  await api.close()
})

const transactions = () =>
  sentry.envelopes.flatMap(({ items }) =>
    items
      .filter(({ type }) => type === 'transaction')
      .map(({ payload }) => JSON.parse(payload) as Transaction),
  )
const trace = (flag: '0' | '1') => ({
  id: randomBytes(16).toString('hex'),
  span: randomBytes(8).toString('hex'),
  get header() {
    return `${this.id}-${this.span}-${flag}`
  },
})
const get = (path: string, sentryTrace: string, token?: string) =>
  fetch(api.base + path, {
    headers: { 'sentry-trace': sentryTrace, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })

test('a call of a page whose trace is sampled arrives in that trace, with its statements and without values', async () => {
  const person = await aPerson(api)
  const page = trace('1')
  await get('/api/v1/cars/mine', page.header, person.token)
  await expect.poll(transactions, { timeout: 30_000 }).toHaveLength(1)
  const [one] = transactions()
  expect(one).toMatchObject({
    transaction: 'GET /api/v1/cars/mine',
    tags: { source: 'api' },
    contexts: {
      trace: { trace_id: page.id, parent_span_id: page.span, op: 'http.server', status: 'ok' },
    },
  })
  expect(one?.spans.map(({ description }) => description)).toContain('look_up_caller')
  for (const span of one?.spans ?? [])
    expect(span).toMatchObject({
      trace_id: page.id,
      op: 'db',
      parent_span_id: one?.contexts.trace['span_id'],
    })
  const text = JSON.stringify(sentry.envelopes.map(({ items }) => items))
  for (const value of [person.email, person.token, person.user_id]) expect(text).not.toContain(value)
})

test('a call whose page decided against it, and the tunnel and health checks, are not traced', async () => {
  await get('/api/v2/site', trace('0').header)
  await get('/api/health/live', trace('1').header)
  await fetch(`${api.base}/m?o=9&p=9`, { method: 'POST', headers: { 'sentry-trace': trace('1').header } })
  await get('/api/v2/site', trace('1').header)
  await expect.poll(transactions, { timeout: 30_000 }).toHaveLength(1)
  expect(transactions().map(({ transaction }) => transaction)).toEqual(['GET /api/v2/site'])
})

test('jobs are traced by their task, and a failed one says so', async () => {
  const { sentry_traces } = api.deps
  // Every job, instead of one of twenty.
  const all = sentry_traces && {
    ...sentry_traces,
    beginRequest: () => sentry_traces.beginRequest(null, trace('1').header),
  }
  const tasks = guardTasks(
    { ...api.deps, sentry_traces: all },
    {
      pay_out: async () => {},
      bill: async () => {
        throw new Error('no')
      },
    },
  )
  const helpers = { job: { id: '1', attempts: 1, max_attempts: 5 } } as never
  await tasks['pay_out']?.({}, helpers)
  await expect(tasks['bill']?.({}, helpers)).rejects.toThrow('[Error]')
  await expect.poll(transactions, { timeout: 30_000 }).toHaveLength(2)
  expect(
    transactions().map(({ transaction, tags, contexts }) => [
      transaction,
      tags.source,
      contexts.trace['status'],
    ]),
  ).toEqual([
    ['pay_out', 'worker', 'ok'],
    ['bill', 'worker', 'internal_error'],
  ])
})

test('of requests without a trace, the share of the specification is traced, and redirects and missing pages never', () => {
  const sent: string[] = []
  const traces = traceToSentry({ dsn: 'x', release: 'y', environment: 'local' }, testPorts())
  const request = (route: string, status: number) =>
    traces.beginRequest(null).end(`GET ${route}`, status, { 'http.route': route })
  request('/api/v2/site', 200)
  expect(sent).toEqual([])
  traces.sendTo((body) => sent.push(body))
  for (let at = 0; at < 4_000; at++) request('/api/v2/site', 200)
  expect(sent.length / 4_000).toBeGreaterThan(monitoring.traces_sample_rate * 0.8)
  expect(sent.length / 4_000).toBeLessThan(monitoring.traces_sample_rate * 1.2)
  sent.length = 0
  for (let at = 0; at < 1_000; at++) {
    request('/l/[public_id]', 404)
    request('/me', 307)
    request('/_not-found', 200)
    request('/m', 200)
  }
  expect(sent).toEqual([])
})
