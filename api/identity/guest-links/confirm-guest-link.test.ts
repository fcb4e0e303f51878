import { listOpenPassesRoute } from '@openspot/contract/booking/linked-passes.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { openSignInLinkRoute, startGuestRoute } from '@openspot/contract/identity/auth.ts'
import {
  confirmByLinkRoute,
  getGuestLinksRoute,
  resendGuestLinkRoute,
  turnOffGuestLinksRoute,
} from '@openspot/contract/identity/guest-links.ts'
import { sendPhoneCodeRoute, signInWithPhoneRoute } from '@openspot/contract/identity/phone-codes.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { listOutboxRoute, listOutboxTextsRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aGuest, bookPaid, guestCalls, guestLinkTo } from '../../testing/factories/guests.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, anotherSession } from '../../testing/factories/people.ts'
import { solvedCheck, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 60)
})
afterAll(() => api.close())
beforeEach(() => api.ports.advance({ hours: 25 }))

const { newEmail, newGuest, open, openRefusal, see, sightRefusal, confirm } = guestCalls(() => ({ api, lot }))
let drawn = 0
const newPhone = () => `+1312555${String(2000 + ++drawn)}`
const db = () => api.deps.database.db

describe('confirming the address from an open link', () => {
  test('emails a link to the address on file that leads back, and lets its reader change the reservation', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    const { token } = await open(guest.link)
    expect((await see(guest.reservation_id, token)).confirm).toEqual({
      by: 'EMAIL',
      email_hint: 'g…@people.example',
    })
    const own = await confirm(guest, email, token)
    const [mail] = (await api.call(listOutboxRoute, { query: { to_address: email } })).items
    expect(mail?.body_text).toContain(
      `next=${encodeURIComponent(`/me/reservations/${guest.reservation_id}`)}`,
    )
    const { params } = guest
    const { refund_cents } = await api.call(getCancellationRoute, { params }, own.token)
    await api.call(cancelReservationRoute, { params, body: { refund_cents } }, own.token)
    expect(await see(guest.reservation_id, token)).toMatchObject({ status: 'CANCELED', is_ended: true })
  })

  test('leads to the later end that the link offered', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    const { token } = await open(guest.link)
    const { ends_at } = await see(guest.reservation_id, token)
    const extend_to = new Date(Date.parse(ends_at ?? '') + 1_800_000).toISOString()
    await api.call(confirmByLinkRoute, { params: guest.params, body: { extend_to } }, token)
    await api.runJobs()
    const [mail] = (await api.call(listOutboxRoute, { query: { to_address: email } })).items
    const next = `/me/reservations/${guest.reservation_id}?change=extend&ends_at=${encodeURIComponent(extend_to)}`
    expect(mail?.body_text).toContain(`next=${encodeURIComponent(next)}`)
  })

  test('leaves the device that booked the sight of the pass, and nothing else', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    await confirm(guest, email, (await open(guest.link)).token)
    // Someone else may have typed the address, so nothing that was set up before the proof can change or learn anything.
    for (const refusal of [
      await api.refusal(getMeRoute, {}, guest.token),
      await api.refusal(listPaymentMethodsRoute, {}, guest.token),
      await api.refusal(getReservationRoute, { params: guest.params }, guest.token),
      await api.refusal(
        cancelReservationRoute,
        { params: guest.params, body: { refund_cents: 0 } },
        guest.token,
      ),
    ])
      expect(refusal).toMatchObject({ status: 401, code: 'session_ended' })
    expect((await see(guest.reservation_id, guest.token)).status).toBe('ACTIVE')
    expect(await api.call(listOpenPassesRoute, {}, guest.token)).toMatchObject({
      items: [{ id: guest.reservation_id, confirm: { by: 'EMAIL', email_hint: 'g…@people.example' } }],
    })
    const again = await confirm(guest, email, guest.token)
    expect((await api.call(getReservationRoute, { params: guest.params }, again.token)).status).toBe('ACTIVE')
  })

  test('leaves that sight also if the guest is merged, but of nothing that was not booked there', async () => {
    const email = newEmail()
    const before = await newGuest(email)
    const guest = await newGuest(email)
    const own = await confirm(before, email, (await open(before.link)).token)
    // Both are one guest now, whose reservations the owner of the address sees.
    for (const { params } of [before, guest]) await api.call(getReservationRoute, { params }, own.token)
    await see(before.reservation_id, before.token)
    await see(guest.reservation_id, guest.token)
    for (const { token, reservation_id } of [before, guest])
      expect((await api.call(listOpenPassesRoute, {}, token)).items.map(({ id }) => id)).toEqual([
        reservation_id,
      ])
    expect((await api.call(listOpenPassesRoute, {}, null)).items).toEqual([])
    expect(await sightRefusal(before.reservation_id, guest.token)).toMatchObject({ code: 'session_ended' })
    expect(await sightRefusal(guest.reservation_id, before.token)).toMatchObject({ code: 'session_ended' })
  })

  test('is limited for the address, whichever device asks', async () => {
    const guest = await newGuest()
    const { params } = guest
    for (let n = 0; n < 3; n++)
      await api.call(confirmByLinkRoute, { params, body: {} }, (await open(guest.link)).token)
    expect(
      await api.refusal(confirmByLinkRoute, { params, body: {} }, (await open(guest.link)).token),
    ).toMatchObject({ code: 'too_many_requests' })
    expect(await api.refusal(resendGuestLinkRoute, { body: { token: guest.link } })).toMatchObject({
      code: 'too_many_requests',
    })
  })
})

