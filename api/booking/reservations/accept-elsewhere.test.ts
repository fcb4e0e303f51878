import { getAcceptanceRoute } from '@openspot/contract/booking/acceptances.ts'
import { confirmReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import type { Input } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aCard, aMember, type Person } from '../../testing/factories/people.ts'
import { answerBank, bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

type Order = Input<typeof createByStaffRoute>['body']
type Confirmation = Input<typeof confirmReservationRoute>['body']

/** A driver whose vehicle is in another lot, and a reservation that staff made for them at the same time. */
async function madeFor({ refuses = false, ...more }: { refuses?: boolean } & Partial<Order> = {}) {
  const lot = await aLot(api, { refuses_vehicles_elsewhere: refuses })
  const other = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const driver: Person = await aMember(api, lot.lot_id, 'MEMBER')
  const payment_method_id = await aCard(api, driver)
  const car_id = await aCar(api, driver, 'TWO 2')
  const there = { spot_id: other.spot_ids[0] ?? '', payment_method_id, car_id, ...twoHours(api, 1) }
  const { reservation } = await bookAs(api, driver, there)
  const body: Order = {
    spot_id: lot.spot_ids[0] ?? '',
    user_id: driver.user_id,
    car_id,
    payment_kind: 'STRIPE',
    ...twoHours(api, 2),
    ...more,
  }
  const { id } = await api.call(
    createByStaffRoute,
    { body, idempotency_key: secretWord(api.ports) },
    admin.token,
  )
  const params = { reservation_id: id }
  const order = (given: Confirmation) => ({
    params,
    body: given,
    idempotency_key: secretWord(api.ports),
  })
  return {
    driver,
    elsewhere_id: reservation.id,
    car_id,
    look: () => api.call(getAcceptanceRoute, { params }, driver.token),
    accept: (given: Confirmation = { payment_method_id }) =>
      api.call(confirmReservationRoute, order(given), driver.token),
    refused: (given: Confirmation = { payment_method_id }) =>
      api.refusal(confirmReservationRoute, order(given), driver.token),
    payment_method_id,
  }
}

test('a reservation by staff whose vehicle is in another lot is accepted only after its driver confirmed that, and they see where it is', async () => {
  const made = await madeFor()
  const { elsewhere_id, car_id, payment_method_id } = made
  expect(await made.look()).toMatchObject({
    vehicles_elsewhere: [{ reservation_id: elsewhere_id, car: { id: car_id } }],
    refuses_vehicles_elsewhere: false,
  })
  const asked = { status: 409, code: 'vehicle_booked', details: { reservation_id: elsewhere_id } }
  expect(await made.refused()).toMatchObject(asked)
  const { reservation } = await made.accept({ payment_method_id, allows_vehicle_elsewhere: true })
  expect(reservation.status).toBe('ACTIVE')
  expect((await made.look()).vehicles_elsewhere).toEqual([])
})

test('a free reservation by staff whose vehicle is in another lot asks before it is accepted, too', async () => {
  const made = await madeFor({ payment_kind: 'NONE' })
  expect(await made.refused({})).toMatchObject({ status: 409, code: 'vehicle_booked' })
  const { reservation } = await made.accept({ allows_vehicle_elsewhere: true })
  expect(reservation.status).toBe('ACTIVE')
})

test('a lot that refuses vehicles booked elsewhere refuses that its reservation is accepted with vehicle_refused, also when it was confirmed', async () => {
  const made = await madeFor({ refuses: true })
  const { elsewhere_id, payment_method_id } = made
  expect(await made.look()).toMatchObject({ refuses_vehicles_elsewhere: true })
  expect(await made.refused({ payment_method_id, allows_vehicle_elsewhere: true })).toMatchObject({
    status: 409,
    code: 'vehicle_refused',
    details: { reservation_id: elsewhere_id },
  })
})

test('a reservation by staff at another time than the one in the other lot is accepted without being asked', async () => {
  const made = await madeFor({ refuses: true, ...twoHours(api, 3) })
  expect(await made.look()).toMatchObject({ vehicles_elsewhere: [] })
  expect((await made.accept()).reservation.status).toBe('ACTIVE')
})

test('a payment that the bank verified completes an accepted reservation without asking again', async () => {
  const made = await madeFor()
  const given = {
    payment_method_id: await aCard(api, made.driver, 'pm_card_threeDSecure2Required'),
    allows_vehicle_elsewhere: true,
    return_path: '/',
  }
  const { next_action } = await made.accept(given)
  await answerBank(next_action?.url ?? '', 'complete')
  const { reservation } = await made.accept({})
  expect(reservation.status).toBe('ACTIVE')
})
