import { listMonitorVehiclesRoute } from '@openspot/contract/booking/monitor.ts'
import { updateReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { changeCarByStaffRoute } from '@openspot/contract/booking/staff-changes.ts'
import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { getTimelineRoute } from '@openspot/contract/booking/timeline.ts'
import type { Input } from '@openspot/contract/call.ts'
import { lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import {
  acceptCarProposalRoute,
  createCarRoute,
  dismissCarProposalRoute,
  listMyCarProposalsRoute,
  listMyCarsRoute,
} from '@openspot/contract/people/cars.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
let reservation_id: string
let own: string

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
  own = (await addCar('OWN 1')).id
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: await aCard(api, driver),
    car_id: own,
    ...twoHours(api, 0),
  })
  reservation_id = reservation.id
  const ahead = Date.parse(reservation.starts_at) - api.ports.now().getTime()
  api.ports.advance({ seconds: Math.max(0, ahead) / 1000 })
})

const addCar = (plate: string, person = driver) =>
  api.call(createCarRoute, { body: { plate, region: 'IL' } }, person.token)
type Body = Input<typeof changeCarByStaffRoute>['body']
const orderOf = async (body: Partial<Body>, version?: number) => ({
  params: { reservation_id },
  body: { version: version ?? (await seen()).version, ...body },
  idempotency_key: secretWord(api.ports),
})
const change = async (body: Partial<Body>) =>
  api.call(changeCarByStaffRoute, await orderOf(body), admin.token)
const refused = async (body: Partial<Body>, version?: number) =>
  api.refusal(changeCarByStaffRoute, await orderOf(body, version), admin.token)
const seen = (person = admin) => api.call(getReservationRoute, { params: { reservation_id } }, person.token)
const plates = async (at?: string) =>
  (
    await api.call(
      listMonitorVehiclesRoute,
      { params: { lot_id: lot.lot_id }, query: at === undefined ? {} : { at } },
      admin.token,
    )
  ).items.map(({ plate }) => plate)
const mayPark = async (plate: string) =>
  (
    await api.call(
      lookUpPlateRoute,
      { params: { lot_id: lot.lot_id }, body: { plate, reason: 'SEARCH' } },
      admin.token,
    )
  ).result
const proposals = async () => (await api.call(listMyCarProposalsRoute, {}, driver.token)).items
const inbox = async () => {
  await api.runJobs()
  return (await api.call(listNotificationsRoute, { query: {} }, driver.token)).items
}

test('gives a reservation another vehicle of its driver, who is notified, and the monitor and plate checks follow at once', async () => {
  // The lot knows it from another reservation.
  const other = await addCar('OTHER 2')
  await bookAs(api, driver, {
    spot_id: lot.spot_ids[1] ?? '',
    payment_method_id: await aCard(api, driver),
    car_id: other.id,
    ...twoHours(api, 48),
  })
  expect(await plates()).toEqual(['OWN 1'])
  const changed = await change({ car_id: other.id, reason: 'Rental' })
  expect(changed.car).toEqual({ id: other.id, plate: 'OTHER 2', region: 'IL' })
  expect(await plates()).toEqual(['OTHER 2'])
  expect([await mayPark('OTHER2'), await mayPark('OWN1')]).toEqual(['MAY_PARK', 'NO_RIGHT'])
  expect((await inbox())[0]).toMatchObject({
    kind: 'VEHICLE_CHANGED',
    text: expect.stringContaining('OTHER 2'),
    path: `/me/reservations/${reservation_id}`,
  })
  const { rows } = await api.deps.database.pool.query(
    `select details, actor_user_id from audit_log where action = 'reservation.car' and subject_id = $1`,
    [reservation_id],
  )
  expect(rows).toEqual([
    {
      actor_user_id: admin.user_id,
      details: {
        before: { plate: 'OWN 1', region: 'IL' },
        after: { car_id: other.id, plate: null, region: null },
        reason: 'Rental',
      },
    },
  ])
})

