import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Problem } from '@openspot/api/platform/alerts/alert.ts'
import { createMetrics } from '@openspot/api/platform/observability/metrics.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { loggedLines } from '@openspot/api/testing/logged.ts'
import { testDatabase } from '@openspot/db/testing/database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alertOperator } from './alert-operator.ts'
import { reportLostApis } from './lost-apis.ts'
import { settingsFor } from './settings.ts'

const received: { event: string; summary: string }[] = []
const receiver = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => (text += part))
  request.on('end', () => {
    received.push(JSON.parse(text) as { event: string; summary: string })
    response.end()
  })
})
let webhook = ''
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(() => receiver.close())

const lost = { base: 'http://api-1:8080/', is_lost: true, reason: 'silent' } as const

test('a lost API is logged and counted, and the operator is alerted unless it is back in time', async () => {
  const { log, lines } = loggedLines()
  const metrics = createMetrics({ version: '1', commit: null }, false)
  const alerts: Problem[] = []
  const telling = {
    log,
    metrics: () => metrics,
    alert: async (problem: Problem) => void alerts.push(problem),
  }
  const report = reportLostApis({ ...telling, alert_ms: 3_600_000 })
  report(lost)
  expect(await metrics.registry.metrics()).toContain('openspot_apis_lost 1')
  report({ ...lost, is_lost: false })
  const text = await metrics.registry.metrics()
  expect(text).toContain('openspot_apis_lost_total{reason="silent"} 1')
  expect(text).toContain('openspot_apis_lost 0')
  expect(lines).toMatchObject([
    { event: 'api_lost', url: lost.base, reason: 'silent' },
    { event: 'api_back', url: lost.base },
  ])
  const soon = reportLostApis({ ...telling, alert_ms: 1 })
  soon(lost)
  soon({ ...lost, base: 'http://api-2:8080/' })
  soon({ ...lost, is_lost: false })
  await vi.waitFor(() => expect(alerts).toHaveLength(1), 20_000)
  expect(alerts).toEqual([
    {
      event: 'API_LOST',
      summary: 'The API at api-2:8080 takes calls and does not answer them. The web does without it.',
    },
  ])
})

test('a process without a database sends an alert itself, and once an hour', async () => {
  const { log, lines } = loggedLines()
  const settings = settingsFor({
    OPENSPOT_ALERT_WEBHOOK: webhook,
    OPENSPOT_ALERT_EMAIL: 'ops@openspot.example',
  })
  const problem: Problem = { event: 'API_LOST', summary: 'The API is lost.' }
  for (let times = 0; times < 2; times++)
    await alertOperator({ settings, log, ports: realPorts, database: null }, problem)
  expect(received.splice(0)).toMatchObject([problem])
  expect(lines).toMatchObject([
    { msg: 'alert', ...problem },
    { msg: 'alert', ...problem },
  ])
})

test('a process that starts others saves its alert in the database, and sends it without one that cannot be reached', async () => {
  const own = await testDatabase()
  const { log } = loggedLines()
  const settings = settingsFor({ OPENSPOT_ALERT_WEBHOOK: webhook })
  const problem: Problem = {
    event: 'PROCESS_ENDED',
    summary: 'Process 2 of 2 ended by SIGKILL after 5 s. It is started again.',
  }
  try {
    await alertOperator({ settings, log, ports: realPorts, database: own }, problem)
    expect(received.splice(0)).toMatchObject([problem])
    const client = new pg.Client({ connectionString: own.owner_url })
    await client.connect()
    const { rows } = await client.query('select event, summary from alerts where webhook_sent_at is not null')
    await client.end()
    expect(rows).toEqual([problem])
  } finally {
    await own.drop()
  }
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
  await alertOperator(
    { settings, log, ports: realPorts, database: { url: nowhere, owner_url: nowhere } },
    problem,
  )
  expect(received).toMatchObject([problem])
})
