import { getReservationsSummaryRoute } from '@openspot/contract/booking/monitor.ts'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import {
  bookInstantlyRoute,
  confirmReservationRoute,
  getCheckoutRoute,
  getReservationRoute,
} from '@openspot/contract/booking/reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { notifyUnusualHolds } from '../../jobs/watch-holds.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { toldTo } from '../factories/memberships.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api, {}, 20)
  api.ports.advance({ days: 2 })
})
afterAll(() => api.close())

const sql = (text: string, values: unknown[]) => api.deps.database.pool.query(text, values)
/** This card can be saved, but each payment with it is declined. */
const declined = 'pm_card_chargeCustomerFail'
/** The bank requires authentication that never happens, so the spot stays held. */
const unanswered = 'pm_card_authenticationRequired'

/** Creates a guest with an unverified email address. */
async function aGuest(): Promise<Person> {
  const guest = await aPerson(api)
  await sql(`update users set account_status = 'GHOST', email_verified_at = null where id = $1`, [
    guest.user_id,
  ])
  return guest
}
const fingerprinted = (card: string, fingerprint: string) =>
  sql('update payment_methods set fingerprint = $2 where id = $1', [card, fingerprint])

/** Books from an IP address. Returns the status, the error, and the reservation that a decline leaves behind. */
async function book(person: Person, of: { card: string; spot: number; from?: string }) {
  const booked = twoHours(api)
  const spot_id = lot.spot_ids[of.spot] ?? ''
  const { quote_token } = await api.call(getCheckoutRoute, { query: { spot_id, ...booked } }, person.token)
  const headers = { authorization: `Bearer ${person.token}`, 'x-forwarded-for': of.from ?? '198.51.100.1' }
  try {
    const paying = { quote_token: quote_token ?? '', payment_method_id: of.card, allows_another: true }
    const body = { spot_id, ...booked, ...paying }
    const { reservation } = await call(
      bookInstantlyRoute,
      { body, idempotency_key: secretWord(api.ports) },
      { base: api.base, headers },
    )
    return { status: 201, code: null, message: '', reservation_id: reservation.id, until: '' }
  } catch (error) {
    const { status, body } = error as { status: number; body: Refused }
    return {
      status,
      code: body.code,
      message: body.message,
      reservation_id: body.details?.reservation_id ?? '',
      until: body.details?.until ?? '',
    }
  }
}
interface Refused {
  code: string
  message: string
  details?: { reservation_id?: string; until?: string }
}

const held = async () =>
  Number(
    (
      await sql(
        `select count(*) as held from reservations where lot_id = $1 and status = 'CHECKOUT' and hold_expires_at > $2`,
        [lot.lot_id, api.ports.now().toISOString()],
      )
    ).rows[0].held,
  )
const left = async (person: Person, reservation_id: string) => {
  const { status, hold_expires_at } = await api.call(
    getReservationRoute,
    { params: { reservation_id } },
    person.token,
  )
  if (hold_expires_at === null) return status
  return (Date.parse(hold_expires_at) - api.ports.now().getTime()) / 60_000
}
const payWith = (person: Person, reservation_id: string, payment_method_id: string) => {
  const key = { idempotency_key: secretWord(api.ports) }
  return { params: { reservation_id }, body: { payment_method_id }, ...key, person }
}

