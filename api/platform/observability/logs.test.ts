import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import {
  openSignInLinkRoute,
  sendSignInLinkRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import { openGuestLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import { sendPhoneCodeRoute, signInWithPhoneRoute } from '@openspot/contract/identity/phone-codes.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { until } from '@openspot/db/testing/until.ts'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportFailure } from '../../failures.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { describedBy } from '../../testing/described.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { asOwner } from '../../testing/owner.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

interface Line {
  level: string
  msg: string
  [field: string]: unknown
}

let api: TestApi
let driver: Person
let written: string[] = []
beforeAll(async () => {
  api = await testApi({ LOG_LEVEL: 'debug', OPENSPOT_SLOW_STATEMENT_MS: '0' }, null, null, {
    log: (line) => written.push(line),
  })
  driver = await aPerson(api)
})
afterAll(() => api.close())
beforeEach(() => {
  written = []
})

const lines = (msg: string): Line[] =>
  written.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg)

/** Returns the request log lines. Each is written after its response has ended, which the caller may notice first. */
async function requestLines(count: number): Promise<Line[]> {
  await until(() => lines('request').length >= count)
  return lines('request')
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
const ask = (path: string, init: Init = {}, token = driver.token) =>
  fetch(api.base + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'x-openspot-client': 'app', ...init.headers },
  })

const post = (path: string, body: unknown) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const plate = 'SECRET42'
const email = 'canary@people.example'

test('logs each request once with route, status, duration, request ID, user, and lot', async () => {
  const { lot_id } = await aLot(api)
  const member = await aMember(api, lot_id, 'ADMIN')
  written = []
  const answer = await ask(`/api/v1/lots/${lot_id}/closures?x=${email}`, {}, member.token)
  const missing = await ask(`/api/v1/nothing/${email}`)
  const found = await requestLines(2)
  expect(found).toHaveLength(2)
  expect(found.find(({ lot_id }) => lot_id !== null)).toMatchObject({
    level: 'info',
    method: 'GET',
    route: '/api/v1/lots/:lot_id/closures',
    status: answer.status,
    duration_ms: expect.any(Number),
    request_id: answer.headers.get('x-request-id'),
    user_id: member.user_id,
    lot_id,
  })
  expect(found.find(({ lot_id }) => lot_id === null)).toMatchObject({
    route: 'unknown',
    status: missing.status,
    user_id: null,
  })
})

test('logs health probes at debug level', async () => {
  await ask('/api/health/live')
  await ask('/api/health/ready')
  expect((await requestLines(2)).map(({ level, route }) => [level, route])).toEqual([
    ['debug', '/api/health/live'],
    ['debug', '/api/health/ready'],
  ])
})

test('logs a request whose caller left before the response with status 499', async () => {
  const sent = sendRequest(`${api.base}/api/v2/cars`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  })
  sent.on('error', () => sent.destroy())
  const arrived = once(api.app.server, 'request')
  sent.write('{')
  await arrived
  sent.destroy()
  const [line] = await requestLines(1)
  expect(line).toMatchObject({ route: '/api/v2/cars', status: 499 })
})

test('logs once that a process is not ready, however often it is probed', async () => {
  const probe = async () => (await ask('/api/health/ready')).status
  await probe()
  written = []
  api.app.health.add('web', () => 'building')
  try {
    for (let times = 0; times < 3; times++) expect(await probe()).toBe(503)
    expect(lines('request failed')).toEqual([])
    expect(lines('health changed')).toMatchObject([{ level: 'warn', checks: { web: 'building' } }])
  } finally {
    api.app.health.add('web', () => 'ok')
  }
})

test('logs a 500 with route, request ID, user, and the database error without its row', async () => {
  await asOwner(api, `alter table cars add constraint cars_canary check (plate_normalized <> '${plate}')`)
  try {
    const answer = await post('/api/v2/cars', { plate: 'SECRET 42', region: 'IL' })
    expect(answer.status).toBe(500)
    const [line] = lines('request failed')
    expect(line).toMatchObject({
      level: 'error',
      method: 'POST',
      route: '/api/v2/cars',
      request_id: answer.headers.get('x-request-id'),
      user_id: driver.user_id,
      err: { type: 'DatabaseError', code: '23514', constraint: 'cars_canary', table: 'cars' },
    })
    expect(line?.['err']).toMatchObject({ stack: expect.stringMatching(/^\s+at /) })
    expect(written.join('')).not.toContain(plate)
  } finally {
    await asOwner(api, 'alter table cars drop constraint cars_canary')
  }
})

