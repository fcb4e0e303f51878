import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import {
  openSignInLinkRoute,
  sendSignInLinkRoute,
  signInRoute,
  signOutRoute,
  signUpRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { aSignedUp, solvedCheck, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const solved = () => solvedCheck(api)

const person = (email: string) => ({
  email,
  password: 'long enough word',
  first_name: 'Ada',
  last_name: 'Example',
})

test('starts a guest session on sign-up and creates the account when the emailed link is opened', async () => {
  const email = 'new@people.example'
  const { user, token } = await api.call(signUpRoute, {
    body: { ...person('New@People.example'), bot_check: await solved() },
  })
  expect(user).toMatchObject({ email: null, contact_email: email, account_status: 'GHOST' })
  expect((await api.call(getMeRoute, {}, token)).id).toBe(user.id)
  const early = await api.refusal(signInRoute, { body: { email, password: 'long enough word' } })
  expect(early.code).toBe('sign_in_failed')
  const opened = await api.call(
    openSignInLinkRoute,
    { body: { token: await tokenSentTo(api, email) } },
    token,
  )
  expect(opened.user).toMatchObject({ id: user.id, email, account_status: 'ACTIVE' })
  expect(opened.user.email_verified_at).not.toBeNull()
  expect((await api.call(signInRoute, { body: { email, password: 'long enough word' } })).user.id).toBe(
    user.id,
  )
})

test('lets a guest book and emails them, but shows them only their own reservations and links no account', async () => {
  const { email, first_name, last_name } = person('guest@people.example')
  await aSignedUp(api, email)
  const guest = async () =>
    (await api.call(startGuestRoute, { body: { email, first_name, last_name, bot_check: await solved() } }))
      .token ?? ''
  const [one, other] = [await guest(), await guest()]
  expect(await api.call(getMeRoute, {}, one)).toMatchObject({
    account_status: 'GHOST',
    email: null,
    first_name,
  })
  const lot = await aLot(api, { hour_cents: 0, min_reservation_price: 0, service_fee_cents: 0 })
  const as = (token: string) => ({ user_id: '', token, email })
  const { reservation } = await bookAs(api, as(one), { lot_id: lot.lot_id })
  expect(reservation.status).toBe('ACTIVE')
  await api.runJobs()
  const { rows } = await api.deps.database.pool.query(
    `select to_address from emails where kind = 'confirmed'`,
  )
  expect(rows).toEqual([{ to_address: email }])
  const input = { params: { reservation_id: reservation.id } }
  expect((await api.refusal(getReservationRoute, input, other)).status).toBe(404)
  const unsolved = { body: { email, first_name, last_name, bot_check: 'x' } }
  expect(await api.refusal(startGuestRoute, unsolved)).toMatchObject({
    status: 422,
    code: 'challenge_failed',
  })
})

test('accepts a bot check once, before it expires, and only with a correct solution', async () => {
  const bot_check = await solved()
  await api.call(signUpRoute, { body: { ...person('once@people.example'), bot_check } })
  const again = await api.refusal(signUpRoute, { body: { ...person('twice@people.example'), bot_check } })
  expect(again).toMatchObject({ status: 422, code: 'challenge_failed', field: 'bot_check' })
  const late = await solved()
  api.ports.advance({ minutes: 21 })
  expect(
    (await api.refusal(signUpRoute, { body: { ...person('late@people.example'), bot_check: late } })).code,
  ).toBe('challenge_failed')
  expect(
    (
      await api.refusal(signUpRoute, {
        body: { ...person('bot@people.example'), bot_check: 'bm90IGF0IGFsbA==' },
      })
    ).code,
  ).toBe('challenge_failed')
})

test('lets only the reader of a GHOST’s email claim it', async () => {
  await api.deps.database.db
    .insertInto('users')
    .values({ email: 'ghost@people.example', first_name: 'Gil' })
    .execute()
  await api.call(signUpRoute, { body: { ...person('ghost@people.example'), bot_check: await solved() } })
  const none = await api.refusal(signInRoute, {
    body: { email: 'ghost@people.example', password: 'long enough word' },
  })
  expect(none.code).toBe('sign_in_failed')
  const { user } = await api.call(openSignInLinkRoute, {
    body: { token: await tokenSentTo(api, 'ghost@people.example') },
  })
  expect(user).toMatchObject({ first_name: 'Gil', account_status: 'ACTIVE' })
})

test('answers a wrong password and an unknown address identically', async () => {
  await aSignedUp(api, 'known@people.example')
  const wrong = await api.refusal(signInRoute, {
    body: { email: 'known@people.example', password: 'something else' },
  })
  const unknown = await api.refusal(signInRoute, {
    body: { email: 'unknown@people.example', password: 'something else' },
  })
  expect({ ...wrong, request_id: '' }).toEqual({ ...unknown, request_id: '' })
  const right = await api.call(signInRoute, {
    body: { email: 'known@people.example', password: 'long enough word' },
  })
  expect(right.token).not.toBeNull()
})

test('requires a bot check after 3 failed sign-ins and rejects after 10, for that account only', async () => {
  api.ports.advance({ hours: 2 })
  const body = { email: 'guessed@people.example', password: 'a guess' }
  const guess = async (checked = true) =>
    api.refusal(signInRoute, { body: { ...body, ...(checked ? { bot_check: await solved() } : {}) } })
  for (let i = 0; i < 3; i++) expect((await guess(false)).code).toBe('sign_in_failed')
  expect(await guess(false)).toMatchObject({ status: 422, code: 'bot_check_required', field: 'bot_check' })
  for (let i = 0; i < 6; i++) expect((await guess()).code).toBe('sign_in_failed')
  expect(await guess()).toMatchObject({ status: 429, code: 'too_many_requests' })
  const other = { email: 'known@people.example', password: 'long enough word' }
  expect((await api.call(signInRoute, { body: other })).token).not.toBeNull()
  api.ports.advance({ minutes: 61 })
  expect((await guess(false)).code).toBe('sign_in_failed')
})

test('accepts a sign-in link once and for 30 minutes, and answers unknown addresses identically', async () => {
  api.ports.advance({ hours: 2 })
  await aSignedUp(api, 'linked@people.example')
  expect(await api.call(sendSignInLinkRoute, { body: { email: 'linked@people.example' } })).toBeNull()
  expect(await api.call(sendSignInLinkRoute, { body: { email: 'nobody@people.example' } })).toBeNull()
  const token = await tokenSentTo(api, 'linked@people.example')
  await api.call(openSignInLinkRoute, { body: { token } })
  expect(await api.refusal(openSignInLinkRoute, { body: { token } })).toMatchObject({
    status: 410,
    code: 'link_not_usable',
  })
  await api.call(sendSignInLinkRoute, { body: { email: 'linked@people.example' } })
  const late = await tokenSentTo(api, 'linked@people.example')
  api.ports.advance({ minutes: 31 })
  expect((await api.refusal(openSignInLinkRoute, { body: { token: late } })).code).toBe('link_not_usable')
})

test('ends a session on sign-out and after its lifetime with session_ended', async () => {
  api.ports.advance({ hours: 2 })
  const { token } = await aSignedUp(api, 'out@people.example')
  await api.call(signOutRoute, {}, token)
  expect((await api.refusal(getMeRoute, {}, token)).code).toBe('session_ended')
  const again = await api.call(signInRoute, {
    body: { email: 'out@people.example', password: 'long enough word' },
  })
  api.ports.advance({ days: 31 })
  expect((await api.refusal(getMeRoute, {}, again.token)).code).toBe('session_ended')
})

test('gives a browser an HttpOnly cookie and no token', async () => {
  const bot_check = await solved()
  const answer = await fetch(`${api.base}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-openspot-client': 'web' },
    body: JSON.stringify({ ...person('cookie@people.example'), bot_check }),
  })
  expect(((await answer.json()) as { token: null }).token).toBeNull()
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/)
  const me = await fetch(`${api.base}/api/v1/users/me`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(me.status).toBe(200)
})

test('stores no usable session token in the database', async () => {
  const { rows } = await api.deps.database.pool.query('select s::text as row from sessions s')
  const { token } = await api.call(signInRoute, {
    body: { email: 'known@people.example', password: 'long enough word' },
  })
  expect(rows.some(({ row }) => String(row).includes(token ?? 'none'))).toBe(false)
})