test('gives a reservation a typed plate that counts for it only, and nothing of it reaches the account of the driver', async () => {
  api.ports.advance({ minutes: 10 })
  const changed = await change({ plate: 'rent 77', region: 'wi' })
  expect(changed.car).toMatchObject({ plate: 'rent 77', region: 'WI' })
  expect(await plates()).toEqual(['rent 77'])
  expect([await mayPark('RENT77'), await mayPark('OWN1')]).toEqual(['MAY_PARK', 'NO_RIGHT'])
  expect((await seen(driver)).car).toMatchObject({ plate: 'rent 77' })
  const [spot] = (
    await api.call(
      getTimelineRoute,
      { params: { lot_id: lot.lot_id }, query: { ...twoHours(api, 0), limit: 1 } },
      admin.token,
    )
  ).items
  expect(spot?.reservations).toMatchObject([{ plate: 'rent 77' }])
  const cars = (await api.call(listMyCarsRoute, {}, driver.token)).items
  expect(cars.map(({ plate }) => plate)).toEqual(['OWN 1'])
  expect((await inbox())[0]).toMatchObject({ text: expect.stringContaining('RENT 77') })
  const before = new Date(api.ports.now().getTime() - 300_000).toISOString()
  expect(await plates(before)).toEqual(['OWN 1'])
  // The driver's own vehicle, which this lot knows from nothing else now, can be chosen again.
  expect((await change({ car_id: own })).car).toMatchObject({ id: own })
  // The next plate replaces it.
  await change({ plate: 'RENT 88' })
  expect(await plates()).toEqual(['RENT 88'])
})

test('the driver makes the typed plate a vehicle of their own, dismisses it, or chooses another one', async () => {
  await change({ plate: 'RENT 77' })
  const [first] = await proposals()
  await api.call(acceptCarProposalRoute, { params: { car_note_id: first?.id ?? '' } }, driver.token)
  const cars = (await api.call(listMyCarsRoute, {}, driver.token)).items
  const kept = cars.find(({ plate }) => plate === 'RENT 77')
  expect((await seen()).car).toMatchObject({ id: kept?.id, plate: 'RENT 77' })
  expect(await plates()).toEqual(['RENT 77'])

  await change({ plate: 'RENT 88' })
  const [second] = await proposals()
  await api.call(dismissCarProposalRoute, { params: { car_note_id: second?.id ?? '' } }, driver.token)
  expect((await seen()).car).toBeNull()
  expect(await plates()).toEqual([])

  await change({ plate: 'RENT 99' })
  await api.call(updateReservationRoute, { params: { reservation_id }, body: { car_id: own } }, driver.token)
  expect(await plates()).toEqual(['OWN 1'])
  expect(await proposals()).toEqual([])
})

test('recognizes a typed plate that the driver has, keeps a plate when the rest moves to another spot, and removes a vehicle', async () => {
  expect((await change({ plate: 'own1', region: 'IL' })).car).toMatchObject({ id: own })
  await change({ plate: 'RENT 77' })
  api.ports.advance({ minutes: 30 })
  const { continued_by } = await api.call(
    replaceByStaffRoute,
    {
      body: { reservation_id, spot_id: lot.spot_ids[2] ?? '', reason: 'Repairs' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  expect(continued_by?.car).toMatchObject({ plate: 'RENT 77' })
  reservation_id = continued_by?.id ?? ''
  expect((await change({ car_id: null })).car).toBeNull()
})

test('refuses a stranger’s vehicle, both or neither, what was changed meanwhile, and a reservation that is over', async () => {
  const stranger = await aPerson(api)
  const theirs = await addCar('THEIRS', stranger)
  const atCar = { status: 400, code: 'request_invalid', field: 'car_id' }
  expect(await refused({ car_id: theirs.id })).toMatchObject(atCar)
  expect(await refused({ car_id: own, plate: 'X 1' })).toMatchObject(atCar)
  expect(await refused({})).toMatchObject(atCar)
  expect(await refused({ plate: '…' })).toMatchObject({ status: 400, field: 'plate' })
  expect(await refused({ plate: 'X 1' }, 99)).toMatchObject({ status: 409, code: 'reservation_changed' })
  // Never brought to this lot: nobody here may know of it.
  const unknown = await addCar('AT HOME')
  expect(await refused({ car_id: unknown.id })).toMatchObject(atCar)
  api.ports.advance({ hours: 3 })
  expect(await refused({ plate: 'X 1' })).toMatchObject({ status: 409, code: 'reservation_not_open' })
})