test('logs no email address, plate, or token at any level, even when every route fails', async () => {
  // The message of the first of these errors quotes the value itself.
  await asOwner(
    api,
    `create function canary() returns trigger language plpgsql as $$ begin perform new.plate::int; return new; end $$`,
  )
  await asOwner(api, 'create trigger canary before insert on cars for each row execute function canary()')
  try {
    expect(await api.refusal(createCarRoute, { body: { plate } }, driver.token)).toMatchObject({
      status: 500,
    })
  } finally {
    await asOwner(api, 'drop function canary cascade')
  }
  await api.call(createCarRoute, { body: { plate } }, driver.token)
  await api.call(sendSignInLinkRoute, { body: { email } })
  await api.runJobs()
  const { calls } = await describedBy(api.base)
  for (const { method, path } of calls) {
    const url = `${path.replace(/\{\w+\}/g, email)}?email=${email}&plate=${plate}&q=${plate}`
    const body = JSON.stringify({ email, plate, password: plate, name: email })
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${plate}${plate}` }
    const answer = await ask(url, { method, headers, ...(method === 'GET' ? {} : { body }) }, plate)
    await answer.body?.cancel()
  }
  const refused = new Error(`550 5.1.1 <${email}>: no such user`, {
    cause: new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: `Invalid email address: ${plate}`,
    }),
  })
  reportFailure(api.deps.log, { task: 'deliver_email', attempt: 3, error: refused })
  api.deps.log.error(refused)
  api.deps.log.warn({ err: refused })
  await until(() => lines('request').length >= calls.length)
  expect(lines('slow statement').length).toBeGreaterThan(50)
  for (const canary of [email, plate, driver.token])
    expect(written.filter((line) => line.includes(canary))).toEqual([])
})

test('logs no texted code, ticket, or token of a link at any level, whether it is accepted or refused', async () => {
  const phone = '+13125550177'
  const { ticket } = await api.call(sendPhoneCodeRoute, {
    body: { phone, country: 'US', bot_check: await solvedCheck(api) },
  })
  const { lot_id } = await aLot(api)
  const guest = {
    ...driver,
    email: 'links@people.example',
    token: (
      await api.call(startGuestRoute, {
        body: {
          email: 'links@people.example',
          first_name: 'Gil',
          last_name: 'Guest',
          bot_check: await solvedCheck(api),
        },
      })
    ).token,
  }
  const holder = { ...guest, token: guest.token ?? '' }
  const me = await api.call(getMeRoute, {}, holder.token)
  await bookAs(
    api,
    { ...holder, user_id: me.id },
    {
      lot_id,
      payment_method_id: await aCard(api, { ...holder, user_id: me.id }),
    },
  )
  await api.call(sendSignInLinkRoute, { body: { email: driver.email } })
  await api.runJobs()
  const sent = await api.deps.database.pool.query<{ text: string }>(
    `select body as text from texts union all select body_text from emails`,
  )
  const texts = sent.rows.map(({ text }) => text).join('\n')
  const code = /\b(\d{6})\b/.exec(texts)?.[1] ?? ''
  const links = [...texts.matchAll(/token=(\w{20,})/g)].map(([, token]) => token ?? '')
  expect(links.length).toBeGreaterThanOrEqual(2)
  const tried = (body: object, url: string) =>
    ask(`${url}?code=${code}&ticket=${ticket}&token=${links[0]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (const token of [...links, `${links[0]}x`]) {
    await tried({ token }, openGuestLinkRoute.url)
    await tried({ token }, openSignInLinkRoute.url)
    await api.call(openGuestLinkRoute, { body: { token } }).catch(() => null)
  }
  await tried({ ticket, code: 'x' }, signInWithPhoneRoute.url)
  const entered = await api.call(signInWithPhoneRoute, { body: { ticket, code } })
  await api.refusal(signInWithPhoneRoute, { body: { ticket, code } })
  await api.runJobs()
  await until(() => lines('request').length > 10)
  for (const canary of [ticket, entered.token ?? '', phone, holder.token, ...links])
    expect(written.filter((line) => line.includes(canary))).toEqual([])
  // Six digits also occur in times and durations.
  expect(written.filter((line) => new RegExp(`["' =#]${code}\\b`).test(line))).toEqual([])
})

test('logs a failure outside a request once with task, id, attempt, and the reduced error', () => {
  reportFailure(api.deps.log, { task: 'notify', id: 'job 7', attempt: 2, error: new TypeError('no') })
  expect(lines('notify failed')).toMatchObject([
    { level: 'error', task: 'notify', id: 'job 7', attempt: 2, err: { type: 'TypeError', message: 'no' } },
  ])
})

test('logs a slow statement by its name or shape, never with values', async () => {
  const { pool } = api.deps.database
  await pool.query({ name: 'find_canary', text: 'select $1::text as a', values: [email] })
  await pool.query(`select 'x' as b, 17 as c, $1::text as d`, [email])
  await expect(pool.query('select $1::int', [plate])).rejects.toThrow('invalid input syntax')
  expect(lines('slow statement')).toMatchObject([
    { level: 'warn', statement: 'find_canary', duration_ms: expect.any(Number), has_failed: false },
    { statement: 'select ? as b, ? as c, $1::text as d' },
    { statement: 'select $1::int', has_failed: true },
  ])
})
