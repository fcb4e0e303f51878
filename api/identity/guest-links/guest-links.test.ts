import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute, listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { claimAccountRoute } from '@openspot/contract/identity/auth.ts'
import {
  closeLinkedPassesRoute,
  confirmByLinkRoute,
  openGuestLinkRoute,
  turnOffGuestLinksRoute,
} from '@openspot/contract/identity/guest-links.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { getArrivalRoute } from '@openspot/contract/lots/arrival.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { hashToken } from '../../plugins/session.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { bookPaid, guestCalls } from '../../testing/factories/guests.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { anotherSession, aPerson } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'
import { aSignedUp } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 60)
})
afterAll(() => api.close())
beforeEach(() => api.ports.advance({ hours: 25 }))

const { newEmail, newGuest, open, openRefusal, see, sightRefusal, confirm } = guestCalls(() => ({ api, lot }))
const db = () => api.deps.database.db

describe('the link in a guest’s email', () => {
  test('shows the pass on any device, any number of times, and signs no other device out', async () => {
    const guest = await newGuest()
    expect(guest.link).toHaveLength(40)
    for (let n = 0; n < 3; n++) {
      const opened = await open(guest.link)
      expect(opened).toMatchObject({ reservation_id: guest.reservation_id, needs_sign_in: false })
      const pass = await see(guest.reservation_id, opened.token)
      expect(pass).toMatchObject({
        id: guest.reservation_id,
        status: 'ACTIVE',
        spot: { label: expect.any(String) },
      })
      expect(pass.payments).toMatchObject([{ status: 'PAID', total_cents: expect.any(Number) }])
      await api.call(getArrivalRoute, { params: guest.params }, opened.token)
    }
    // The device on which it was booked can still do everything.
    expect((await api.call(getMeRoute, {}, guest.token)).contact_verified_at).toBeNull()
    expect((await api.call(listPaymentMethodsRoute, {}, guest.token)).items).toHaveLength(1)
    expect((await api.call(getReservationRoute, { params: guest.params }, guest.token)).seen_as).toBe(
      'DRIVER',
    )
  })

  test('changes, pays, and lists nothing, and tells neither who the guest is nor how they paid', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    const { token } = await open(guest.link)
    const { params } = guest
    const refused = await Promise.all([
      api.refusal(getMeRoute, {}, token),
      api.refusal(listPaymentMethodsRoute, {}, token),
      api.refusal(listParkHistoryRoute, { query: {} }, token),
      api.refusal(getReservationRoute, { params }, token),
      api.refusal(getCancellationRoute, { params }, token),
      api.refusal(cancelReservationRoute, { params, body: { refund_cents: 0 } }, token),
      api.refusal(listReservationInvoicesRoute, { params }, token),
      api.refusal(
        editReservationRoute,
        { body: { reservation_id: guest.reservation_id, difference_cents: 0, ...twoHours(api, 1, 3) } },
        token,
      ),
      api.refusal(turnOffGuestLinksRoute, { params }, token),
      api.refusal(claimAccountRoute, { body: { password: 'long enough word' } }, token),
    ])
    expect([...new Set(refused.map(({ status, code }) => `${status} ${code}`))]).toEqual([
      '401 session_ended',
    ])
    const told = JSON.stringify(await see(guest.reservation_id, token))
    for (const secret of [email, 'Gil', 'Guest', '4242', 'visa', guest.user_id])
      expect(told.toLowerCase()).not.toContain(secret.toLowerCase())
    expect((await api.call(getReservationRoute, { params }, guest.token)).status).toBe('ACTIVE')
  })

  test('is not stored, and ends with what it opened seven days after the reservation', async () => {
    const guest = await newGuest()
    const { token } = await open(guest.link)
    const { pool } = api.deps.database
    const stored = async () =>
      (
        await pool.query(
          `select to_jsonb(g)::text as row from guest_links g where reservation_id = $1
           union all select to_jsonb(s)::text from link_sessions s where reservation_id = $1`,
          [guest.reservation_id],
        )
      ).rows
    expect(await stored()).toHaveLength(2)
    for (const secret of [guest.link, token ?? ''])
      expect(JSON.stringify(await stored())).not.toContain(secret)
    api.ports.advance({ hours: 24 * 6 })
    await open(guest.link)
    await see(guest.reservation_id, token)
    api.ports.advance({ hours: 24 * 2 })
    expect(await openRefusal(guest.link)).toMatchObject({ status: 410, code: 'link_not_usable' })
    expect(await sightRefusal(guest.reservation_id, token)).toMatchObject({ status: 401 })
    api.ports.advance({ hours: 24 * 2 })
    await purgeExpired({ db: db(), pool, ports: api.ports }, api.deps.settings)
    expect(await stored()).toEqual([])
  })

  test('shows nothing of another reservation, not even of the same guest', async () => {
    const guest = await newGuest()
    const own = await bookPaid(api, guest, { lot_id: lot.lot_id })
    const other = await newGuest()
    const { token } = await open(guest.link)
    for (const id of [own, other.reservation_id])
      expect(await sightRefusal(id, token)).toMatchObject({ status: 401, code: 'session_ended' })
  })

  test('shows each pass whose link was opened on the device, which keeps one token', async () => {
    const first = await newGuest()
    const second = await newGuest()
    const { token } = await open(first.link)
    expect((await open(second.link, token)).token).toBe(token)
    for (const { reservation_id } of [first, second]) await see(reservation_id, token)
    // A token that shows nothing is not taken over, so that nobody can plant one.
    expect((await open(first.link, 'x'.repeat(43))).token).not.toBe('x'.repeat(43))
    await api.call(closeLinkedPassesRoute, {}, token)
    for (const { reservation_id } of [first, second])
      expect(await sightRefusal(reservation_id, token)).toMatchObject({ status: 401 })
    await open(first.link)
  })

  test('leaves the guest’s own session, and that of anyone else, as they are', async () => {
    const guest = await newGuest()
    expect(await open(guest.link, guest.token)).toMatchObject({ needs_sign_in: false, token: null })
    const someone = await aPerson(api)
    const { token } = await open(guest.link, someone.token)
    expect(token).not.toBe(someone.token)
    for (const own of [guest.token, someone.token]) await api.call(getMeRoute, {}, own)
    // By the session alone, that person sees nothing of it.
    expect(await sightRefusal(guest.reservation_id, someone.token)).toMatchObject({ code: 'not_found' })
  })

  test('proves nothing: neither the address, nor that the guest is who has an account with it', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    const account = await aSignedUp(api, newEmail())
    await db().updateTable('users').set({ email }).where('id', '=', account.user_id).execute()
    const { token } = await open(guest.link)
    await see(guest.reservation_id, token)
    expect(await api.refusal(getReservationRoute, { params: guest.params }, account.token)).toMatchObject({
      code: 'not_found',
    })
    expect((await api.call(getMeRoute, {}, guest.token)).contact_verified_at).toBeNull()
  })

  test('still shows the pass of a guest who made an account, whose owner signs in to change it', async () => {
    const email = newEmail()
    const guest = await newGuest(email)
    const { token } = await open(guest.link)
    const confirmed = await confirm(guest, email, token)
    const own = (await api.call(claimAccountRoute, { body: {} }, confirmed.token)).token
    expect((await api.call(getReservationRoute, { params: guest.params }, own)).id).toBe(guest.reservation_id)
    expect(await open(guest.link)).toMatchObject({ needs_sign_in: true })
    expect((await see(guest.reservation_id, token)).confirm).toEqual({ by: 'SIGN_IN', email_hint: null })
    expect(await api.refusal(getMeRoute, {}, token)).toMatchObject({ status: 401 })
    expect(await api.refusal(confirmByLinkRoute, { params: guest.params, body: {} }, token)).toMatchObject({
      code: 'nothing_to_claim',
    })
  })

  test('refuses an unknown token, and the pass of a banned guest', async () => {
    const guest = await newGuest()
    expect(await openRefusal('x'.repeat(40))).toMatchObject({ code: 'link_not_usable' })
    const { token } = await open(guest.link)
    await db()
      .updateTable('users')
      .set({ account_status: 'BANNED' })
      .where('id', '=', guest.user_id)
      .execute()
    expect(await openRefusal(guest.link)).toMatchObject({ code: 'account_banned' })
    expect(await sightRefusal(guest.reservation_id, token)).toMatchObject({ status: 401 })
  })

  test('was a session of the guest in earlier versions, which is one no longer', async () => {
    const guest = await newGuest()
    const token = await anotherSession(api, guest.user_id)
    await api.call(getMeRoute, {}, token)
    await db()
      .updateTable('sessions')
      .set({ method: 'GUEST_LINK' })
      .where('token_hash', '=', hashToken(token))
      .execute()
    expect(await api.refusal(getMeRoute, {}, token)).toMatchObject({ code: 'session_ended' })
  })
})