describe('turning the links off', () => {
  test('ends them and what they opened; later emails have links of their own', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    const { token } = await open(guest.link)
    const { params } = guest
    expect(await api.call(getGuestLinksRoute, { params }, guest.token)).toEqual({ links: 1, devices: 1 })
    await api.call(turnOffGuestLinksRoute, { params }, guest.token)
    expect(await api.call(getGuestLinksRoute, { params }, guest.token)).toEqual({ links: 0, devices: 0 })
    expect(await openRefusal(guest.link)).toMatchObject({ code: 'link_not_usable' })
    expect(await sightRefusal(guest.reservation_id, token)).toMatchObject({ status: 401 })
    await api.call(getMeRoute, {}, guest.token)

    const { refund_cents } = await api.call(getCancellationRoute, { params }, guest.token)
    await api.call(cancelReservationRoute, { params, body: { refund_cents } }, guest.token)
    const later = await guestLinkTo(api, { email })
    expect(later).not.toBe(guest.link)
    expect(await see(guest.reservation_id, (await open(later)).token)).toMatchObject({ status: 'CANCELED' })
  })

  test('is for the guest and for the lot’s admins, whom the audit log names, and for no other guest', async () => {
    const guest = await newGuest()
    const other = await newGuest()
    const { params } = guest
    expect(await api.refusal(turnOffGuestLinksRoute, { params }, other.token)).toMatchObject({ status: 404 })
    const admin = await aMember(api, lot.lot_id, 'ADMIN')
    await api.call(turnOffGuestLinksRoute, { params }, admin.token)
    expect(await openRefusal(guest.link)).toMatchObject({ code: 'link_not_usable' })
    const { rows } = await api.deps.database.pool.query(
      `select actor_user_id, details from audit_log where action = 'reservation.links_off' and subject_id = $1`,
      [guest.reservation_id],
    )
    expect(rows).toEqual([{ actor_user_id: admin.user_id, details: { links: 1, devices: 0 } }])
  })

  test('leaves a way back: a new link goes to where the old one was sent, which proves the address', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    await api.call(turnOffGuestLinksRoute, { params: guest.params }, guest.token)
    await api.call(resendGuestLinkRoute, { body: { token: guest.link } })
    const { token } = await api.call(openSignInLinkRoute, { body: { token: await tokenSentTo(api, email) } })
    expect((await api.call(getReservationRoute, { params: guest.params }, token)).seen_as).toBe('DRIVER')
    expect(await api.refusal(resendGuestLinkRoute, { body: { token: 'x'.repeat(40) } })).toMatchObject({
      code: 'link_not_usable',
    })
  })
})

describe('a guest with only a phone number', () => {
  test('gets the confirmation and the link by text, and confirms with a code', async () => {
    const phone = newPhone()
    const guest = await aGuest(api, lot.lot_id, { phone })
    const { token } = await open(guest.link)
    expect((await see(guest.reservation_id, token)).confirm).toEqual({ by: 'PHONE', email_hint: null })
    expect(await api.refusal(confirmByLinkRoute, { params: guest.params, body: {} }, token)).toMatchObject({
      code: 'nothing_to_claim',
    })
    const body = { phone, country: 'US', bot_check: await solvedCheck(api) }
    const { ticket } = await api.call(sendPhoneCodeRoute, { body })
    await api.runJobs()
    const { items } = await api.call(listOutboxTextsRoute, { query: { to_phone: phone } })
    const code = items[0]?.body.slice(0, 6) ?? ''
    const account = await api.call(signInWithPhoneRoute, { body: { ticket, code } })
    expect(account.user.account_status).toBe('ACTIVE')
    await api.call(getReservationRoute, { params: guest.params }, account.token)
    // The device that booked keeps the pass.
    await see(guest.reservation_id, guest.token)
  })

  test('needs an email address or a number', async () => {
    const body = { first_name: 'Gil', last_name: 'Guest', bot_check: await solvedCheck(api) }
    expect(await api.refusal(startGuestRoute, { body })).toMatchObject({ field: 'email' })
  })
})

test('a GHOST whom a lot created with only a number gets a text that shows the pass', async () => {
  const phone = newPhone()
  const { id } = await db()
    .insertInto('users')
    .values({ phone, first_name: 'Sam', source: 'INVITE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = { user_id: id, token: await anotherSession(api, id), email: newEmail() }
  const reservation_id = await bookPaid(api, person, { lot_id: lot.lot_id })
  const { token } = await open(await guestLinkTo(api, { phone }))
  expect((await see(reservation_id, token)).id).toBe(reservation_id)
})

test('a GHOST whose email address a lot knows gets a link that shows the pass, and confirms it as an account', async () => {
  const email = newEmail()
  const { id } = await db()
    .insertInto('users')
    .values({ email, first_name: 'Sam', source: 'INVITE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = { user_id: id, token: await anotherSession(api, id), email }
  const reservation_id = await bookPaid(api, person, { lot_id: lot.lot_id })
  const { token } = await open(await guestLinkTo(api, { email }))
  const own = await confirm({ reservation_id }, email, token)
  expect(own.user).toMatchObject({ account_status: 'ACTIVE', email })
  await api.call(getReservationRoute, { params: { reservation_id } }, own.token)
})
