import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { claimAccountRoute, startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { openGuestLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import { sendPhoneCodeRoute, signInWithPhoneRoute } from '@openspot/contract/identity/phone-codes.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { listOutboxRoute, listOutboxTextsRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { aSignedUp, solvedCheck } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
let drawn = 0
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 40)
})
afterAll(() => api.close())
beforeEach(() => api.ports.advance({ hours: 25 }))

const newEmail = () => `returns${++drawn}@people.example`
const newPhone = () => `+1312555${String(2000 + ++drawn)}`
const db = () => api.deps.database.db

/** A guest with a reservation, and the token of the newest link that was sent to them. */
async function aGuest(to: { email: string } | { phone: string }) {
  const at = 'phone' in to ? { ...to, country: 'US' } : to
  const body = { ...at, first_name: 'Gil', last_name: 'Guest', bot_check: await solvedCheck(api) }
  const { user, token } = await api.call(startGuestRoute, { body })
  const guest: Person = { user_id: user.id, token: token ?? '', email: newEmail() }
  const reservation_id = await book(guest)
  return { ...guest, reservation_id, link: await tokenTo(to) }
}
async function book(person: Person): Promise<string> {
  const payment_method_id = await aCard(api, person)
  const { reservation } = await bookAs(api, person, { lot_id: lot.lot_id, payment_method_id })
  return reservation.id
}
async function tokenTo(to: { email: string } | { phone: string }): Promise<string> {
  await api.runJobs()
  const text =
    'phone' in to
      ? (await api.call(listOutboxTextsRoute, { query: { to_phone: to.phone } })).items[0]?.body
      : (await api.call(listOutboxRoute, { query: { to_address: to.email } })).items[0]?.body_text
  return /\/guest#token=(\w+)/.exec(text ?? '')?.[1] ?? ''
}
const open = (token: string, own: string | null = null) =>
  api.call(openGuestLinkRoute, { body: { token } }, own)
const openRefusal = (token: string) => api.refusal(openGuestLinkRoute, { body: { token } })
const see = (reservation_id: string, token: string | null) =>
  api.call(getReservationRoute, { params: { reservation_id } }, token)

