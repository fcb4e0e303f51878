import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError } from '@openspot/contract/call.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, type Order, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let other: TestLot
let driver: Person
let payment_method_id: string
let car_id: string

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { month_cents: 24_000 })
  other = await aLot(api, { month_cents: 24_000 })
  driver = await aPerson(api)
  payment_method_id = await aCard(api, driver)
  car_id = await aCar(api, driver, 'TWO 2')
})

const spotOf = ({ spot_ids }: TestLot, at = 0) => spot_ids[at] ?? ''
const order = (more: Order): Order => ({
  payment_method_id,
  car_id,
  allows_another: false,
  allows_vehicle_elsewhere: false,
  ...more,
})
const book = (more: Order) => bookAs(api, driver, order(more))
const refusalOf = async (more: Order) => {
  try {
    await book(more)
  } catch (error) {
    if (error instanceof CallError) return { status: error.status, ...error.body }
    throw error
  }
  throw new Error('it was booked')
}
const quote = async (more: { starts_at: string; ends_at?: string }) =>
  (await api.call(getCheckoutRoute, { query: { spot_id: spotOf(other), ...more } }, driver.token))
    .vehicles_elsewhere
const paid = async () => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    `select count(*)::int as count from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id where i.user_id = $1`,
    [driver.user_id],
  )
  return rows[0]?.count
}

test('the quote says in which lot and when the vehicle is booked at an overlapping time', async () => {
  const { reservation } = await book({ spot_id: spotOf(lot) })
  const { starts_at, ends_at, spot } = reservation
  const found = {
    reservation_id: reservation.id,
    car: { id: car_id, plate: 'TWO 2' },
    lot_name: reservation.lot.name,
    spot_label: spot.label,
    starts_at,
    ends_at,
  }
  expect(await quote(twoHours(api, 2))).toMatchObject([found])
  expect(await quote({ starts_at })).toMatchObject([found])
  expect(await quote(twoHours(api, 3))).toEqual([])
})

test('a vehicle that is booked in another lot at an overlapping time is refused with 409 vehicle_booked, and nothing is charged', async () => {
  const { reservation } = await book({ spot_id: spotOf(lot) })
  const refused = { status: 409, code: 'vehicle_booked', details: { reservation_id: reservation.id } }
  expect(await refusalOf({ spot_id: spotOf(other) })).toMatchObject(refused)
  expect(await refusalOf({ lot_id: other.lot_id, ...twoHours(api, 2) })).toMatchObject(refused)
  expect(await refusalOf({ spot_id: spotOf(other), ends_at: null })).toMatchObject(refused)
  expect(await paid()).toBe(1)
})

test('a driver who confirms gets both', async () => {
  await book({ spot_id: spotOf(lot) })
  const { reservation } = await book({ spot_id: spotOf(other), allows_vehicle_elsewhere: true })
  expect(reservation.status).toBe('ACTIVE')
  expect(await paid()).toBe(2)
})

test('a lot that refuses such vehicles says so with the quote, and refuses with vehicle_refused although the driver confirmed', async () => {
  await book({ spot_id: spotOf(lot) })
  const refusing = await aLot(api, { refuses_vehicles_elsewhere: true })
  const spot_id = spotOf(refusing)
  const quoted = (query: { spot_id: string }) =>
    api.call(getCheckoutRoute, { query: { ...query, ...twoHours(api, 2) } }, driver.token)
  expect(await quoted({ spot_id })).toMatchObject({
    refuses_vehicles_elsewhere: true,
    vehicles_elsewhere: [{ car: { id: car_id } }],
  })
  expect((await quoted({ spot_id: spotOf(other) })).refuses_vehicles_elsewhere).toBe(false)
  const refused = await refusalOf({ spot_id, allows_vehicle_elsewhere: true })
  expect(refused).toMatchObject({ status: 409, code: 'vehicle_refused' })
  expect(await paid()).toBe(1)
  await book({ spot_id, ...twoHours(api, 3) })
  await book({ spot_id: spotOf(refusing, 1), car_id: await aCar(api, driver, 'OTH 2'), allows_another: true })
})

test('does not ask at another time, for another vehicle, another region, another person, or after a cancellation', async () => {
  const { reservation } = await book({ spot_id: spotOf(lot) })
  await book({ spot_id: spotOf(other), ...twoHours(api, 3) })
  await book({ spot_id: spotOf(other, 1), car_id: await aCar(api, driver, 'OTH 2'), allows_another: true })
  const abroad = await api.call(createCarRoute, { body: { plate: 'TWO 2', region: 'IL' } }, driver.token)
  await book({ spot_id: spotOf(other, 2), car_id: abroad.id, allows_another: true })
  const friend = await aPerson(api)
  const friendly = await aLot(api)
  const theirs = {
    ...order({ spot_id: spotOf(friendly) }),
    payment_method_id: await aCard(api, friend),
    car_id: await aCar(api, friend, 'TWO 2'),
  }
  await bookAs(api, friend, theirs)
  const params = { reservation_id: reservation.id }
  await api.call(cancelReservationRoute, { params, body: { refund_cents: 899 } }, driver.token)
  const third = await aLot(api)
  expect((await book({ spot_id: spotOf(third) })).reservation.status).toBe('ACTIVE')
})

test('of two lots that are booked with one vehicle at the same moment, only one is', async () => {
  const tabs = await Promise.all(
    [lot, other].map((each) => prepareBooking(api, driver, order({ spot_id: spotOf(each) }))),
  )
  const results = await Promise.allSettled(tabs.map((press) => press()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
