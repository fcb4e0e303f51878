import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import {
  claimAccountRoute,
  openSignInLinkRoute,
  resetPasswordRoute,
  sendGuestLinkRoute,
  sendPasswordLinkRoute,
  sendSignInLinkRoute,
  signInRoute,
  signUpRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import { eraseMeRoute, exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import { startPasskeyRoute } from '@openspot/contract/identity/passkeys.ts'
import { getWaysInRoute, startSecondFactorRoute } from '@openspot/contract/identity/second-factors.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aPerson, type Person } from '../factories/people.ts'
import { bookAs } from '../factories/reservations.ts'
import { aSignedUp, solvedCheck, tokenSentTo } from '../sign-in.ts'

let api: TestApi
let drawn = 0
const newEmail = () => `prey${++drawn}@people.example`
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const password = 'long enough word'
const pool = () => api.deps.database.pool

async function aGuest(email: string): Promise<Person> {
  const body = { email, first_name: 'Gil', last_name: 'Guest', bot_check: await solvedCheck(api) }
  const { user, token } = await api.call(startGuestRoute, { body })
  return { user_id: user.id, token: token ?? '', email }
}

/**
 * What a stranger sets up with an address before its owner verifies it. Each returns the token of a session whose user
 * knows a password.
 */
const setUps = {
  'as a guest': async (email: string) => (await aGuest(email)).token,
  'by signing up': async (email: string) => {
    const body = { email, password, first_name: 'Eve', last_name: 'E', bot_check: await solvedCheck(api) }
    return (await api.call(signUpRoute, { body })).token ?? ''
  },
  'as an account of old that was never verified, with a passkey and a second factor': async (
    email: string,
  ) => {
    const { user_id, token } = await aPerson(api)
    const now = api.ports.now().toISOString()
    await pool().query(
      `insert into passkeys (user_id, credential_id, public_key, name, created_at) values ($1, $2, 'x', 'Phone', $3)`,
      [user_id, secretWord(api.ports), now],
    )
    await pool().query(
      `insert into second_factors (user_id, sealed_secret, confirmed_at, created_at) values ($1, 'x', $2, $2)`,
      [user_id, now],
    )
    await pool().query('update users set email = $2, email_verified_at = null where id = $1', [
      user_id,
      email,
    ])
    return token
  },
} as const

/** The ways to verify an address. Each returns the token of the resulting session. */
const proofs = {
  'a sign-in link': async (email: string) => {
    await api.call(sendSignInLinkRoute, { body: { email } })
    return open(email)
  },
  'a link that sets a new password': async (email: string) => {
    await api.call(sendPasswordLinkRoute, { body: { email } })
    const body = { token: await tokenSentTo(api, email), password: 'another long word' }
    return (await api.call(resetPasswordRoute, { body })).token ?? ''
  },
  'a sign-up of their own': async (email: string) => (await aSignedUp(api, email)).token,
  'a guest’s link': async (email: string) => {
    await api.call(sendGuestLinkRoute, { body: { email, bot_check: await solvedCheck(api) } })
    return open(email)
  },
  'a guest’s link, and then an account': async (email: string) => {
    // If the stranger made no guest, the owner makes one; otherwise the link opens what the stranger made.
    const known = await pool().query('select from users where contact_email = $1', [email])
    if (known.rowCount === 0) await aGuest(email)
    await api.call(sendGuestLinkRoute, { body: { email, bot_check: await solvedCheck(api) } })
    const body = { password: 'another long word' }
    return (await api.call(claimAccountRoute, { body }, await open(email))).token ?? ''
  },
} as const

async function open(email: string, own: string | null = null): Promise<string> {
  const body = { token: await tokenSentTo(api, email) }
  return (await api.call(openSignInLinkRoute, { body }, own)).token ?? ''
}

describe.each(Object.entries(setUps))('finding 2: what a stranger set up %s', (how, setUp) => {
  // A guest's link opens guests only, and an older account is none.
  const ways = Object.entries(proofs).filter(([way]) => !(how.includes('of old') && way === 'a guest’s link'))
  test.each(ways)('ends when the owner verifies the address with %s', async (_, prove) => {
    api.ports.advance({ hours: 1 })
    const email = newEmail()
    const early = await setUp(email)
    api.ports.advance({ minutes: 5 })
    const own = await prove(email)
    expect(await api.refusal(getMeRoute, {}, early)).toMatchObject({ status: 401, code: 'session_ended' })
    const me = await api.call(getMeRoute, {}, own)
    expect(me.email ?? me.contact_email).toBe(email)
    expect(await api.call(getWaysInRoute, {}, own)).toMatchObject({ passkeys: [], second_factor: null })
    const known = { body: { email, password } }
    if (!(await isOwnPassword(me.id)))
      expect((await api.refusal(signInRoute, known)).code).toBe('sign_in_failed')
  })
})

/** Returns whether the owner chose the same password as the stranger. */
async function isOwnPassword(user_id: string): Promise<boolean> {
  const { rows } = await pool().query('select from sessions where user_id = $1 and method = $2', [
    user_id,
    'PASSWORD',
  ])
  return rows.length > 0
}

test('finding 2: gives the attacker’s guest session neither the owner’s reservations nor cards', async () => {
  api.ports.advance({ hours: 2 })
  const email = newEmail()
  const lot = await aLot(api)
  const victim = await aGuest(email)
  const card = await aCard(api, victim)
  const { reservation } = await bookAs(api, victim, { lot_id: lot.lot_id, payment_method_id: card })
  const attacker = await aGuest(email)
  await aCard(api, attacker)
  await api.call(sendGuestLinkRoute, { body: { email, bot_check: await solvedCheck(api) } })
  const own = await open(email, victim.token)
  const params = { reservation_id: reservation.id }
  for (const call of [getMeRoute, listPaymentMethodsRoute])
    expect((await api.refusal(call, {}, attacker.token)).status).toBe(401)
  expect((await api.refusal(getReservationRoute, { params }, attacker.token)).status).toBe(401)
  // The owner keeps the reservation and the card added in this session. The stranger's card is removed.
  expect((await api.call(getReservationRoute, { params }, own)).id).toBe(reservation.id)
  expect((await api.call(listPaymentMethodsRoute, {}, own)).items.map(({ id }) => id)).toEqual([card])
})

test('finding 2: never shows an unverified guest’s cards in another session and deletes them', async () => {
  api.ports.advance({ hours: 2 })
  const email = newEmail()
  const lot = await aLot(api)
  const guest = await aGuest(email)
  const card = await aCard(api, guest)
  const { reservation } = await bookAs(api, guest, { lot_id: lot.lot_id, payment_method_id: card })
  const { rows } = await pool().query<{ id: string }>(
    'select stripe_customer_id as id from payment_customers where user_id = $1',
    [guest.user_id],
  )
  await api.call(sendSignInLinkRoute, { body: { email } })
  const elsewhere = await open(email)
  expect((await api.call(listPaymentMethodsRoute, {}, elsewhere)).items).toEqual([])
  const seen = await api.call(getReservationRoute, { params: { reservation_id: reservation.id } }, elsewhere)
  expect(seen.id).toBe(reservation.id)
  await api.runJobs()
  await pool().query(`select graphile_worker.add_job('forget_customers')`)
  await api.runJobs()
  const customer = await api.deps.stripe.customers.retrieve(rows[0]?.id ?? '')
  expect(customer.deleted).toBe(true)
})

test('finding 2: keeps the owner’s guest link valid when a stranger erases a guest with the same address', async () => {
  api.ports.advance({ hours: 2 })
  const email = newEmail()
  await aGuest(email)
  const attacker = await aGuest(email)
  await api.call(sendGuestLinkRoute, { body: { email, bot_check: await solvedCheck(api) } })
  const token = await tokenSentTo(api, email)
  await api.call(eraseMeRoute, {}, attacker.token)
  expect(await tokenSentTo(api, email)).toBe(token)
  const { user } = await api.call(openSignInLinkRoute, { body: { token } })
  expect(user.contact_email).toBe(email)
})

test('finding 2: lets a guest neither read nor delete the emails to an address that they only typed', async () => {
  api.ports.advance({ hours: 2 })
  const owner = await aSignedUp(api, newEmail())
  const attacker = await aGuest(owner.email)
  const { data } = await api.call(exportMyDataRoute, {}, attacker.token)
  expect(data['letters']).toEqual([])
  const count = async () =>
    (await pool().query('select from emails where to_address = $1', [owner.email])).rowCount
  const before = await count()
  await api.call(eraseMeRoute, {}, attacker.token)
  expect(await count()).toBe(before)
})

test('finding 2: lets an unverified guest create nothing that outlives the verification', async () => {
  api.ports.advance({ hours: 2 })
  const guest = await aGuest(newEmail())
  for (const call of [startPasskeyRoute, startSecondFactorRoute])
    expect(await api.refusal(call, {}, guest.token)).toMatchObject({ status: 409, code: 'account_needed' })
  const now = api.ports.now().toISOString()
  const insert = pool().query(
    `insert into second_factors (user_id, sealed_secret, created_at) values ($1, 'x', $2)`,
    [guest.user_id, now],
  )
  await expect(insert).rejects.toMatchObject({ code: 'OS030' })
  // A session that begins during the merge must not be created.
  const owner = await aPerson(api)
  await pool().query('select merge_person($1, $2, $3)', [guest.user_id, owner.user_id, now])
  const late = pool().query(
    'insert into sessions (token_hash, user_id, signed_in_at, expires_at) values ($1, $2, $3, $3)',
    [hashToken('late'), guest.user_id, now],
  )
  await expect(late).rejects.toMatchObject({ code: 'OS011' })
})
