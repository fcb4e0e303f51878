import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { emulatorHost } from '../../testing/environment.ts'

// Tests the exchange against Firebase's own Auth emulator: `firebase emulators:start --only auth --project
// demo-openspot`.
const project = 'demo-openspot'
const host = emulatorHost()

let api: TestApi
beforeAll(async () => {
  api = await testApi({ FIREBASE_PROJECT_ID: project, FIREBASE_AUTH_EMULATOR_HOST: host }, null, new Date())
})
afterAll(() => api.close())

/** Calls the emulator, as the project's owner if the user may not make the call. */
async function emulator<T>(call: string, body: object, asOwner = false): Promise<T> {
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(asOwner ? { authorization: 'Bearer owner' } : {}) },
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  if (!answer.ok) throw new Error(`${call}: ${JSON.stringify(said)}`)
  return said as T
}

const exchange = async (token: string) => {
  const answer = await fetch(`${api.base}/api/v1/auth/firebase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-openspot-client': 'app' },
  })
  const { code = null, user = null } = (await answer.json()) as {
    code?: string
    user?: { id: string; email: string | null }
  }
  return { status: answer.status, code, user }
}

interface Signed {
  idToken: string
  localId: string
}

test('signs an emulator user in as the same user each time and rejects them once disabled or signed out', async () => {
  const email = `${api.ports.id()}@people.example`
  const secret = { email, password: 'correct horse', returnSecureToken: true }
  const { localId } = await emulator<Signed>('signUp', secret)
  const signIn = async () => (await emulator<Signed>('signInWithPassword', secret)).idToken
  await emulator('update', { localId, emailVerified: true }, true)

  const first = await exchange(await signIn())
  expect(first).toMatchObject({ status: 200, user: { email } })
  const token = await signIn()
  expect((await exchange(token)).user?.id).toBe(first.user?.id)

  const [head = '', body = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const other = Buffer.from(JSON.stringify({ ...claims, aud: 'another' })).toString('base64url')
  expect((await exchange(`${head}.${other}.`)).status).toBe(401)

  // All sessions were revoked, so earlier tokens are no longer valid.
  const validSince = String(Math.floor(Date.now() / 1000) + 60)
  await emulator('update', { localId, validSince }, true)
  expect((await exchange(token)).status).toBe(401)
  await emulator('update', { localId, validSince: '1', disableUser: true }, true)
  expect((await exchange(token)).status).toBe(401)
})
