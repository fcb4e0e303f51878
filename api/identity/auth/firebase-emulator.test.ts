import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { getMeRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { decodeJwt, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard } from '../../testing/factories/people.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

const project = 'demo-openspot'
let api: TestApi
let emulator: Server
/** The vendor's users by subject. */
const known = new Map<string, { disabled?: boolean; validSince?: string }>()
let isAway = false

/** Answers like the emulator's accounts:lookup. */
beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (isAway) return response.writeHead(503).end()
    const { idToken } = JSON.parse(body) as { idToken: string }
    const user = known.get(decodeJwt(idToken).sub ?? '')
    response.setHeader('content-type', 'application/json')
    if (!request.url?.startsWith('/identitytoolkit.googleapis.com/v1/accounts:lookup?key=') || !user) {
      return response.writeHead(400).end(JSON.stringify({ error: { code: 400, message: 'USER_NOT_FOUND' } }))
    }
    return response.end(JSON.stringify({ users: [user] }))
  }
  emulator = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => emulator.listen(0, '127.0.0.1', done))
  api = await testApi({
    FIREBASE_PROJECT_ID: project,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${(emulator.address() as AddressInfo).port}`,
  })
})
afterAll(async () => {
  await api.close()
  emulator.close()
})

const seconds = () => Math.floor(api.ports.now().getTime() / 1000)

/** Returns a token in the emulator's format: `alg: none`, unsigned. */
const tokenOf = (sub: string, more: Record<string, unknown> = {}) =>
  new UnsecuredJWT({
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub,
    iat: seconds(),
    exp: seconds() + 3600,
    auth_time: seconds(),
    email: `${sub}@people.example`,
    email_verified: true,
    ...more,
  }).encode()

async function exchange(token: string): Promise<{ status: number; code?: string; id?: string }> {
  const answer = await fetch(`${api.base}/api/v1/auth/firebase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-openspot-client': 'app' },
  })
  const body = (await answer.json()) as { code?: string; user?: { id: string } }
  return { status: answer.status, code: body.code ?? '', id: body.user?.id ?? '' }
}

test('accepts the emulator’s unsigned tokens and checks their claims as strictly as others', async () => {
  known.set('fay', { validSince: String(seconds() - 100) })
  const first = await exchange(tokenOf('fay'))
  expect(first.status).toBe(200)
  expect((await exchange(tokenOf('fay'))).id).toBe(first.id)
  for (const wrong of [
    tokenOf('fay', { aud: 'other' }),
    tokenOf('fay', { iss: 'https://evil.example' }),
    tokenOf('fay', { exp: seconds() - 10 }),
    tokenOf('fay', { auth_time: seconds() - 600 }),
    tokenOf('fay', { iat: seconds() + 600, auth_time: seconds() }),
  ]) {
    expect(await exchange(wrong)).toMatchObject({ status: 401, code: 'token_not_accepted' })
  }
})

test('rejects revoked and disabled users with 401, and everyone with 503 if the lookup is unavailable', async () => {
  for (const [sub, user] of [
    ['out', { validSince: String(seconds() + 5) }],
    ['off', { disabled: true }],
  ] as const) {
    known.set(sub, user)
    expect(await exchange(tokenOf(sub))).toMatchObject({ status: 401, code: 'token_not_accepted' })
  }
  expect(await exchange(tokenOf('nobody'))).toMatchObject({ status: 401 })
  isAway = true
  expect(await exchange(tokenOf('fay'))).toMatchObject({ status: 503, code: 'unavailable' })
  isAway = false
})

test('rejects a sign-in from before the local sign-out of all sessions', async () => {
  known.set('gil', {})
  const token = tokenOf('gil')
  const { id } = await exchange(token)
  api.ports.advance({ seconds: 5 })
  await api.deps.database.db
    .updateTable('users')
    .set({ tokens_valid_after: api.ports.now().toISOString() })
    .where('id', '=', id ?? '')
    .execute()
  expect(await exchange(token)).toMatchObject({ status: 401, code: 'token_not_accepted' })
  expect((await exchange(tokenOf('gil'))).status).toBe(200)
})

