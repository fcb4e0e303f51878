import type { Input } from '@openspot/contract/call.ts'
import {
  createCar,
  createLotCar,
  deleteCar,
  deleteLotCar,
  getLotCar,
  listLotCars,
  listMyCars,
  patchCar,
  patchLotCar,
} from '@openspot/contract/cars.ts'
import { listMonitorVehicles } from '@openspot/contract/monitor.ts'
import { lookAlikeKey } from '@openspot/core/plates/plates.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCar, aPlaced, aStay, auditOf, type Placed } from '../memberships/testing.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { aMember, aPerson, type Person } from '../testing/people.ts'
import { aLot, type TestLot } from '../testing/places.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Placed
let car_id: string
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPlaced(api, lot.lot_id, { first_name: 'Dan' })
  car_id = await aCar(api, driver, 'BOS 108')
})
afterAll(() => api.close())

const at = (car = car_id) => ({ params: { lot_id: lot.lot_id, car_id: car } })
const list = async (query: Input<typeof listLotCars>['query'] = {}, by = admin) =>
  (await api.call(listLotCars, { params: { lot_id: lot.lot_id }, query }, by.token)).items
const stay = (
  of: { car_id?: string; user_id?: string; lot_id?: string; spot?: number; hours?: number } = {},
) => {
  const { spot = 0, ...more } = of
  return aStay(api, {
    lot_id: lot.lot_id,
    spot_id: lot.spot_ids[spot] ?? '',
    user_id: driver.user_id,
    car_id,
    ...more,
  })
}
const vehicles = async () =>
  (await api.call(listMonitorVehicles, { params: { lot_id: lot.lot_id } }, admin.token)).items.map(
    ({ plate, replaced_at }) => (replaced_at === null ? plate : `was ${plate}`),
  )

test('a lot sees the cars of its members and those on its stays, and no others', async () => {
  const guest = await aPerson(api)
  const on_stay = await aCar(api, guest, 'GST 777')
  const at_home = await aCar(api, guest, 'HOM 777')
  await stay({ car_id: on_stay, user_id: guest.user_id })
  const gone = await aPlaced(api, lot.lot_id, { status: 'REMOVED' })
  const lost = await aCar(api, gone, 'GON 777')
  expect((await list()).map(({ plate }) => plate)).toEqual(['BOS 108', 'GST 777'])
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(await api.call(getLotCar, at(on_stay), patroller.token)).toMatchObject({
    owner: 'Ada Example',
    is_member: false,
    live_stays: 1,
  })
  for (const hidden of [at_home, lost]) {
    expect(await api.refusal(getLotCar, at(hidden), admin.token)).toMatchObject({ status: 404 })
    const patch = { ...at(hidden), body: { color: 'red' } }
    expect(await api.refusal(patchLotCar, patch, admin.token)).toMatchObject({ status: 404 })
    expect(await api.refusal(deleteLotCar, at(hidden), admin.token)).toMatchObject({ status: 404 })
  }
  expect(await api.refusal(deleteLotCar, at(), patroller.token)).toMatchObject({ status: 403 })
  // The same car under the id of another lot is not there.
  const other = await aLot(api)
  const boss = await aMember(api, other.lot_id, 'SUPER_ADMIN')
  const mixed = { params: { lot_id: other.lot_id, car_id } }
  expect(await api.refusal(getLotCar, mixed, boss.token)).toMatchObject({ status: 404 })
})

test('look-alikes are shown to staff with whose they are, and to owners among their own', async () => {
  const other = await aPlaced(api, lot.lot_id, { first_name: 'Eve' })
  await aCar(api, other, '80S I0B')
  await aCar(api, await aPerson(api), 'B0S1O8')
  expect((await list({ has_look_alikes: true })).map(({ plate }) => plate)).toEqual(['80S I0B', 'BOS 108'])
  expect(await api.call(getLotCar, at(), admin.token)).toMatchObject({
    look_alikes: [{ plate: '80S I0B', owner: 'Eve Example', is_same: false }],
  })
  // A plate that is typed as it was read is found.
  expect((await list({ q: 'b05 1' })).map(({ plate }) => plate)).toEqual(['80S I0B', 'BOS 108'])
  expect((await list({ q: 'eve' })).map(({ plate }) => plate)).toEqual(['80S I0B'])
  const make = (plate: string, region = '') => api.call(createCar, { body: { plate, region } }, driver.token)
  await make('bos-108', 'il')
  await make('BOSIOB')
  const { items } = await api.call(listMyCars, {}, driver.token)
  expect(items[0]?.look_alikes).toMatchObject([
    { plate: 'bos-108', region: 'IL', is_same: true },
    { plate: 'BOSIOB', is_same: false },
  ])
  expect(await api.refusal(createCar, { body: { plate: 'BOS108' } }, driver.token)).toMatchObject({
    code: 'car_exists',
    field: 'plate',
  })
})

test('the database knows look-alikes as the core does', async () => {
  const { pool } = api.foundation.database
  const plates = fc.string({
    unit: fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')),
    minLength: 1,
    maxLength: 15,
  })
  await fc.assert(
    fc.asyncProperty(plates, async (plate) => {
      const { rows } = await pool.query<{ key: string }>(
        `update cars set plate_normalized = $2 where id = $1 returning look_alike_key as key`,
        [car_id, plate],
      )
      expect(rows[0]?.key).toBe(lookAlikeKey(plate))
    }),
    { numRuns: 200 },
  )
})