describe('finding 5: unpaid holds cannot block a lot', () => {
  test('limits the holds of all unverified guests to a fifth of the lot’s spots with lot_too_many_holds', async () => {
    const guests = await Promise.all(Array.from({ length: 12 }, aGuest))
    const tries = await Promise.all(
      guests.map(async (guest, n) => {
        const card = await aCard(api, guest, unanswered)
        return book(guest, { card, spot: n, from: `198.51.${n}.1` })
      }),
    )
    expect(await held()).toBe(4)
    const refused = tries.filter(({ code }) => code === 'lot_too_many_holds')
    expect(refused.length).toBe(8)
    expect(refused[0]?.status).toBe(429)
  })

  test('lets one guest hold a spot of a two-spot lot and does not count members as guests', async () => {
    lot = await aLot(api, {}, 2)
    const guest = await aGuest()
    expect(await book(guest, { card: await aCard(api, guest, unanswered), spot: 0 })).toMatchObject({
      status: 201,
    })
    const driver = await aPerson(api)
    expect(await book(driver, { card: await aCard(api, driver), spot: 1 })).toMatchObject({ status: 201 })
    expect(await held()).toBe(1)
  })

  test('does not count a guest who has paid before as unverified', async () => {
    const guest = await aGuest()
    const card = await aCard(api, guest)
    expect(await book(guest, { card, spot: 0 })).toMatchObject({ status: 201 })
    const bank = await aCard(api, guest, unanswered)
    for (const spot of [1, 2, 3, 4, 5]) {
      expect(await book(guest, { card: bank, spot })).toMatchObject({ status: 201 })
    }
    expect(await book(guest, { card: bank, spot: 6 })).toMatchObject({ code: 'too_many_holds' })
  })

  test('counts the holds of a card across everyone who saved it with card_too_many_holds', async () => {
    const tries = []
    for (let n = 0; n < 6; n++) {
      const person = await aPerson(api)
      const card = await aCard(api, person, unanswered)
      await fingerprinted(card, 'the-same-card')
      tries.push(await book(person, { card, spot: n, from: `198.51.${n}.1` }))
    }
    expect(tries.map(({ code }) => code)).toEqual([null, null, null, null, null, 'card_too_many_holds'])
  })

  test('limits the unpaid holds per network and lot with network_too_many_holds', async () => {
    lot = await aLot(api, {}, 30)
    const people = await Promise.all(Array.from({ length: 22 }, () => aPerson(api)))
    for (const [n, person] of people.slice(0, 20).entries()) {
      const card = await aCard(api, person, unanswered)
      expect(await book(person, { card, spot: n, from: `203.0.113.${n}` })).toMatchObject({ status: 201 })
    }
    const [late, elsewhere] = people.slice(20) as [Person, Person]
    const card = await aCard(api, late)
    expect(await book(late, { card, spot: 21, from: '203.0.113.99' })).toMatchObject({
      code: 'network_too_many_holds',
    })
    expect(
      await book(elsewhere, { card: await aCard(api, elsewhere), spot: 21, from: '203.0.114.1' }),
    ).toMatchObject({ status: 201 })
  })

  test('keeps the hold for two minutes after a declined payment and accepts another card', async () => {
    const driver = await aPerson(api)
    const bad = await aCard(api, driver, declined)
    const good = await aCard(api, driver)
    const refused = await book(driver, { card: bad, spot: 0 })
    expect(refused).toMatchObject({ status: 402, code: 'card_declined' })
    expect(refused.message).toContain('two more minutes')
    expect(await left(driver, refused.reservation_id)).toBe(2)
    const { person, ...order } = payWith(driver, refused.reservation_id, good)
    const { reservation } = await api.call(confirmReservationRoute, order, person.token)
    expect(reservation.status).toBe('ACTIVE')
  })

  test('releases the spot at the second decline and lets the driver book it again with a valid card', async () => {
    const driver = await aPerson(api)
    const bad = await aCard(api, driver, declined)
    const refused = await book(driver, { card: bad, spot: 0 })
    const { person, ...order } = payWith(driver, refused.reservation_id, bad)
    const second = await api.refusal(confirmReservationRoute, order, person.token)
    expect(second).toMatchObject({ status: 402, code: 'card_declined' })
    expect(second.message).toContain('no longer held')
    expect(await left(driver, refused.reservation_id)).toBe('EXPIRED')
    expect(await book(driver, { card: await aCard(api, driver), spot: 0 })).toMatchObject({ status: 201 })
  })

  test('pauses a driver for an hour after three unpaid holds in a day with 429 holds_paused', async () => {
    const driver = await aPerson(api)
    const bank = await aCard(api, driver, unanswered)
    for (const spot of [0, 1, 2]) {
      const { reservation_id } = await book(driver, { card: bank, spot })
      expect(reservation_id).not.toBe('')
      api.ports.advance({ minutes: 11 })
      await releaseHolds(paymentDepsOf(api.deps))
      expect(await left(driver, reservation_id)).toBe('EXPIRED')
    }
    const good = await aCard(api, driver)
    const paused = await book(driver, { card: good, spot: 0 })
    expect(paused).toMatchObject({ status: 429, code: 'holds_paused' })
    expect(paused.message).toMatch(/book again in 59 minutes/)
    expect(paused.until).toMatch(/Z$/)
    api.ports.advance({ minutes: 60 })
    expect(await book(driver, { card: good, spot: 0 })).toMatchObject({ status: 201 })
  })

  test('pauses a card for everyone after three of its holds ended unpaid, including cancellations', async () => {
    for (const spot of [0, 1, 2]) {
      const person = await aPerson(api)
      const card = await aCard(api, person, unanswered)
      await fingerprinted(card, 'shared-card')
      const { reservation_id } = await book(person, { card, spot })
      await api.call(
        cancelReservationRoute,
        { params: { reservation_id }, body: { refund_cents: 0 }, idempotency_key: secretWord(api.ports) },
        person.token,
      )
      expect(await left(person, reservation_id)).not.toBe(10)
    }
    const next = await aPerson(api)
    const card = await aCard(api, next)
    await fingerprinted(card, 'shared-card')
    expect(await book(next, { card, spot: 0 })).toMatchObject({ code: 'holds_paused' })
  })

  test('notifies the admins of a lot once a day of unusually many unpaid holds', async () => {
    const admin = await aMember(api, lot.lot_id, 'ADMIN')
    const summary = () =>
      api.call(getReservationsSummaryRoute, { params: { lot_id: lot.lot_id }, query: {} }, admin.token)
    for (let n = 0; n < 5; n++) {
      const driver = await aPerson(api)
      await book(driver, { card: await aCard(api, driver, unanswered), spot: n })
    }
    expect((await summary()).unpaid_holds).toBe(5)
    await notifyUnusualHolds(api.deps)
    expect(await toldTo(api, admin)).toEqual([])
    api.ports.advance({ minutes: 11 })
    await releaseHolds(paymentDepsOf(api.deps))
    expect((await summary()).unpaid_holds).toBe(0)
    for (let n = 0; n < 2; n++) await notifyUnusualHolds(api.deps)
    expect(await toldTo(api, admin)).toEqual(['UNUSUAL_HOLDS'])
  })

  test('limits each person to 30 instant bookings per hour and 60 price quotes per minute', async () => {
    const driver = await aPerson(api)
    const asked = { query: { spot_id: lot.spot_ids[0] ?? '', ...twoHours(api) } }
    for (let n = 0; n < 60; n++) await api.call(getCheckoutRoute, asked, driver.token)
    expect(await api.refusal(getCheckoutRoute, asked, driver.token)).toMatchObject({
      code: 'too_many_requests',
    })
    // Another person behind the same IP address is not affected.
    await api.call(getCheckoutRoute, asked, (await aPerson(api)).token)
    const body = { spot_id: lot.spot_ids[0] ?? '', ...twoHours(api), quote_token: 'x' }
    const order = () => ({ body, idempotency_key: secretWord(api.ports) })
    for (let n = 0; n < 30; n++) {
      expect((await api.refusal(bookInstantlyRoute, order(), driver.token)).code).not.toBe(
        'too_many_requests',
      )
    }
    expect(await api.refusal(bookInstantlyRoute, order(), driver.token)).toMatchObject({
      code: 'too_many_requests',
    })
  })
})
