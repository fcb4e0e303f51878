import { readFileSync } from 'node:fs'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { until } from '@openspot/db/testing/until.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { asOwner } from '../../testing/owner.ts'
import { listenForMetrics } from './metrics-endpoint.ts'

let api: TestApi
let driver: Person
beforeAll(async () => {
  api = await testApi({ OPENSPOT_METRICS_PORT: '0' })
  driver = await aPerson(api)
})
afterAll(() => api.close())

const opened: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of opened) await close()
})

/** Returns the samples whose name has this prefix. */
async function samples(start: string): Promise<Record<string, number>> {
  const text = await api.deps.metrics.registry.metrics()
  const found = text.split('\n').filter((line) => line.startsWith(start))
  return Object.fromEntries(found.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

/** Database figures are cached for ten seconds. */
const fresh = () => api.ports.advance({ seconds: 11 })

test('documents every metric and its labels in docs/monitoring.md', async () => {
  const text = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `(openspot_\w+)` \|([^|]*)\|/gm)]
  const described = rows.map(([, name, labels = '']) => [
    name,
    [...labels.matchAll(/`(\w+)`/g)].map(([, l]) => l),
  ])
  const metrics = api.deps.metrics.registry.getMetricsAsArray() as unknown as {
    name: string
    labelNames: string[]
  }[]
  const own = metrics.filter(({ name }) => name.startsWith('openspot_'))
  const sorted = (list: unknown[][]) => list.toSorted(([a], [b]) => String(a).localeCompare(String(b)))
  expect(sorted(described)).toEqual(sorted(own.map(({ name, labelNames }) => [name, labelNames])))
})

test('counts requests by route, method, and status class', async () => {
  await api.call(getMeRoute, {}, driver.token)
  await api.refusal(getMeRoute, {})
  const count = (status: string) =>
    `openspot_http_request_duration_seconds_count{route="/api/v1/users/me",method="GET",status_class="${status}"}`
  await until(async () => {
    const found = await samples('openspot_http_request_duration_seconds_count')
    return found[count('2xx')] === 1 && found[count('4xx')] === 1
  })
})

test('counts card provider calls by operation without ids and by outcome', async () => {
  await aCard(api, driver)
  const found = Object.keys(await samples('openspot_provider_request_duration_seconds_count'))
  expect(found.length).toBeGreaterThan(0)
  for (const name of found) expect(name).toMatch(/operation="(GET|POST) \/v1\/[a-z_/:]+",outcome="2xx"/)
  await expect(api.deps.stripe.customers.retrieve('cus_None1')).rejects.toThrow('No such customer')
  expect(
    Object.keys(await samples('openspot_provider_request_duration_seconds_count')).some((name) =>
      name.includes('operation="GET /v1/customers/:id",outcome="4xx"'),
    ),
  ).toBe(true)
})

test('counts jobs by state and reports the age of the oldest due one', async () => {
  const add = (task: string, columns: string) =>
    asOwner(api, `select graphile_worker.add_job('${task}')`).then(() =>
      asOwner(
        api,
        `update graphile_worker._private_jobs set ${columns} where id =
        (select max(id) from graphile_worker._private_jobs)`,
      ),
    )
  await asOwner(api, 'delete from graphile_worker._private_jobs')
  await add('one', `run_at = now() - interval '1 hour'`)
  await add('two', `attempts = 3, run_at = now() + interval '1 hour'`)
  await add('three', 'attempts = max_attempts')
  await add('four', `attempts = 1, locked_at = now(), locked_by = 'w'`)
  fresh()
  expect(await samples('openspot_jobs{')).toEqual({
    'openspot_jobs{state="ready"}': 1,
    'openspot_jobs{state="locked"}': 1,
    'openspot_jobs{state="failed"}': 1,
    'openspot_jobs{state="given_up"}': 1,
  })
  const { openspot_jobs_oldest_ready_seconds: age } = await samples('openspot_jobs_oldest')
  expect(age).toBeGreaterThanOrEqual(3600)
  await asOwner(api, 'delete from graphile_worker._private_jobs')
})

test('omits database figures and sets openspot_database_up to 0 when they cannot be read', async () => {
  expect(await samples('openspot_database_up')).toEqual({ openspot_database_up: 1 })
  await asOwner(api, 'alter table emails rename to emails_away')
  try {
    fresh()
    expect(await samples('openspot_database_up')).toEqual({ openspot_database_up: 0 })
    expect(await samples('openspot_holds_overdue')).toEqual({})
    expect(await samples('openspot_jobs')).toEqual({})
  } finally {
    await asOwner(api, 'alter table emails_away rename to emails')
  }
})

test('answers a shed call with 503 and Retry-After, counts it, and still answers health checks', async () => {
  api.ports.setLoopDelay(800)
  try {
    const answer = await fetch(`${api.base}/api/v1/users/me`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
    expect((await fetch(`${api.base}/api/health/live`)).status).toBe(200)
    expect(await samples('openspot_http_requests_shed_total')).toEqual({
      'openspot_http_requests_shed_total{kind="api"}': 1,
    })
  } finally {
    api.ports.setLoopDelay(0)
  }
})

test('serves only /metrics on the metrics port', async () => {
  const { metrics, log } = api.deps
  const { port, close } = await listenForMetrics(
    { metrics, log },
    { port: 0, host: '127.0.0.1', token: null },
  )
  opened.push(close)
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect(await answer.text()).toContain('openspot_build_info{version="test",commit=""} 1')
  expect(await samples('nodejs_eventloop_lag_p99_seconds')).toMatchObject({
    nodejs_eventloop_lag_p99_seconds: expect.any(Number),
  })
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})