test('another plate counts at once; the one before keeps its right for a day at most', async () => {
  await stay({ hours: 72 })
  expect(await vehicles()).toEqual(['BOS 108'])
  await api.call(patchCar, { params: { car_id }, body: { plate: 'NEW 1' } }, driver.token)
  expect(await vehicles()).toEqual(['was BOS 108', 'NEW 1'])
  expect(await api.call(getLotCar, at(), admin.token)).toMatchObject({
    former_plates: [{ plate: 'BOS 108', replaced_at: api.ports.now().toISOString() }],
  })
  // One stay does not let in one car after another.
  api.ports.advance({ hours: 2 })
  await api.call(patchCar, { params: { car_id }, body: { plate: 'NEW 2' } }, driver.token)
  expect(await vehicles()).toEqual(['was NEW 1', 'NEW 2'])
  api.ports.advance({ hours: 23, minutes: 59 })
  expect(await vehicles()).toEqual(['was NEW 1', 'NEW 2'])
  api.ports.advance({ minutes: 2 })
  expect(await vehicles()).toEqual(['NEW 2'])
  // Written otherwise it is the same plate.
  await api.call(patchCar, { params: { car_id }, body: { plate: 'new-2' } }, driver.token)
  expect(await vehicles()).toEqual(['new-2'])
})

test('a plate from before the stay has no right there', async () => {
  await api.call(patchCar, { params: { car_id }, body: { plate: 'NEW 1' } }, driver.token)
  api.ports.advance({ hours: 2 })
  await stay()
  expect(await vehicles()).toEqual(['NEW 1'])
})

test('staff correct a car, and what it was is kept', async () => {
  const body = { plate: 'BOS 109', region: 'il', color: 'Red' }
  expect(await api.call(patchLotCar, { ...at(), body }, admin.token)).toMatchObject({
    region: 'IL',
    color: 'Red',
  })
  const [noted] = await auditOf(api, lot.lot_id)
  expect(noted).toMatchObject({
    action: 'car.change',
    actor_user_id: admin.user_id,
    details: { before: { plate: 'BOS 108', color: null }, after: { plate: 'BOS 109', color: 'Red' } },
  })
  await aCar(api, driver, 'OTH 1')
  const taken = { ...at(), body: { plate: 'OTH-1', region: '' } }
  expect(await api.refusal(patchLotCar, taken, admin.token)).toMatchObject({ code: 'car_exists' })
  expect(await api.refusal(patchLotCar, { ...at(), body: { plate: '---' } }, admin.token)).toMatchObject({
    status: 400,
    field: 'plate',
  })
})

test('staff add a car for members alone, and nobody keeps too many', async () => {
  const add = (user_id: string, plate: string) => ({
    params: { lot_id: lot.lot_id, user_id },
    body: { plate },
  })
  const made = await api.call(createLotCar, add(driver.user_id, 'add 1'), admin.token)
  expect(made).toMatchObject({ plate_normalized: 'ADD1', user_id: driver.user_id, is_member: true })
  const guest = await aPerson(api)
  await stay({ user_id: guest.user_id, car_id: await aCar(api, guest, 'GST 1') })
  for (const stranger of [guest, await aPlaced(api, lot.lot_id, { status: 'REMOVED' })]) {
    expect(await api.refusal(createLotCar, add(stranger.user_id, 'X 1'), admin.token)).toMatchObject({
      status: 404,
    })
  }
  const ends = await Promise.allSettled(
    Array.from({ length: 25 }, (_, n) =>
      api.call(createLotCar, add(driver.user_id, `MANY ${n}`), admin.token),
    ),
  )
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBe(18)
})

test('a temporary plate ends at a time to come', async () => {
  const soon = new Date(api.ports.now().getTime() + 86_400_000).toISOString()
  const body = { plate: 'TMP 1', valid_until: soon }
  expect(await api.call(createCar, { body }, driver.token)).toMatchObject({ valid_until: soon })
  const past = { plate: 'TMP 2', valid_until: api.ports.now().toISOString() }
  expect(await api.refusal(createCar, { body: past }, driver.token)).toMatchObject({ field: 'valid_until' })
})

test('a car on a live stay is not taken away; off the lot it stays its owner’s', async () => {
  await stay({ hours: 1 })
  expect(await api.refusal(deleteCar, { params: { car_id } }, driver.token)).toMatchObject({ status: 409 })
  expect(await api.refusal(deleteLotCar, at(), admin.token)).toMatchObject({
    status: 409,
    code: 'car_in_use',
  })
  api.ports.advance({ hours: 2 })
  await api.call(deleteLotCar, at(), admin.token)
  expect(await list()).toEqual([])
  expect((await api.call(listMyCars, {}, driver.token)).items.length).toBe(1)
  // Booking with it there brings it back.
  await stay({ spot: 1 })
  expect((await list()).length).toBe(1)
  expect((await auditOf(api, lot.lot_id)).map(({ action }) => action)).toEqual(['car.remove'])
})