test('lets a verified number claim its GHOST and maps concurrent exchanges to one user', async () => {
  const phone = '+13125550111'
  const { id } = await api.deps.database.db
    .insertInto('users')
    .values({ phone, first_name: 'Gus' })
    .returning('id')
    .executeTakeFirstOrThrow()
  known.set('gus', {})
  const token = tokenOf('gus', { email: undefined, phone_number: phone })
  const both = await Promise.all([exchange(token), exchange(token), exchange(token)])
  expect(both.map((one) => one.id)).toEqual([id, id, id])
  const user = await api.deps.database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(user).toMatchObject({ account_status: 'ACTIVE', phone })
  expect(user.phone_verified_at).not.toBeNull()
})

test('removes the password that another person set before the address was verified', async () => {
  const { id } = await api.deps.database.db
    .insertInto('users')
    .values({ email: 'prey@people.example', account_status: 'ACTIVE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.deps.database.db
    .insertInto('password_credentials')
    .values({
      user_id: id,
      password_hash: 'scrypt$known-to-somebody',
      changed_at: api.ports.now().toISOString(),
    })
    .execute()
  known.set('prey', {})
  api.ports.advance({ seconds: 1 })
  expect((await exchange(tokenOf('prey'))).id).toBe(id)
  const left = await api.deps.database.db
    .selectFrom('password_credentials')
    .select('user_id')
    .where('user_id', '=', id)
    .execute()
  expect(left).toEqual([])
})

test('removes a stranger’s guest sessions and cards when a token verifies the email address or number', async () => {
  const guest = async (email: string) => {
    const body = { email, first_name: 'Eve', last_name: 'E', bot_check: await solvedCheck(api) }
    const { user, token } = await api.call(startGuestRoute, { body })
    return { user_id: user.id, token: token ?? '', email }
  }
  const byEmail = await guest('gus2@people.example')
  await aCard(api, byEmail)
  const byPhone = await guest('other@evil.example')
  await aCard(api, byPhone)
  const phone = '+13125550177'
  await api.call(patchUserRoute, { params: { user_id: byPhone.user_id }, body: { phone } }, byPhone.token)
  known.set('gus2', {})
  api.ports.advance({ hours: 1 })
  const { status, id } = await exchange(tokenOf('gus2', { phone_number: phone }))
  expect(status).toBe(200)
  for (const { token } of [byEmail, byPhone])
    expect((await api.refusal(getMeRoute, {}, token)).code).toBe('session_ended')
  const { rows } = await api.deps.database.pool.query(
    `select u.email, u.phone, count(m.id)::int as cards from users u
     left join payment_methods m on m.user_id = u.id and m.deleted_at is null where u.id = $1 group by u.id`,
    [id],
  )
  expect(rows).toEqual([{ email: 'gus2@people.example', phone, cards: 0 }])
  // The same token stays valid: the proof ended what existed before it, not itself.
  expect((await exchange(tokenOf('gus2'))).id).toBe(id)
})

test('does not verify the email address that a lot typed when a token proves only the number', async () => {
  const phone = '+13125550188'
  await api.deps.database.db
    .insertInto('users')
    .values({ phone, email: 'typed@people.example', first_name: 'Gus' })
    .execute()
  known.set('caller', {})
  api.ports.advance({ hours: 1 })
  const { id } = await exchange(tokenOf('caller', { email: undefined, phone_number: phone }))
  const user = await api.deps.database.db
    .selectFrom('users')
    .select(['email', 'contact_email', 'account_status'])
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
  expect(user).toEqual({ email: null, contact_email: 'typed@people.example', account_status: 'ACTIVE' })
})

test('rejects the emulator setting outside the local environment at startup', () => {
  const env = {
    OPENSPOT_ENV: 'staging',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec',
    SMTP_URL: 'smtp://mail',
    OPENSPOT_SECRET: 'fGk3mQ9vT2xLr8WzJp5NcYb7HdSa1Ue4',
    OPENSPOT_PUBLIC_URL: 'https://park.example',
  }
  expect(() => readSettings(env)).toThrow(/FIREBASE_AUTH_EMULATOR_HOST/)
})
