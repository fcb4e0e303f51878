import { openSignInLinkRoute, sendSignInLinkRoute, signInRoute } from '@openspot/contract/identity/auth.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressBucketOf } from '../../identity/auth/attempts.ts'
import { hit } from '../../plugins/hits.ts'
import { hashToken } from '../../plugins/session.ts'
import { type TestApi, testApi } from '../api.ts'
import { aSignedUp, solvedCheck } from '../sign-in.ts'

let api: TestApi
beforeAll(async () => {
  // With one trusted proxy, the last address that it names is the caller's.
  api = await testApi({ OPENSPOT_TRUSTED_PROXIES: '1' })
})
afterAll(() => api.close())
beforeEach(() => api.ports.advance({ hours: 2 }))

const password = 'long enough word'

/** Signs in from an IP address, optionally with a browser's cookie. */
async function enter(
  email: string,
  from: string,
  { word = password, cookie = '', checked = false } = {},
): Promise<{ status: number; code: string; cookies: string[] }> {
  const bot_check = checked ? { bot_check: await solvedCheck(api) } : {}
  const answer = await fetch(`${api.base}${signInRoute.url}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-openspot-client': 'web',
      'x-forwarded-for': from,
      cookie,
    },
    body: JSON.stringify({ email, password: word, ...bot_check }),
  })
  const body = (await answer.json()) as { code?: string }
  return { status: answer.status, code: body.code ?? '', cookies: answer.headers.getSetCookie() }
}

const deviceOf = (cookies: string[]) =>
  cookies.find((cookie) => cookie.startsWith('openspot-device='))?.split(';')[0] ?? ''

/** Signs in with wrong passwords, each from a different network. */
async function hammer(email: string, times: number, checked = false, net = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { status } = await enter(email, `198.51.${net}.${i}`, { word: `wrong word ${i}`, checked })
    expect([401, 422]).toContain(status)
  }
}

test('finding 8: lets the owner in with a bot check after eleven wrong passwords by strangers', async () => {
  const { email } = await aSignedUp(api, 'owner@shut.example')
  await hammer(email, 11)
  // Without a bot check, every password is rejected. With one, the owner signs in from a new network.
  expect(await enter(email, '203.0.113.9')).toMatchObject({ status: 422, code: 'bot_check_required' })
  expect((await enter(email, '203.0.113.9', { checked: true })).status).toBe(200)
})

test('finding 8: requires no bot check in a known browser while strangers try', async () => {
  const { email } = await aSignedUp(api, 'known@shut.example')
  const cookie = deviceOf((await enter(email, '203.0.113.10')).cookies)
  expect(cookie).not.toBe('')
  await hammer(email, 11, false, 2)
  expect((await enter(email, '203.0.113.11', { cookie })).status).toBe(200)
  // The cookie is valid for this account only, and its own attempts are counted too.
  const other = await aSignedUp(api, 'other@shut.example')
  for (let i = 0; i < 3; i++)
    expect((await enter(email, '203.0.113.12', { cookie, word: 'wrong by me' })).code).toBe('sign_in_failed')
  expect((await enter(email, '203.0.113.12', { cookie })).code).toBe('bot_check_required')
  await hammer(other.email, 4, false, 3)
  expect((await enter(other.email, '203.0.113.12', { cookie })).code).toBe('bot_check_required')
})

test('finding 8: ignores a known browser’s cookie if it is forged or older than a global sign-out', async () => {
  const { email, user_id } = await aSignedUp(api, 'forged@shut.example')
  const cookie = deviceOf((await enter(email, '203.0.113.20')).cookies)
  await hammer(email, 4, false, 4)
  expect((await enter(email, '203.0.113.21', { cookie: `${cookie}x` })).code).toBe('bot_check_required')
  api.ports.advance({ minutes: 1 })
  await api.deps.database.pool.query('update users set tokens_valid_after = $2 where id = $1', [
    user_id,
    api.ports.now().toISOString(),
  ])
  expect((await enter(email, '203.0.113.22', { cookie })).code).toBe('bot_check_required')
})

test('finding 8: limits a new network to three attempts during an attack and still admits the owner', async () => {
  const { email } = await aSignedUp(api, 'attacked@shut.example')
  await hammer(email, 4, true, 5)
  // The remaining attempts of the hour, each of which passed a bot check.
  for (let i = 0; i < 30; i++)
    await hit(api.app, `sign-in checked ${hashToken(email).toString('base64url')}`, 60)
  const guess = () => enter(email, '203.0.113.30', { word: 'a wrong guess', checked: true })
  for (let i = 0; i < 3; i++) expect((await guess()).code).toBe('sign_in_failed')
  expect(await guess()).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect((await enter(email, '203.0.113.31', { checked: true })).status).toBe(200)
})

test('finding 8: rejects sign-ins from one network after ten attempts, counting an IPv6 /64 as one', async () => {
  const { email } = await aSignedUp(api, 'one@shut.example')
  for (let i = 0; i < 10; i++)
    await enter(email, `2001:db8:1:2::${i + 1}`, { word: `wrong word ${i}`, checked: true })
  expect((await enter(email, '2001:db8:1:2::ffff', { checked: true })).status).toBe(429)
  expect((await enter(email, '2001:db8:1:3::1', { checked: true })).status).toBe(200)
  expect(addressBucketOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(addressBucketOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressBucketOf('203.0.113.7')).toBe('203.0.113.7')
})

test('finding 8: keeps the owner’s link valid after two more requests, but not after four', async () => {
  const { email } = await aSignedUp(api, 'links@shut.example')
  const links = async () => {
    await api.runJobs()
    const { items } = await api.call(listOutboxRoute, { query: { to_address: email } })
    return items.flatMap(({ kind, body_text }) =>
      kind === 'sign_in' ? (/token=(\w+)/.exec(body_text)?.[1] ?? []) : [],
    )
  }
  await api.call(sendSignInLinkRoute, { body: { email } })
  const [own = ''] = await links()
  for (let i = 0; i < 2; i++) {
    api.ports.advance({ seconds: 20 })
    await api.call(sendSignInLinkRoute, { body: { email } })
    await api.runJobs()
  }
  expect((await api.call(openSignInLinkRoute, { body: { token: own } })).user.email).toBe(email)
  // The fourth link replaces the oldest unused one.
  for (let i = 0; i < 2; i++) {
    api.ports.advance({ seconds: 20 })
    await api.call(sendSignInLinkRoute, { body: { email } })
    await api.runJobs()
  }
  const [newest = '', , , oldest = ''] = await links()
  expect((await api.refusal(openSignInLinkRoute, { body: { token: oldest } })).code).toBe('link_not_usable')
  expect((await api.call(openSignInLinkRoute, { body: { token: newest } })).user.email).toBe(email)
})
