import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@openspot/db/testing/until.ts'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'

const project = 'openspot-tests'
const issuer = `https://securetoken.google.com/${project}`
let api: TestApi
let keyServer: Server
let keys: Awaited<ReturnType<typeof generateKeyPair>>

beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  keyServer = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((done) => keyServer.listen(0, '127.0.0.1', done))
  const { port } = keyServer.address() as AddressInfo
  api = await testApi({ FIREBASE_PROJECT_ID: project, FIREBASE_JWKS_URL: `http://127.0.0.1:${port}/keys` })
})
afterAll(async () => {
  await api.close()
  keyServer.close()
})

const seconds = () => Math.floor(api.ports.now().getTime() / 1000)

function claims(more: Record<string, unknown> = {}): Record<string, unknown> {
  const now = seconds()
  return {
    iss: issuer,
    aud: project,
    sub: 'firebase-person',
    iat: now,
    exp: now + 3600,
    auth_time: now,
    email: 'fire@people.example',
    email_verified: true,
    name: 'Fay Example',
    ...more,
  }
}

const sign = (payload: Record<string, unknown>, key = keys.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)

async function exchange(token: string): Promise<{
  status: number
  body: { code?: string; token?: string; user?: { id: string; email: string | null } }
}> {
  const answer = await fetch(`${api.base}/api/v1/auth/firebase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-openspot-client': 'app' },
  })
  return { status: answer.status, body: (await answer.json()) as never }
}

test('exchanges a valid token for a session of the same user each time', async () => {
  const first = await exchange(await sign(claims()))
  expect(first.status).toBe(200)
  expect(first.body.user?.email).toBe('fire@people.example')
  const again = await exchange(await sign(claims()))
  expect(again.body.user?.id).toBe(first.body.user?.id)
  expect(again.body.token).not.toBe(first.body.token)
})

test('tells the open streams of the person, because a first verification ends their other sessions', async () => {
  const { body } = await exchange(await sign(claims()))
  let isTold = false
  const stop = api.deps.changes.watch(body.user?.id ?? '', () => {
    isTold = true
  })
  await exchange(await sign(claims()))
  await until(async () => isTold)
  stop()
})

test('finds an account by a verified email but not by an unverified one', async () => {
  const { id } = await api.deps.database.db
    .insertInto('users')
    .values({ email: 'known@people.example', account_status: 'GHOST' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const thief = await exchange(
    await sign(
      claims({
        sub: 'thief',
        email: 'known@people.example',
        email_verified: false,
        phone_number: '+13125550100',
      }),
    ),
  )
  expect(thief.body.user).toMatchObject({ email: null })
  const owner = await exchange(await sign(claims({ sub: 'owner', email: 'known@people.example' })))
  expect(owner.body.user?.id).toBe(id)
})

test.each([
  ['of another project', () => sign(claims({ aud: 'other' }))],
  ['of another issuer', () => sign(claims({ iss: 'https://evil.example' }))],
  [
    'that has run out',
    () => sign(claims({ iat: seconds() - 7200, exp: seconds() - 3600, auth_time: seconds() - 7200 })),
  ],
  ['of a sign-in long ago', () => sign(claims({ auth_time: seconds() - 600 }))],
  ['of a sign-in in the future', () => sign(claims({ auth_time: seconds() + 600 }))],
  ['without a subject', () => sign(claims({ sub: '' }))],
  ['signed with another key', async () => sign(claims(), (await generateKeyPair('RS256')).privateKey)],
  ['that is not signed', async () => new UnsecuredJWT(claims()).encode()],
  [
    'signed with a shared secret',
    () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(new Uint8Array(32)),
  ],
  ['that is no token', async () => 'not.a.token'],
])('rejects a token %s with 401 token_not_accepted', async (_, make) => {
  expect(await exchange(await make())).toMatchObject({ status: 401, body: { code: 'token_not_accepted' } })
})

test('rejects a banned user with 403 account_banned', async () => {
  const { body } = await exchange(await sign(claims({ sub: 'banned', email: 'banned@people.example' })))
  await api.deps.database.db
    .updateTable('users')
    .set({ account_status: 'BANNED' })
    .where('id', '=', body.user?.id ?? '')
    .execute()
  expect(await exchange(await sign(claims({ sub: 'banned', email: 'banned@people.example' })))).toMatchObject(
    { status: 403, body: { code: 'account_banned' } },
  )
})
