import {
  addPasskeyRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
  signInWithPasskeyRoute,
  startPasskeyRoute,
  startPasskeySignInRoute,
} from '@openspot/contract/identity/passkeys.ts'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { listSessionsRoute } from '@openspot/contract/identity/sessions.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { anAuthenticator } from '../../testing/factories/authenticator.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

const site = { origin: 'https://openspot.example', rp_id: 'openspot.example' }
let api: TestApi
beforeAll(async () => {
  api = await testApi({ OPENSPOT_PUBLIC_URL: site.origin })
})
afterAll(() => api.close())

type Device = ReturnType<typeof anAuthenticator>

async function add(person: Person, name = 'Phone', device: Device = anAuthenticator(site)) {
  const options = await api.call(startPasskeyRoute, {}, person.token)
  const passkey = await api.call(
    addPasskeyRoute,
    { body: { name, registration: device.register(options) } },
    person.token,
  )
  return { passkey, device }
}

async function enter(device: Device, other: Parameters<Device['signIn']>[1] = {}) {
  const options = await api.call(startPasskeySignInRoute, {})
  return { body: { authentication: device.signIn(options, other) } }
}

test('signs in with several named passkeys until each is removed', async () => {
  const ada = await aPerson(api)
  const phone = await add(ada)
  const key = await add(ada, 'Blue key')
  await api.call(
    renamePasskeyRoute,
    { params: { passkey_id: key.passkey.id }, body: { name: ' Red key ' } },
    ada.token,
  )
  const names = async () => (await api.call(getWaysInRoute, {}, ada.token)).passkeys.map(({ name }) => name)
  expect(await names()).toEqual(['Phone', 'Red key'])
  const { user, token } = await api.call(signInWithPasskeyRoute, await enter(key.device))
  expect(user.id).toBe(ada.user_id)
  const { items } = await api.call(listSessionsRoute, {}, token)
  expect(items.find(({ is_this }) => is_this)).toMatchObject({ method: 'PASSKEY', client_kind: 'app' })
  await api.call(removePasskeyRoute, { params: { passkey_id: key.passkey.id } }, ada.token)
  expect(await names()).toEqual(['Phone'])
  expect((await api.refusal(signInWithPasskeyRoute, await enter(key.device))).code).toBe(
    'passkey_not_accepted',
  )
  expect((await api.call(signInWithPasskeyRoute, await enter(phone.device))).user.id).toBe(ada.user_id)
})

test('accepts a response once, for its own origin, user, and challenge, and only with user verification', async () => {
  const ada = await aPerson(api)
  const { device } = await add(ada)
  const input = await enter(device)
  await api.call(signInWithPasskeyRoute, input)
  for (const wrong of [
    input,
    await enter(device, { origin: 'https://openspot.example.evil.example' }),
    await enter(device, { rp_id: 'evil.example' }),
    await enter(device, { looked: false }),
    // An outdated copy of the passkey.
    await enter(device, { counter: 1 }),
    { body: { authentication: device.signIn({ challenge: 'bm90IG91cnM' }, { counter: 90 }) } },
    // The challenge of another route.
    {
      body: {
        authentication: device.signIn(await api.call(startPasskeyRoute, {}, ada.token), { counter: 91 }),
      },
    },
  ]) {
    expect(await api.refusal(signInWithPasskeyRoute, wrong)).toMatchObject({
      status: 401,
      code: 'passkey_not_accepted',
    })
  }
  const late = await enter(device, { counter: 100 })
  api.ports.advance({ minutes: 11 })
  expect((await api.refusal(signInWithPasskeyRoute, late)).code).toBe('passkey_not_accepted')
  expect((await api.call(signInWithPasskeyRoute, await enter(device, { counter: 101 }))).user.id).toBe(
    ada.user_id,
  )
})

test('accepts a response once from a device that does not count', async () => {
  const { device } = await add(await aPerson(api))
  const input = await enter(device, { counter: 0 })
  await api.call(signInWithPasskeyRoute, input)
  expect((await api.refusal(signInWithPasskeyRoute, input)).code).toBe('passkey_not_accepted')
  await api.call(signInWithPasskeyRoute, await enter(device, { counter: 0 }))
})

test('registers a passkey once, for the user who requested it, on our origin', async () => {
  const [ada, eve] = [await aPerson(api), await aPerson(api)]
  const device = anAuthenticator(site)
  const options = await api.call(startPasskeyRoute, {}, ada.token)
  const body = (registration: ReturnType<Device['register']>) => ({
    body: { name: 'Phone', registration },
  })
  const refused = { code: 'passkey_not_accepted' }
  expect(await api.refusal(addPasskeyRoute, body(device.register(options)), eve.token)).toMatchObject(refused)
  expect(
    await api.refusal(
      addPasskeyRoute,
      body(device.register(options, { origin: 'https://evil.example' })),
      ada.token,
    ),
  ).toMatchObject(refused)
  const own = body(device.register(await api.call(startPasskeyRoute, {}, ada.token)))
  await api.call(addPasskeyRoute, own, ada.token)
  expect(await api.refusal(addPasskeyRoute, own, ada.token)).toMatchObject(refused)
  const others = body(device.register(await api.call(startPasskeyRoute, {}, eve.token)))
  expect(await api.refusal(addPasskeyRoute, others, eve.token)).toMatchObject(refused)
})

test('requires a recent sign-in to add or remove a passkey and hides those of others', async () => {
  const [ada, eve] = [await aPerson(api), await aPerson(api)]
  const { passkey } = await add(ada)
  const of = { params: { passkey_id: passkey.id } }
  expect((await api.refusal(removePasskeyRoute, of, eve.token)).status).toBe(404)
  expect((await api.refusal(renamePasskeyRoute, { ...of, body: { name: 'Mine' } }, eve.token)).status).toBe(
    404,
  )
  api.ports.advance({ minutes: 16 })
  expect((await api.refusal(removePasskeyRoute, of, ada.token)).code).toBe('recent_sign_in_required')
  expect((await api.refusal(startPasskeyRoute, {}, ada.token)).code).toBe('recent_sign_in_required')
})

test('renews the sign-in with a passkey and ends the previous session', async () => {
  const ada = await aPerson(api)
  const { device } = await add(ada)
  api.ports.advance({ hours: 3 })
  const { body } = await enter(device)
  const answer = await fetch(`${api.base}${signInWithPasskeyRoute.url}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-openspot-client': 'app',
      authorization: `Bearer ${ada.token}`,
    },
    body: JSON.stringify(body),
  })
  const { token } = (await answer.json()) as { token: string }
  expect((await api.call(startPasskeyRoute, {}, token))['rp']).toMatchObject({ id: site.rp_id })
  expect((await api.refusal(getMeRoute, {}, ada.token)).code).toBe('session_ended')
})
