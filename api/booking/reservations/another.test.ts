import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { bookInstantlyRoute, getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, type Order, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let driver: Person
let payment_method_id: string
const spot = (at: number) => lot.spot_ids[at] ?? ''

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { month_cents: 24_000 })
  driver = await aPerson(api)
  payment_method_id = await aCard(api, driver)
})

const order = (more: Order = {}): Order => ({
  spot_id: spot(0),
  payment_method_id,
  allows_another: false,
  ...more,
})
const book = (more: Order = {}) => bookAs(api, driver, order(more))
const refusalOf = async (more: Order = {}) => {
  try {
    await book(more)
  } catch (error) {
    return (error as { body: { code: string; details?: Record<string, unknown> } }).body
  }
  throw new Error('it was booked')
}
const countOf = async () => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    `select count(*)::int as count from reservations where user_id = $1 and status in ('CHECKOUT', 'ACTIVE')`,
    [driver.user_id],
  )
  return rows[0]?.count
}

test('refuses a second spot in the same lot at an overlapping time with 409 already_booked and names the first', async () => {
  const { reservation } = await book()
  const details = { reservation_id: reservation.id }
  expect(await refusalOf({ spot_id: spot(1) })).toMatchObject({ code: 'already_booked', details })
  expect(await refusalOf({ lot_id: lot.lot_id })).toMatchObject({ code: 'already_booked', details })
  expect(await refusalOf({ spot_id: spot(1), ...twoHours(api, 2) })).toMatchObject({ code: 'already_booked' })
  expect(await refusalOf({ spot_id: spot(1), ends_at: null })).toMatchObject({ code: 'already_booked' })
  expect(await countOf()).toBe(1)
})

test('books a second spot for a driver who asks for another', async () => {
  await book()
  const { reservation } = await book({ spot_id: spot(1), allows_another: true })
  expect(reservation.status).toBe('ACTIVE')
  expect(await countOf()).toBe(2)
})

test('does not ask at another time, in another lot, for another person, or after a cancellation', async () => {
  const { reservation } = await book()
  await book({ spot_id: spot(1), ...twoHours(api, 3) })
  const other = await aLot(api)
  await book({ spot_id: other.spot_ids[0] ?? '' })
  const friend = await aPerson(api)
  const theirs = { spot_id: spot(1), payment_method_id: await aCard(api, friend) }
  await bookAs(api, friend, order(theirs))
  const params = { reservation_id: reservation.id }
  await api.call(cancelReservationRoute, { params, body: { refund_cents: 899 } }, driver.token)
  expect((await book()).reservation.status).toBe('ACTIVE')
})

test('asks while a declined card still holds a spot, and no longer once the hold has expired', async () => {
  const declining = await aCard(api, driver, 'pm_card_chargeCustomerFail')
  expect(await refusalOf({ payment_method_id: declining })).toMatchObject({ code: 'card_declined' })
  expect(await refusalOf({ spot_id: spot(1) })).toMatchObject({ code: 'already_booked' })
  api.ports.advance({ minutes: 31 })
  expect((await book({ spot_id: spot(1) })).reservation.status).toBe('ACTIVE')
})

test('of two tabs that book different spots at the same moment, only one books', async () => {
  const tabs = await Promise.all(
    [0, 1, 2].map((at) => prepareBooking(api, driver, order({ spot_id: spot(at) }))),
  )
  const results = await Promise.allSettled(tabs.map((press) => press()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await countOf()).toBe(1)
})

test('the same request with the same key returns the booking that it made', async () => {
  const query = { spot_id: spot(0), ...twoHours(api) }
  const { quote_token, starts_at, ends_at } = await api.call(getCheckoutRoute, { query }, driver.token)
  const body = { spot_id: spot(0), starts_at, ends_at, payment_method_id, quote_token: quote_token ?? '' }
  const idempotency_key = secretWord(api.ports)
  const first = await api.call(bookInstantlyRoute, { body, idempotency_key }, driver.token)
  const again = await api.call(bookInstantlyRoute, { body, idempotency_key }, driver.token)
  expect(again.reservation.id).toBe(first.reservation.id)
  // Also if the answer was lost before it was stored.
  await api.deps.database.pool.query('delete from idempotency_keys where key = $1', [idempotency_key])
  const repeated = await api.call(bookInstantlyRoute, { body, idempotency_key }, driver.token)
  expect(repeated.reservation.id).toBe(first.reservation.id)
})

test('asks before a second free reservation too', async () => {
  await api.deps.database.pool.query(
    'update lots set hour_cents = 0, day_cents = 0, service_fee_cents = 0, min_reservation_price = 0 where id = $1',
    [lot.lot_id],
  )
  const free: Order = { spot_id: spot(0), allows_another: false }
  await bookAs(api, driver, free)
  const tabs = await Promise.all(
    [1, 2].map((at) => prepareBooking(api, driver, { ...free, spot_id: spot(at) })),
  )
  const results = await Promise.allSettled(tabs.map((press) => press()))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
