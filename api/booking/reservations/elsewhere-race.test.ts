import {
  editReservationRoute,
  previewChangeRoute,
  updateReservationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'
import { untilWaiting } from '../../testing/waiting.ts'

// One vehicle, wanted at the same time in two lots at the same moment.

let api: TestApi
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
  driver = await aPerson(api)
  payment_method_id = await aCard(api, driver)
  car_id = await aCar(api, driver, 'TWO 2')
})

type Attempt = () => Promise<unknown>

/** Runs two requests that meet for certain: both wait for the lock of the driver's holds, which they get in this order. */
async function inTurn(first: Attempt, second: Attempt) {
  const { pool } = api.deps.database
  const gate = await pool.connect()
  try {
    await gate.query('begin')
    await gate.query('select lock_holds($1, null, $1, false)', [driver.user_id])
    const one = first()
    await untilWaiting(pool, 1)
    const two = second()
    await untilWaiting(pool, 2)
    await gate.query('commit')
    return (await Promise.allSettled([one, two])).map(codeOf)
  } finally {
    await gate.query('rollback')
    gate.release()
  }
}
function codeOf(result: PromiseSettledResult<unknown>): unknown {
  if (result.status === 'fulfilled') return 'done'
  const { code, details } = result.reason.body
  expect(details).toEqual({ reservation_id: expect.any(String) })
  return code
}

/** A booking of the vehicle in a lot that refuses those with a spot elsewhere, or only asks. */
async function booking(refuses_vehicles_elsewhere: boolean, times: { starts_at: string; ends_at: string }) {
  const lot = await aLot(api, { refuses_vehicles_elsewhere })
  const order = { spot_id: lot.spot_ids[0] ?? '', payment_method_id, car_id, ...times }
  return prepareBooking(api, driver, { ...order, allows_vehicle_elsewhere: refuses_vehicles_elsewhere })
}

/** What gets the vehicle into a lot that refuses it, for the hour after the second one. */
const kinds: Record<string, () => Promise<Attempt>> = {
  'another booking': () => booking(true, twoHours(api, 3, 1)),
  'a longer time that is paid': () => longer(400),
  'a longer time that is free': () => longer(0),
  'another vehicle': async () => {
    const { id } = await reserved(await aCar(api, driver, 'OTH 1'), 400, twoHours(api, 3, 1))
    const change = { params: { reservation_id: id }, body: { car_id } }
    return () => api.call(updateReservationRoute, change, driver.token)
  },
}

async function reserved(car: string, hour_cents: number, times: { starts_at: string; ends_at: string }) {
  const free = { service_fee_cents: 0, min_reservation_price: 0 }
  const price = { hour_cents, day_cents: hour_cents * 5, ...(hour_cents === 0 ? free : {}) }
  const lot = await aLot(api, { refuses_vehicles_elsewhere: true, ...price })
  const order = { spot_id: lot.spot_ids[0] ?? '', payment_method_id, car_id: car, ...times }
  return (await bookAs(api, driver, order)).reservation
}

async function longer(hour_cents: number): Promise<Attempt> {
  const { id: reservation_id } = await reserved(car_id, hour_cents, twoHours(api, 1, 2))
  const { ends_at } = twoHours(api, 3, 1)
  const { difference_cents } = await api.call(
    previewChangeRoute,
    { params: { reservation_id }, query: { ends_at } },
    driver.token,
  )
  const body = { reservation_id, ends_at, difference_cents, payment_method_id, return_path: '/' }
  const order = {
    body: { ...body, allows_vehicle_elsewhere: true },
    idempotency_key: secretWord(api.ports),
  }
  return () => api.call(editReservationRoute, order, driver.token)
}

test.each(Object.entries(kinds))(
  'of a booking elsewhere and %s in a lot that refuses such vehicles, only the first one gets the vehicle, whichever that is, and the refusal names it',
  async (_name, prepare) => {
    expect(await inTurn(await booking(false, twoHours(api, 3, 1)), await prepare())).toEqual([
      'done',
      'vehicle_refused',
    ])
    driver = await aPerson(api)
    payment_method_id = await aCard(api, driver)
    car_id = await aCar(api, driver, 'TWO 2')
    expect(await inTurn(await prepare(), await booking(false, twoHours(api, 3, 1)))).toEqual([
      'done',
      'vehicle_booked',
    ])
  },
)

test('of two bookings in lots that both refuse such vehicles, only the first one gets the vehicle', async () => {
  const times = twoHours(api, 3, 1)
  expect(await inTurn(await booking(true, times), await booking(true, times))).toEqual([
    'done',
    'vehicle_refused',
  ])
})
