import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import {
  confirmReservationRoute,
  getCheckoutRoute,
  getReservationRoute,
} from '@openspot/contract/booking/reservations.ts'
import {
  joinWaitlistRoute,
  leaveWaitlistRoute,
  listMyWaitlistRoute,
} from '@openspot/contract/booking/waitlist.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { sendDueNotices } from '../../platform/notifications/notify.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
const spot = (at: number) => lot.spot_ids[at] ?? ''

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, {}, 2)
})

const aDriver = async (): Promise<Person & { card: string }> => {
  const person = await aPerson(api)
  return { ...person, card: await aCard(api, person) }
}
/** Books hours from the next full hour on: a spot by its index, or any spot. */
const book = async (where: number | 'any', from: number, hours: number) => {
  const driver = await aDriver()
  const at = where === 'any' ? { lot_id: lot.lot_id } : { spot_id: spot(where) }
  const { reservation } = await bookAs(api, driver, {
    ...at,
    ...twoHours(api, from, hours),
    payment_method_id: driver.card,
  })
  return { driver, reservation }
}

test('books the spot that fragments the calendar least if any spot will do', async () => {
  await book(1, 1, 2)
  const { reservation: made } = await book('any', 3, 2)
  expect(made).toMatchObject({ spot_id: spot(1), is_flexible: true, status: 'ACTIVE' })
})

test('books the next best spot at the same price if the quoted one was taken a moment before', async () => {
  const driver = await aDriver()
  const go = await prepareBooking(api, driver, { lot_id: lot.lot_id, payment_method_id: driver.card })
  const { reservation: made } = await book('any', 1, 2)
  const { reservation } = await go()
  expect(reservation.status).toBe('ACTIVE')
  expect(new Set([made.spot_id, reservation.spot_id])).toEqual(new Set(lot.spot_ids))
})

test('moves flexible reservations that have not begun to make room and notifies their drivers', async () => {
  // One spot has a reservation from 1 to 3 and the other from 3 to 5, so 1 to 5 fits only if both are on one spot.
  await book(0, 1, 2)
  const moved = await book('any', 3, 2)
  await api.deps.database.pool.query('update reservations set spot_id = $2 where id = $1', [
    moved.reservation.id,
    spot(1),
  ])
  const { reservation: made } = await book('any', 1, 4)
  expect(made).toMatchObject({ status: 'ACTIVE', spot_id: spot(1) })
  const there = await api.call(
    getReservationRoute,
    { params: { reservation_id: moved.reservation.id } },
    moved.driver.token,
  )
  expect(there).toMatchObject({ spot_id: spot(0), starts_at: moved.reservation.starts_at })
  await api.runJobs()
  const inbox = await api.call(listNotificationsRoute, { query: {} }, moved.driver.token)
  expect(inbox.items.map(({ kind }) => kind)).toEqual(['MOVED', 'CONFIRMED'])
})

test('never moves a reservation on a chosen spot', async () => {
  await book(0, 1, 2)
  await book(1, 3, 2)
  const driver = await aDriver()
  const query = { lot_id: lot.lot_id, ...twoHours(api, 1, 4) }
  expect(await api.call(getCheckoutRoute, { query }, driver.token)).toMatchObject({
    is_free: false,
    price: null,
    refusal: { code: 'lot_full' },
  })
})

test('offers a freed spot to the waitlist in order and moves on when an offer expires', async () => {
  const taken = [await book(0, 1, 2), await book(1, 1, 2)]
  const waiting = [await aDriver(), await aDriver()]
  const body = twoHours(api, 1, 2)
  const params = { lot_id: lot.lot_id }
  for (const driver of waiting) {
    await api.call(joinWaitlistRoute, { params, body }, driver.token)
    api.ports.advance({ minutes: 1 })
  }
  const twice = await api.refusal(joinWaitlistRoute, { params, body }, waiting[0]?.token)
  expect(twice).toMatchObject({ code: 'already_waiting' })
  expect((await api.call(listMyWaitlistRoute, {}, waiting[1]?.token)).items).toMatchObject([
    { status: 'WAITING', ahead: 1 },
  ])

  const freed = taken[0]
  if (!freed) throw new Error('nothing was booked')
  await api.call(
    cancelReservationRoute,
    { params: { reservation_id: freed.reservation.id }, body: { refund_cents: 899 } },
    freed.driver.token,
  )
  await api.runJobs()
  const offered = (await api.call(listMyWaitlistRoute, {}, waiting[0]?.token)).items
  expect(offered).toMatchObject([{ status: 'OFFERED' }])
  expect((await api.call(listMyWaitlistRoute, {}, waiting[1]?.token)).items).toMatchObject([
    { status: 'WAITING' },
  ])
  expect((await api.call(listNotificationsRoute, { query: {} }, waiting[0]?.token)).items).toMatchObject([
    { kind: 'OFFER' },
  ])

  // Nobody else can take it in the meantime. The offer expires, and the next person gets one and books.
  api.ports.advance({ minutes: 31 })
  await releaseHolds(paymentDepsOf(api.deps))
  await api.runJobs()
  expect((await api.call(listMyWaitlistRoute, {}, waiting[0]?.token)).items).toMatchObject([
    { status: 'EXPIRED' },
  ])
  const [next] = (await api.call(listMyWaitlistRoute, {}, waiting[1]?.token)).items
  expect(next).toMatchObject({ status: 'OFFERED' })
  const booked = await api.call(
    confirmReservationRoute,
    {
      params: { reservation_id: next?.reservation_id ?? '' },
      body: { payment_method_id: waiting[1]?.card ?? '' },
      idempotency_key: secretWord(api.ports),
    },
    waiting[1]?.token,
  )
  expect(booked.reservation.status).toBe('ACTIVE')
  expect((await api.call(listMyWaitlistRoute, {}, waiting[1]?.token)).items).toMatchObject([
    { status: 'BOOKED' },
  ])
})

