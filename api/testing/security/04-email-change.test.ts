import {
  openSignInLinkRoute,
  resetPasswordRoute,
  sendPasswordLinkRoute,
  setPasswordRoute,
  signInRoute,
  stopAccountChangeRoute,
} from '@openspot/contract/identity/auth.ts'
import {
  confirmSecondFactorRoute,
  getWaysInRoute,
  removeSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { endOtherSessionsRoute, listSessionsRoute } from '@openspot/contract/identity/sessions.ts'
import { getMeRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { aPerson, type Person } from '../factories/people.ts'
import { appCode, tokenSentTo } from '../sign-in.ts'

let api: TestApi
let drawn = 0
const newEmail = () => `new${++drawn}@evil.example`
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(() => api.ports.advance({ hours: 2 }))

const fetchForPage = (person: Person, email: string, token = person.token) =>
  [patchUserRoute, { params: { user_id: person.user_id }, body: { email } }, token] as const
const isStale = { status: 403, code: 'recent_sign_in_required' }

/** Returns the tokens of the links that stop a change, newest first. */
async function stopsSentTo(to_address: string): Promise<string[]> {
  await api.runJobs()
  const { items } = await api.call(listOutboxRoute, { query: { to_address } })
  return items.flatMap(({ body_text }) => /stop\?token=(\w+)/.exec(body_text)?.[1] ?? [])
}

const stop = (token = '') => [stopAccountChangeRoute, { body: { token } }] as const

/** Changes the email address as the holder of a session does. Returns the token of the renewed session. */
async function takeOver(person: Person, email: string, token = person.token): Promise<string> {
  await api.call(...fetchForPage(person, email, token))
  const link = { body: { token: await tokenSentTo(api, email) } }
  return (await api.call(openSignInLinkRoute, link, token)).token ?? ''
}

async function withSecondFactor(person: Person): Promise<string> {
  const { secret } = await api.call(startSecondFactorRoute, {}, person.token)
  const code = appCode(secret, api.ports.now())
  await api.call(confirmSecondFactorRoute, { body: { code } }, person.token)
  return secret
}

test('finding 4: rejects a change of email or phone in an old session with recent_sign_in_required', async () => {
  const person = await aPerson(api)
  api.ports.advance({ days: 20 })
  expect(await api.refusal(...fetchForPage(person, newEmail()))).toMatchObject(isStale)
  const phone = { params: { user_id: person.user_id }, body: { phone: '+13125550142' } }
  expect(await api.refusal(patchUserRoute, phone, person.token)).toMatchObject(isStale)
  const name = { params: { user_id: person.user_id }, body: { first_name: 'Grace' } }
  expect((await api.call(patchUserRoute, name, person.token)).first_name).toBe('Grace')
})

test('finding 4: rejects changes in a session that has not passed the account’s second factor', async () => {
  const person = await aPerson(api)
  const other = await aPerson(api)
  // A second session of the same account, from before the second factor was enabled.
  await api.deps.database.pool.query('update sessions set user_id = $1 where user_id = $2', [
    person.user_id,
    other.user_id,
  ])
  await withSecondFactor(person)
  expect(await api.refusal(...fetchForPage(person, newEmail(), other.token))).toMatchObject(isStale)
  expect(await api.refusal(removeSecondFactorRoute, {}, other.token)).toMatchObject(isStale)
  expect((await api.call(...fetchForPage(person, newEmail()))).id).toBe(person.user_id)
})

test('finding 4: keeps the session and its sign-in time when the link is opened in it', async () => {
  const person = await aPerson(api)
  const email = newEmail()
  await api.call(...fetchForPage(person, email))
  const before = await api.call(listSessionsRoute, {}, person.token)
  api.ports.advance({ minutes: 20 })
  const link = { body: { token: await tokenSentTo(api, email) } }
  const { token, user } = await api.call(openSignInLinkRoute, link, person.token)
  expect(user).toMatchObject({ id: person.user_id, email })
  const after = await api.call(listSessionsRoute, {}, token)
  expect(after.items.map(({ id, signed_in_at }) => [id, signed_in_at])).toEqual(
    before.items.map(({ id, signed_in_at }) => [id, signed_in_at]),
  )
  expect(
    await api.refusal(setPasswordRoute, { body: { password: 'a new one of mine' } }, token),
  ).toMatchObject(isStale)
})

test('finding 4: notifies the old address of a requested change, whose link stops it beforehand', async () => {
  const person = await aPerson(api)
  const email = newEmail()
  await api.call(...fetchForPage(person, email))
  const [token] = await stopsSentTo(person.email)
  const pending = await tokenSentTo(api, email)
  await api.call(...stop(token))
  expect((await api.refusal(getMeRoute, {}, person.token)).code).toBe('session_ended')
  expect((await api.refusal(openSignInLinkRoute, { body: { token: pending } })).code).toBe('link_not_usable')
  // The link works once, and the owner gets a link to set a new password.
  expect(await api.refusal(...stop(token))).toMatchObject({ status: 410, code: 'link_not_usable' })
  const body = { token: await tokenSentTo(api, person.email), password: 'mine and mine again' }
  expect((await api.call(resetPasswordRoute, { body })).user.email).toBe(person.email)
})

test('finding 4: undoes a change and everything after it for seven days after it took effect', async () => {
  const person = await aPerson(api)
  await api.call(setPasswordRoute, { body: { password: 'the owner has this one' } }, person.token)
  api.ports.advance({ minutes: 5 })
  const [first, second] = [newEmail(), newEmail()]
  const thief = await takeOver(person, first)
  await withSecondFactor({ ...person, token: thief })
  await api.call(endOtherSessionsRoute, {}, thief)
  const again = await takeOver(person, second, thief)
  expect((await api.call(getMeRoute, {}, again)).email).toBe(second)
  expect(await stopsSentTo(person.email)).toHaveLength(3)
  api.ports.advance({ days: 6 })

  const [token] = await stopsSentTo(person.email)
  await api.call(...stop(token))
  expect((await api.refusal(getMeRoute, {}, again)).code).toBe('session_ended')
  // The thief's own links, which would undo the owner's stop, no longer work.
  for (const own of [...(await stopsSentTo(first)), ...(await stopsSentTo(second))])
    expect((await api.refusal(...stop(own))).code).toBe('link_not_usable')
  await api.call(sendPasswordLinkRoute, { body: { email: second } })
  const body = { token: await tokenSentTo(api, person.email), password: 'mine and mine again' }
  const back = await api.call(resetPasswordRoute, { body })
  expect(back.user).toMatchObject({ id: person.user_id, email: person.email })
  expect(await api.call(getWaysInRoute, {}, back.token)).toMatchObject({ second_factor: null, passkeys: [] })
})

test('finding 4: rejects a stop link after seven days with link_not_usable', async () => {
  const person = await aPerson(api)
  await takeOver(person, newEmail())
  const [token] = await stopsSentTo(person.email)
  api.ports.advance({ days: 7, minutes: 1 })
  expect((await api.refusal(...stop(token))).code).toBe('link_not_usable')
})

test('finding 4: notifies about password, phone, and second factor changes and lets the owner stop them', async () => {
  const person = await aPerson(api)
  await withSecondFactor(person)
  api.ports.advance({ minutes: 1 })
  await api.call(setPasswordRoute, { body: { password: 'chosen by a thief' } }, person.token)
  await api.call(
    patchUserRoute,
    { params: { user_id: person.user_id }, body: { phone: '+13125550199' } },
    person.token,
  )
  await api.call(removeSecondFactorRoute, {}, person.token)
  const tokens = await stopsSentTo(person.email)
  expect(tokens).toHaveLength(4)
  // Use the link of the password change, which came first: everything after it is undone as well.
  await api.call(...stop(tokens[2]))
  const refused = await api.refusal(signInRoute, {
    body: { email: person.email, password: 'chosen by a thief' },
  })
  expect(refused.code).toBe('sign_in_failed')
  const body = { token: await tokenSentTo(api, person.email), password: 'mine and mine again' }
  expect((await api.refusal(resetPasswordRoute, { body })).code).toBe('second_factor_required')
  const { rows } = await api.deps.database.pool.query('select phone from users where id = $1', [
    person.user_id,
  ])
  expect(rows).toEqual([{ phone: null }])
})

test('finding 4: rejects a change to another account’s address with email_taken, but only by the link', async () => {
  const [person, other] = [await aPerson(api), await aPerson(api)]
  expect((await api.call(...fetchForPage(person, other.email))).email).toBe(person.email)
  const link = { body: { token: await tokenSentTo(api, other.email) } }
  expect(await api.refusal(openSignInLinkRoute, link, person.token)).toMatchObject({
    status: 409,
    code: 'email_taken',
  })
  expect((await api.call(getMeRoute, {}, other.token)).email).toBe(other.email)
})
