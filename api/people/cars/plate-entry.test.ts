import { lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import {
  createCarRoute,
  createLotCarRoute,
  listMyCarsRoute,
  patchCarRoute,
  patchLotCarRoute,
} from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar, aPlaced } from '../../testing/factories/memberships.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPlaced(api, lot.lot_id)
})
afterAll(() => api.close())

const picture = '🚗 isn’t on any license plate. Enter only letters and digits.'
const cyrillic = 'А is a letter of another alphabet that looks like a Latin one. Did you mean AA 12 AA?'
const refused = (plate: string, region = '') =>
  api.refusal(createCarRoute, { body: { plate, region } }, driver.token)

test('a vehicle with a picture, or with letters of another alphabet, is refused with the character and a suggestion', async () => {
  expect(await refused('🚗123')).toMatchObject({ status: 400, field: 'plate', message: picture })
  expect(await refused('АА 12 АА', 'TX')).toMatchObject({ field: 'plate', message: cyrillic })
  expect(await refused('京 123')).toMatchObject({
    message: '京 isn’t a Latin letter or a digit. Enter the license plate as it looks in Latin letters.',
  })
  expect(await refused('-·-')).toMatchObject({ field: 'plate' })
  const car_id = await aCar(api, driver, 'KEY 1')
  const change = { params: { car_id }, body: { plate: 'KEY ☺' } }
  expect(await api.refusal(patchCarRoute, change, driver.token)).toMatchObject({ field: 'plate' })
})

test('a plate typed in Cyrillic letters for Bulgaria is the same vehicle as in Latin letters', async () => {
  const car = await api.call(createCarRoute, { body: { plate: 'СВ 1234 МН', region: 'BG' } }, driver.token)
  expect(car.plate).toBe('CB 1234 MH')
  expect(await refused('cb1234mh', 'BG')).toMatchObject({ code: 'car_exists' })
})

test('staff and patrollers read the same reason', async () => {
  const of = { params: { lot_id: lot.lot_id, user_id: driver.user_id } }
  const recorded = { ...of, body: { plate: '🚗123', reason: 'Seen' } }
  expect(await api.refusal(createLotCarRoute, recorded, admin.token)).toMatchObject({ message: picture })
  const params = { lot_id: lot.lot_id }
  const asked = { params, body: { plate: 'АА 12 АА', reason: 'PATROL' as const } }
  expect(await api.refusal(lookUpPlateRoute, asked, admin.token)).toMatchObject({ message: cyrillic })
})

test('a vehicle that was stored with a picture keeps its key, and staff can still change its color', async () => {
  const car_id = await aCar(api, driver, 'OLD 1')
  await api.deps.database.pool.query(`update cars set plate = '🚗 OLD 1' where id = $1`, [car_id])
  await api.call(
    patchLotCarRoute,
    { params: { lot_id: lot.lot_id, car_id }, body: { color: 'Red' } },
    admin.token,
  )
  const { items } = await api.call(listMyCarsRoute, {}, driver.token)
  expect(items.find(({ id }) => id === car_id)?.plate).toBe('🚗 OLD 1')
})