describe('in a browser', () => {
  const cookiesOf = (answer: Response) =>
    answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const openInBrowser = (token: string, cookie = '') =>
    fetch(`${api.base}${openGuestLinkRoute.url}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-openspot-client': 'web',
        ...(cookie ? { cookie } : {}),
      },
      body: JSON.stringify({ token }),
    })
  const passStatus = async (reservation_id: string, cookie: string) =>
    (
      await fetch(`${api.base}/api/v2/reservations/${reservation_id}/pass`, {
        headers: { 'x-openspot-client': 'web', cookie },
      })
    ).status

  test('the link is in a cookie of its own that scripts can’t read, beside the session of whoever is signed in', async () => {
    const guest = await newGuest()
    const other = await newGuest()
    const someone = await aPerson(api)
    const session = `openspot=${someone.token}`
    const answer = await openInBrowser(guest.link, session)
    expect(await answer.json()).toEqual({
      reservation_id: guest.reservation_id,
      needs_sign_in: false,
      token: null,
    })
    const [cookie = ''] = cookiesOf(answer)
    expect(cookie).toMatch(/^openspot-pass=\w{43}$/)
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly.*SameSite=Lax/)
    expect(await passStatus(guest.reservation_id, `${session}; ${cookie}`)).toBe(200)
    expect(await passStatus(guest.reservation_id, session)).toBe(404)
    expect(await passStatus(other.reservation_id, cookie)).toBe(401)
    expect(cookiesOf(await openInBrowser(other.link, cookie))).toEqual([cookie])
    expect(await passStatus(other.reservation_id, cookie)).toBe(200)
    await api.call(getMeRoute, {}, someone.token)
  })
})
