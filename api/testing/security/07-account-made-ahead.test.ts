import {
  openSignInLinkRoute,
  sendSignInLinkRoute,
  setPasswordRoute,
  signInRoute,
  signUpRoute,
} from '@openspot/contract/identity/auth.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { aSignedUp, solvedCheck, tokenSentTo } from '../sign-in.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const stranger = { password: 'chosen by a stranger', first_name: 'Eve', last_name: 'Example' }

async function setUpBy(email: string): Promise<string> {
  const body = { ...stranger, email, bot_check: await solvedCheck(api) }
  return (await api.call(signUpRoute, { body })).token ?? ''
}

test('finding 7: removes a stranger’s password and session when the owner confirms the account', async () => {
  const email = 'prey@ahead.example'
  const early = await setUpBy(email)
  const opened = await api.call(openSignInLinkRoute, { body: { token: await tokenSentTo(api, email) } })
  expect(opened).toMatchObject({ choose_password: true, user: { email, account_status: 'ACTIVE' } })
  expect((await api.refusal(getMeRoute, {}, early)).status).toBe(401)
  const theirs = await api.refusal(signInRoute, { body: { email, password: stranger.password } })
  expect(theirs.code).toBe('sign_in_failed')
  // The owner can choose a password without giving the current one.
  await api.call(setPasswordRoute, { body: { password: 'the owner has this one' } }, opened.token)
  const own = await api.call(signInRoute, { body: { email, password: 'the owner has this one' } })
  expect(own.user.id).toBe(opened.user.id)
})

test('finding 7: keeps session and password when the user confirms their own sign-up in its session', async () => {
  api.ports.advance({ hours: 1 })
  const email = 'honest@ahead.example'
  const early = await setUpBy(email)
  const before = await sessionOf(email)
  api.ports.advance({ minutes: 30 })
  const link = { body: { token: await tokenSentTo(api, email) } }
  const opened = await api.call(openSignInLinkRoute, link, early)
  expect(opened).toMatchObject({ choose_password: false, user: { email, account_status: 'ACTIVE' } })
  expect(await sessionOf(email)).toEqual(before)
  expect((await api.call(getMeRoute, {}, opened.token)).email).toBe(email)
  const recent = await api.refusal(
    setPasswordRoute,
    { body: { password: 'quite another one' } },
    opened.token,
  )
  expect(recent.code).toBe('recent_sign_in_required')
  expect((await api.call(signInRoute, { body: { email, password: stranger.password } })).user.email).toBe(
    email,
  )
})

test('finding 7: keeps only the sign-up whose session opens the link when two use one address', async () => {
  api.ports.advance({ hours: 1 })
  const email = 'both@ahead.example'
  const early = await setUpBy(email)
  const own = await aSignedUp(api, email, { password: 'the owner has this one' })
  expect((await api.refusal(getMeRoute, {}, early)).status).toBe(401)
  expect((await api.refusal(signInRoute, { body: { email, password: stranger.password } })).code).toBe(
    'sign_in_failed',
  )
  const { user } = await api.call(signInRoute, { body: { email, password: 'the owner has this one' } })
  expect(user.id).toBe(own.user_id)
})

test('finding 7: states the name, device, and time of the sign-up in its email', async () => {
  api.ports.advance({ hours: 1 })
  const email = 'told@ahead.example'
  await fetch(`${api.base}${signUpRoute.url}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-openspot-client': 'web',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({ ...stranger, email, bot_check: await solvedCheck(api) }),
  })
  await api.runJobs()
  const { items } = await api.call(listOutboxRoute, { query: { to_address: email } })
  expect(items[0]?.body_text).toMatch(/Name: Eve Example\nDevice: Firefox on Linux\nTime: .+UTC/)
  // The address has no account until the link is opened, so a later owner finds nothing set up.
  await api.call(sendSignInLinkRoute, { body: { email } })
  const { choose_password } = await api.call(openSignInLinkRoute, {
    body: { token: await tokenSentTo(api, email) },
  })
  expect(choose_password).toBe(true)
})

async function sessionOf(email: string) {
  const { rows } = await api.deps.database.pool.query(
    `select s.id, s.signed_in_at from sessions s join users u on u.id = s.user_id
     where $1 in (u.email, u.contact_email) and s.revoked_at is null order by s.id limit 1`,
    [email],
  )
  return rows
}