describe('the link in a guest’s email', () => {
  test('opens the reservation without an account, any number of times', async () => {
    const guest = await aGuest({ email: newEmail() })
    expect(guest.link).toHaveLength(40)
    for (let n = 0; n < 3; n++) {
      const opened = await open(guest.link)
      expect(opened).toMatchObject({ reservation_id: guest.reservation_id, needs_sign_in: false })
      expect((await see(guest.reservation_id, opened.token)).id).toBe(guest.reservation_id)
    }
  })

  test('is not stored, and ends seven days after the reservation', async () => {
    const guest = await aGuest({ email: newEmail() })
    const { rows } = await api.deps.database.pool.query('select guest_links::text as row from guest_links')
    expect(JSON.stringify(rows)).not.toContain(guest.link)
    api.ports.advance({ hours: 24 * 6 })
    await open(guest.link)
    api.ports.advance({ hours: 24 * 2 })
    expect(await openRefusal(guest.link)).toMatchObject({ code: 'link_not_usable' })
  })

  test('ends the sessions of a guest who only typed the address before', async () => {
    const guest = await aGuest({ email: newEmail() })
    const { token } = await open(guest.link)
    expect(await api.refusal(getMeRoute, {}, guest.token)).toMatchObject({ code: 'session_ended' })
    expect((await api.call(getMeRoute, {}, token)).contact_verified_at).not.toBeNull()
  })

  test('keeps the session of the guest who opens it', async () => {
    const guest = await aGuest({ email: newEmail() })
    expect(await open(guest.link, guest.token)).toMatchObject({ needs_sign_in: false, token: null })
    await api.call(getMeRoute, {}, guest.token)
  })

  test('reaches nothing of another guest', async () => {
    const guest = await aGuest({ email: newEmail() })
    const other = await aGuest({ email: newEmail() })
    const { token } = await open(guest.link)
    const params = { reservation_id: other.reservation_id }
    expect(await api.refusal(getReservationRoute, { params }, token)).toMatchObject({ code: 'not_found' })
  })

  test('opens no session if the address has an account, which then has the reservation', async () => {
    const email = newEmail()
    const guest = await aGuest({ email })
    const account = await aSignedUp(api, newEmail())
    await db().updateTable('users').set({ email }).where('id', '=', account.user_id).execute()
    const before = await db().selectFrom('sessions').select('id').execute()
    expect(await open(guest.link)).toEqual({
      reservation_id: guest.reservation_id,
      needs_sign_in: true,
      token: null,
    })
    expect(await db().selectFrom('sessions').select('id').execute()).toHaveLength(before.length)
    expect((await see(guest.reservation_id, account.token)).id).toBe(guest.reservation_id)
    // And after the guest became an account.
    expect(await open(guest.link)).toMatchObject({ needs_sign_in: true, token: null })
  })

  test('cannot make an account of the guest: that needs a link that was requested just now', async () => {
    const guest = await aGuest({ email: newEmail() })
    const { token } = await open(guest.link)
    const body = { password: 'long enough word' }
    expect(await api.refusal(claimAccountRoute, { body }, token)).toMatchObject({ code: 'claim_needs_link' })
  })

  test('refuses a banned guest and an unknown token', async () => {
    const guest = await aGuest({ email: newEmail() })
    expect(await openRefusal('x'.repeat(40))).toMatchObject({ code: 'link_not_usable' })
    const { email } = await aPerson(api)
    await db().updateTable('users').set({ account_status: 'BANNED' }).where('email', '=', email).execute()
    await db()
      .updateTable('guest_links')
      .set({ email })
      .where('reservation_id', '=', guest.reservation_id)
      .execute()
    expect(await openRefusal(guest.link)).toMatchObject({ code: 'account_banned' })
  })
})

describe('a guest with only a phone number', () => {
  test('gets the confirmation and the link by text, and stays a guest', async () => {
    const phone = newPhone()
    const guest = await aGuest({ phone })
    const opened = await open(guest.link)
    expect((await see(guest.reservation_id, opened.token)).id).toBe(guest.reservation_id)
    expect(await api.call(getMeRoute, {}, opened.token)).toMatchObject({
      account_status: 'GHOST',
      contact_email: null,
      phone,
    })
  })

  test('reaches both of two bookings, and claims them with a code', async () => {
    const phone = newPhone()
    const first = await aGuest({ phone })
    await open(first.link)
    const second = await aGuest({ phone })
    const { token } = await open(second.link)
    await see(first.reservation_id, token)
    await see(second.reservation_id, token)
    const body = { phone, country: 'US', bot_check: await solvedCheck(api) }
    const { ticket } = await api.call(sendPhoneCodeRoute, { body })
    await api.runJobs()
    const { items } = await api.call(listOutboxTextsRoute, { query: { to_phone: phone } })
    const code = items[0]?.body.slice(0, 6) ?? ''
    const account = await api.call(signInWithPhoneRoute, { body: { ticket, code } })
    expect(account.user.account_status).toBe('ACTIVE')
    await see(first.reservation_id, account.token)
    expect(await open(first.link)).toMatchObject({ needs_sign_in: true, token: null })
  })

  test('needs an email address or a number', async () => {
    const body = { first_name: 'Gil', last_name: 'Guest', bot_check: await solvedCheck(api) }
    expect(await api.refusal(startGuestRoute, { body })).toMatchObject({ field: 'email' })
  })
})

test('a GHOST whom a lot created with only a number gets a text that leads to the reservation', async () => {
  const phone = newPhone()
  const { id } = await db()
    .insertInto('users')
    .values({ phone, first_name: 'Sam', source: 'INVITE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = { user_id: id, token: await anotherSession(api, id), email: newEmail() }
  const reservation_id = await book(person)
  const { token } = await open(await tokenTo({ phone }))
  expect((await see(reservation_id, token)).id).toBe(reservation_id)
})
