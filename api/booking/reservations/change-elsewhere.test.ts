import {
  editReservationRoute,
  previewChangeRoute,
  updateReservationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { changeCarByStaffRoute } from '@openspot/contract/booking/staff-changes.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let driver: Person
let payment_method_id: string
let car_id: string
/** Where the vehicle is from the fourth hour on. */
let elsewhere_id: string

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
  const other = await aLot(api)
  elsewhere_id = (await bookIn(other, { car_id, ...twoHours(api, 4) })).id
})

async function bookIn({ spot_ids }: TestLot, more: { car_id?: string; starts_at: string; ends_at: string }) {
  const order = { spot_id: spot_ids[0] ?? '', payment_method_id, allows_another: true, ...more }
  return (await bookAs(api, driver, order)).reservation
}

/** A reservation from the first to the third hour, and what a longer one costs. */
async function here(refuses_vehicles_elsewhere = false) {
  const lot = await aLot(api, { refuses_vehicles_elsewhere })
  const { id: reservation_id } = await bookIn(lot, { car_id, ...twoHours(api, 1) })
  const longer = (hours: number) => twoHours(api, 1, hours).ends_at
  return {
    lot,
    reservation_id,
    longer,
    preview: (hours: number) =>
      api.call(
        previewChangeRoute,
        { params: { reservation_id }, query: { ends_at: longer(hours) } },
        driver.token,
      ),
    edit: async (hours: number, more: { allows_vehicle_elsewhere?: boolean } = {}) => {
      const { difference_cents } = await api.call(
        previewChangeRoute,
        { params: { reservation_id }, query: { ends_at: longer(hours) } },
        driver.token,
      )
      return {
        body: {
          reservation_id,
          ends_at: longer(hours),
          difference_cents,
          payment_method_id,
          return_path: '/',
          ...more,
        },
        idempotency_key: secretWord(api.ports),
      }
    },
  }
}

test('a longer time at which the vehicle is in another lot is made only after the driver confirmed it, and the preview says where it is', async () => {
  const { preview, edit, longer } = await here()
  expect((await preview(3)).vehicles_elsewhere).toEqual([])
  expect(await preview(4)).toMatchObject({
    refusal: null,
    vehicles_elsewhere: [{ reservation_id: elsewhere_id, car: { id: car_id } }],
  })
  expect(await api.refusal(editReservationRoute, await edit(4), driver.token)).toMatchObject({
    status: 409,
    code: 'vehicle_booked',
    details: { reservation_id: elsewhere_id },
  })
  await api.call(editReservationRoute, await edit(3), driver.token)
  const confirmed = await edit(4, { allows_vehicle_elsewhere: true })
  const { reservation } = await api.call(editReservationRoute, confirmed, driver.token)
  expect(reservation.ends_at).toBe(longer(4))
})

test('a lot that refuses vehicles booked elsewhere refuses the longer time with vehicle_refused, also when it was confirmed', async () => {
  const { preview, edit } = await here(true)
  expect(await preview(4)).toMatchObject({
    refusal: { code: 'vehicle_refused' },
    vehicles_elsewhere: [{ reservation_id: elsewhere_id }],
  })
  const confirmed = await edit(4, { allows_vehicle_elsewhere: true })
  expect(await api.refusal(editReservationRoute, confirmed, driver.token)).toMatchObject({
    status: 409,
    code: 'vehicle_refused',
    details: { reservation_id: elsewhere_id },
  })
  await api.call(editReservationRoute, await edit(3), driver.token)
})

test('a vehicle that is in another lot takes the place of another one only in a lot that does not refuse it', async () => {
  const changed = async (lot: TestLot, plate: string) => {
    const other_car = await aCar(api, driver, plate)
    const { id } = await bookIn(lot, { car_id: other_car, ...twoHours(api, 5) })
    return { params: { reservation_id: id }, body: { car_id } }
  }
  const open = await changed(await aLot(api), 'OTH 1')
  expect((await api.call(updateReservationRoute, open, driver.token)).car).toMatchObject({ id: car_id })
  const refusing = await changed(await aLot(api, { refuses_vehicles_elsewhere: true }), 'OTH 2')
  expect(await api.refusal(updateReservationRoute, refusing, driver.token)).toMatchObject({
    status: 409,
    code: 'vehicle_refused',
  })
})

test('the plate that staff typed is removed although that vehicle is in another lot and the lot refuses such vehicles', async () => {
  const lot = await aLot(api, { refuses_vehicles_elsewhere: true })
  const { id, version } = await bookIn(lot, twoHours(api, 4))
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const params = { reservation_id: id }
  const typed = { params, body: { version, plate: 'TWO 2' }, idempotency_key: secretWord(api.ports) }
  await api.call(changeCarByStaffRoute, typed, admin.token)
  expect((await api.call(getReservationRoute, { params }, driver.token)).car).toMatchObject({
    plate: 'TWO 2',
  })
  const removed = await api.call(updateReservationRoute, { params, body: { car_id: null } }, driver.token)
  expect(removed.car).toBeNull()
})

test('staff who reserve for a person don’t learn that the vehicle is in another lot', async () => {
  const { lot } = await here(true)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const made = await api.call(
    createByStaffRoute,
    {
      body: {
        spot_id: lot.spot_ids[1] ?? '',
        user_id: driver.user_id,
        car_id,
        payment_kind: 'STRIPE',
        ...twoHours(api, 4),
      },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  expect(made).toMatchObject({ status: 'PENDING' })
})

test('a vehicle whose time in another lot is over takes the place of another one in a lot that refuses such vehicles', async () => {
  const lot = await aLot(api, { refuses_vehicles_elsewhere: true })
  const { id } = await bookIn(lot, { car_id: await aCar(api, driver, 'OTH 1'), ...twoHours(api, 3, 10) })
  const change = { params: { reservation_id: id }, body: { car_id } }
  api.ports.advance({ hours: 5 })
  expect(await api.refusal(updateReservationRoute, change, driver.token)).toMatchObject({
    code: 'vehicle_refused',
    details: { reservation_id: elsewhere_id },
  })
  api.ports.advance({ hours: 2 })
  expect((await api.call(updateReservationRoute, change, driver.token)).car).toMatchObject({ id: car_id })
})
