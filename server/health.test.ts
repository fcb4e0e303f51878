import { once } from 'node:events'
import { connect } from 'node:net'
import { realPorts } from '@openspot/api/ports.ts'
import { placedDatabase } from '@openspot/api/testing/placed-database.ts'
import { untilWaiting } from '@openspot/api/testing/waiting.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { until } from '@openspot/db/testing/until.ts'
import { unusedPort } from '@openspot/db/testing/unused-port.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningServer, startServer } from './server.ts'

let port: number
let server: RunningServer
let late = 0
let owner_url = ''
const opened: (() => Promise<unknown>)[] = []
/** The responses before startup was complete, by path. */
const early: Record<string, { status: number; headers: Headers; body: string }> = {}

const request = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' })

async function isBuilding(): Promise<boolean> {
  try {
    const body = (await (await request('/api/health/ready')).json()) as { details?: { checks: object } }
    return JSON.stringify(body.details?.checks ?? {}).includes('"web":"building"')
  } catch {
    // Nothing is listening yet.
    return false
  }
}

const token = 'a token for Prometheus'

beforeAll(async () => {
  const database = await placedDatabase()
  opened.push(() => database.drop())
  owner_url = database.owner_url
  port = await unusedPort()
  const starting = startServer(
    readSettings({
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      OPENSPOT_ROLES: 'api,web',
      OPENSPOT_METRICS_TOKEN: token,
    }),
    database,
    () => {},
    undefined,
    { ...realPorts, loopDelay: () => late },
  )
  await vi.waitUntil(isBuilding, { timeout: 60_000, interval: 5 })
  for (const path of ['/', '/api/health/live', '/api/health/ready', '/api/v1/users/me']) {
    const answer = await request(path)
    early[path] = { status: answer.status, headers: answer.headers, body: await answer.text() }
  }
  server = await starting
  opened.push(() => server.close())
}, 600_000)
afterAll(async () => {
  for (const close of opened.toReversed()) await close()
})

describe('while the web is being built', () => {
  test('a page returns a self-contained 503 that explains itself and reloads', () => {
    const { status, headers, body } = early['/'] ?? { status: 0, headers: new Headers(), body: '' }
    expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ])
    expect(body).toContain('<h1>Openspot is starting</h1>')
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<meta http-equiv="refresh" content="5">')
    expect(body).toContain('prefers-color-scheme: dark')
    expect(body).not.toMatch(/<script|<link|<img|https?:\/\/(?!www\.w3\.org)/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  test('live is 200, and ready is 503 with web: building', () => {
    expect(early['/api/health/live']?.status).toBe(200)
    expect(early['/api/health/ready']?.status).toBe(503)
    expect(JSON.parse(early['/api/health/ready']?.body ?? '')).toMatchObject({
      code: 'unavailable',
      details: { checks: { web: 'building' } },
    })
  })
})

test("after startup, ready returns 200 with the checks of this process's roles", async () => {
  // On a busy machine, the first page may take longer than a check waits for it.
  await expect
    .poll(async () => {
      const answer = await request('/api/health/ready')
      return [answer.status, await answer.json()]
    })
    .toEqual([200, { status: 'ok', checks: { database: 'ok', web: 'ok', writable: 'ok', migrations: 'ok' } }])
})

test('under overload, the page beyond the first eight gets 503 with Retry-After and is counted', async () => {
  const owner = new pg.Pool({ connectionString: owner_url, max: 2 })
  const blocker = await owner.connect()
  await blocker.query('begin; lock table lots in access exclusive mode')
  // Each of these pages waits for its lot.
  const waiting = Array.from({ length: 8 }, (_, number) => request(`/l/nosuchlotnosuchlot${number}`))
  try {
    await untilWaiting(owner, 8)
    late = 800
    const answer = await request('/sign-in')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.text()).toContain('<h1>Openspot is very busy</h1>')
    const metrics = await request('/metrics', { authorization: `Bearer ${token}` })
    expect(await metrics.text()).toContain('openspot_http_requests_shed_total{kind="page"} 1')
  } finally {
    late = 0
    await blocker.query('rollback')
    blocker.release()
    await Promise.all(waiting)
    await owner.end()
  }
})

test('under overload, a single page, its files, and health checks are still answered', async () => {
  late = 800
  try {
    const page = await request('/sign-in')
    expect(page.status).toBe(200)
    const [, file = ''] = /"(\/_next\/static\/[^"]+\.js)"/.exec(await page.text()) ?? []
    for (const path of [file, '/api/health/live', '/api/health/ready'])
      expect((await request(path)).status).toBe(200)
    expect((await request('/api/v1/users/me')).status).toBe(503)
  } finally {
    late = 0
  }
})

test('metrics label pages by route pattern, never by path', async () => {
  await (await request('/l/no-such-lot-anywhere')).text()
  const read = async () => (await request('/metrics', { authorization: `Bearer ${token}` })).text()
  await until(async () => (await read()).includes('route="/l/['))
  expect(await read()).not.toContain('no-such-lot-anywhere')
})

test('metrics return 401 without the token or with a wrong one', async () => {
  expect((await request('/metrics')).status).toBe(401)
  expect((await request('/metrics', { authorization: 'Bearer another' })).status).toBe(401)
})

test.each([
  ['a page', '/sign-in'],
  ['a page that is not there', '/no/such/page'],
  ['a call', '/api/health/live'],
  ['a refused call', '/api/v1/users/me'],
  ['a call that is not there', '/api/nothing'],
  ['a path that cannot be read', '/api/%zz'],
  ['the metrics', '/metrics'],
])('%s has a request ID of ours and ignores the one that the client sends', async (_what, path) => {
  const answer = await request(path, { 'x-request-id': 'AAAAAAAAAAAA' })
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
  expect(answer.headers.get('x-request-id')).not.toBe('AAAAAAAAAAAA')
})

test('unreadable HTTP is rejected with a request ID in the header and the body', async () => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  socket.write('GET / HTTP/1.1\r\nbroken header\r\n\r\n')
  await once(socket, 'close')
  const [, id] = /x-request-id: ([\w-]{12})\r\n/.exec(text) ?? []
  expect(text).toContain(`"request_id":"${id}"`)
})