test('frees a declined offer and rejects joining the waitlist while there is room', async () => {
  const driver = await aDriver()
  const params = { lot_id: lot.lot_id }
  expect(await api.refusal(joinWaitlistRoute, { params, body: twoHours(api) }, driver.token)).toMatchObject({
    status: 409,
  })
  const { reservation: made, driver: other } = await book(0, 1, 2)
  await book(1, 1, 2)
  const entry = await api.call(joinWaitlistRoute, { params, body: twoHours(api, 1, 2) }, driver.token)
  await api.call(
    cancelReservationRoute,
    { params: { reservation_id: made.id }, body: { refund_cents: 899 } },
    other.token,
  )
  await api.runJobs()
  await api.call(leaveWaitlistRoute, { params: { entry_id: entry.id } }, driver.token)
  expect((await book(0, 1, 2)).reservation.status).toBe('ACTIVE')
  const stranger = await aDriver()
  expect(
    await api.refusal(leaveWaitlistRoute, { params: { entry_id: entry.id } }, stranger.token),
  ).toMatchObject({
    status: 404,
  })
})

test('sends each timed notice once: before the start, before the end, and at the end', async () => {
  const { driver, reservation: made } = await book(0, 2, 2)
  const deps = paymentDepsOf(api.deps)
  const kinds = async () => {
    await sendDueNotices(deps)
    await sendDueNotices(deps)
    await api.runJobs()
    const { items } = await api.call(listNotificationsRoute, { query: {} }, driver.token)
    return items.filter(({ reservation_id }) => reservation_id === made.id).map(({ kind }) => kind)
  }
  expect(await kinds()).toEqual(['CONFIRMED'])
  const until = (at: string, minutes: number) =>
    api.ports.advance({ minutes: (Date.parse(at) - api.ports.now().getTime()) / 60_000 - minutes })
  until(made.starts_at, 30)
  expect(await kinds()).toEqual(['STARTS_SOON', 'CONFIRMED'])
  until(made.ends_at ?? '', 14)
  expect(await kinds()).toEqual(['ENDS_SOON', 'STARTS_SOON', 'CONFIRMED'])
  until(made.ends_at ?? '', 0)
  expect(await kinds()).toEqual(['ENDED', 'ENDS_SOON', 'STARTS_SOON', 'CONFIRMED'])
  const letters = await api.deps.database.pool.query(
    'select kind from emails where to_address = $1 order by created_at, kind',
    [driver.email],
  )
  expect(letters.rows.map((row) => row.kind)).toEqual(['confirmed', 'starts_soon', 'ends_soon', 'ended'])
})

test('the notice before the end leads to an extension by 30 minutes from that end', async () => {
  const { driver, reservation } = await book(0, 2, 2)
  const ends_at = Date.parse(reservation.ends_at ?? '')
  api.ports.advance({ minutes: (ends_at - api.ports.now().getTime()) / 60_000 - 14 })
  await sendDueNotices(paymentDepsOf(api.deps))
  const longer = new Date(ends_at + 30 * 60_000).toISOString()
  const path = `/me/reservations/${reservation.id}?change=extend&ends_at=${encodeURIComponent(longer)}`
  const { items } = await api.call(listNotificationsRoute, { query: {} }, driver.token)
  expect(items.find(({ kind }) => kind === 'ENDS_SOON')?.path).toBe(path)
  const { rows } = await api.deps.database.pool.query<{ body_text: string }>(
    `select body_text from emails where to_address = $1 and kind = 'ends_soon'`,
    [driver.email],
  )
  expect(rows[0]?.body_text).toContain(path)
})
