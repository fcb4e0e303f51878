import { listMonitorVehiclesRoute } from '@openspot/contract/booking/monitor.ts'
import type { Input } from '@openspot/contract/call.ts'
import {
  acceptCarProposalRoute,
  createCarRoute,
  createLotCarRoute,
  deleteCarRoute,
  deleteLotCarRoute,
  dismissCarProposalRoute,
  getLotCarRoute,
  listLotCarsRoute,
  listMyCarProposalsRoute,
  listMyCarsRoute,
  patchCarRoute,
  patchLotCarRoute,
} from '@openspot/contract/people/cars.ts'
import { lookAlikeKey } from '@openspot/core/plates/plates.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import {
  aCar,
  aPlaced,
  aReservation,
  auditOf,
  type Placed,
  toldTo,
} from '../../testing/factories/memberships.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

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
const list = async (query: Input<typeof listLotCarsRoute>['query'] = {}, by = admin) =>
  (await api.call(listLotCarsRoute, { params: { lot_id: lot.lot_id }, query }, by.token)).items
const reservation = (
  of: { car_id?: string; user_id?: string; lot_id?: string; spot?: number; hours?: number } = {},
) => {
  const { spot = 0, ...more } = of
  return aReservation(api, {
    lot_id: lot.lot_id,
    spot_id: lot.spot_ids[spot] ?? '',
    user_id: driver.user_id,
    car_id,
    ...more,
  })
}
const vehicles = async () =>
  (
    await api.call(listMonitorVehiclesRoute, { params: { lot_id: lot.lot_id }, query: {} }, admin.token)
  ).items.map(({ plate, replaced_at }) => (replaced_at === null ? plate : `was ${plate}`))

test('shows a lot only the vehicles of its members and of its reservations', async () => {
  const guest = await aPerson(api)
  const on_reservation = await aCar(api, guest, 'GST 777')
  const at_home = await aCar(api, guest, 'HOM 777')
  await reservation({ car_id: on_reservation, user_id: guest.user_id })
  const gone = await aPlaced(api, lot.lot_id, { status: 'REMOVED' })
  const lost = await aCar(api, gone, 'GON 777')
  expect((await list()).map(({ plate }) => plate)).toEqual(['BOS 108', 'GST 777'])
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(await api.call(getLotCarRoute, at(on_reservation), patroller.token)).toMatchObject({
    owner: 'Ada Example',
    is_member: false,
    live_reservations: 1,
  })
  for (const hidden of [at_home, lost]) {
    expect(await api.refusal(getLotCarRoute, at(hidden), admin.token)).toMatchObject({ status: 404 })
    const patch = { ...at(hidden), body: { color: 'red' } }
    expect(await api.refusal(patchLotCarRoute, patch, admin.token)).toMatchObject({ status: 404 })
    expect(await api.refusal(deleteLotCarRoute, at(hidden), admin.token)).toMatchObject({ status: 404 })
  }
  expect(await api.refusal(deleteLotCarRoute, at(), patroller.token)).toMatchObject({ status: 403 })
  // The same vehicle is unknown under another lot's id.
  const other = await aLot(api)
  const boss = await aMember(api, other.lot_id, 'SUPER_ADMIN')
  const mixed = { params: { lot_id: other.lot_id, car_id } }
  expect(await api.refusal(getLotCarRoute, mixed, boss.token)).toMatchObject({ status: 404 })
})

test('shows look-alike plates to staff with their owners and to owners among their own vehicles', async () => {
  const other = await aPlaced(api, lot.lot_id, { first_name: 'Eve' })
  await aCar(api, other, '80S I0B')
  await aCar(api, await aPerson(api), 'B0S1O8')
  expect((await list({ has_look_alikes: true })).map(({ plate }) => plate)).toEqual(['80S I0B', 'BOS 108'])
  expect(await api.call(getLotCarRoute, at(), admin.token)).toMatchObject({
    look_alikes: [{ plate: '80S I0B', owner: 'Eve Example', is_same: false }],
  })
  // A search finds a plate that was misread.
  expect((await list({ q: 'b05 1' })).map(({ plate }) => plate)).toEqual(['80S I0B', 'BOS 108'])
  expect((await list({ q: 'eve' })).map(({ plate }) => plate)).toEqual(['80S I0B'])
  const make = (plate: string, region = '') =>
    api.call(createCarRoute, { body: { plate, region } }, driver.token)
  await make('bos-108', 'il')
  await make('BOSIOB')
  const { items } = await api.call(listMyCarsRoute, {}, driver.token)
  expect(items[0]?.look_alikes).toMatchObject([
    { plate: 'bos-108', region: 'IL', is_same: true },
    { plate: 'BOSIOB', is_same: false },
  ])
  expect(await api.refusal(createCarRoute, { body: { plate: 'BOS108' } }, driver.token)).toMatchObject({
    code: 'car_exists',
    field: 'plate',
  })
})

test('computes the same look-alike key in the database as in core', async () => {
  const { pool } = api.deps.database
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

test('applies a changed plate at once and keeps the previous one valid for at most a day', async () => {
  await reservation({ hours: 72 })
  expect(await vehicles()).toEqual(['BOS 108'])
  await api.call(patchCarRoute, { params: { car_id }, body: { plate: 'NEW 1' } }, driver.token)
  expect(await vehicles()).toEqual(['was BOS 108', 'NEW 1'])
  expect(await api.call(getLotCarRoute, at(), admin.token)).toMatchObject({
    previous_plates: [{ plate: 'BOS 108', replaced_at: api.ports.now().toISOString() }],
  })
  // One reservation must not admit one vehicle after another.
  api.ports.advance({ hours: 2 })
  await api.call(patchCarRoute, { params: { car_id }, body: { plate: 'NEW 2' } }, driver.token)
  expect(await vehicles()).toEqual(['was NEW 1', 'NEW 2'])
  api.ports.advance({ hours: 23, minutes: 59 })
  expect(await vehicles()).toEqual(['was NEW 1', 'NEW 2'])
  api.ports.advance({ minutes: 2 })
  expect(await vehicles()).toEqual(['NEW 2'])
  // A different spelling is the same plate.
  await api.call(patchCarRoute, { params: { car_id }, body: { plate: 'new-2' } }, driver.token)
  expect(await vehicles()).toEqual(['new-2'])
})

test('does not admit a plate that was changed before the reservation', async () => {
  await api.call(patchCarRoute, { params: { car_id }, body: { plate: 'NEW 1' } }, driver.token)
  api.ports.advance({ hours: 2 })
  await reservation()
  expect(await vehicles()).toEqual(['NEW 1'])
})

test('records a correction by staff as a note of the lot and keeps the vehicle as it is', async () => {
  await reservation()
  const body = { plate: 'BOS 109', region: 'il', color: 'Red', reason: 'Read at the gate' }
  expect(await api.call(patchLotCarRoute, { ...at(), body }, admin.token)).toMatchObject({
    plate: 'BOS 108',
    note: {
      plate: 'BOS 109',
      region: 'IL',
      color: 'Red',
      reason: 'Read at the gate',
      state: 'OPEN',
      created_by: 'Ada Example',
    },
  })
  const [noted] = await auditOf(api, lot.lot_id)
  expect(noted).toMatchObject({
    action: 'car.change',
    actor_user_id: admin.user_id,
    details: { before: { plate: 'BOS 108', color: null }, after: { plate: 'BOS 109', color: 'Red' } },
  })
  expect(await vehicles()).toEqual(['BOS 108', 'BOS 109'])
  expect((await list({ q: 'bos109' })).map(({ plate }) => plate)).toEqual(['BOS 108'])
  // A second correction builds on the first one and replaces it.
  await api.call(patchLotCarRoute, { ...at(), body: { plate: 'BOS 110' } }, admin.token)
  expect(await vehicles()).toEqual(['BOS 108', 'BOS 110'])
  expect((await list())[0]?.note).toMatchObject({ plate: 'BOS 110', color: 'Red' })
  expect(await api.refusal(patchLotCarRoute, { ...at(), body: { plate: '---' } }, admin.token)).toMatchObject(
    {
      status: 400,
      field: 'plate',
    },
  )
})

test('changes the vehicle when its owner accepts what staff recorded, and only the owner can', async () => {
  await reservation()
  await api.call(patchLotCarRoute, { ...at(), body: { plate: 'BOS 109', color: 'Red' } }, admin.token)
  expect(await toldTo(api, driver)).toEqual(['VEHICLE_RECORDED'])
  const [proposal] = (await api.call(listMyCarProposalsRoute, {}, driver.token)).items
  expect(proposal).toMatchObject({
    lot_name: 'Wells Street Lot',
    plate: 'BOS 109',
    car: { plate: 'BOS 108' },
  })
  const which = { params: { car_note_id: proposal?.id ?? '' } }
  for (const other of [admin, await aPerson(api)]) {
    expect(await api.refusal(acceptCarProposalRoute, which, other.token)).toMatchObject({ status: 404 })
    expect(await api.refusal(dismissCarProposalRoute, which, other.token)).toMatchObject({ status: 404 })
  }
  expect(await api.call(acceptCarProposalRoute, which, driver.token)).toMatchObject({
    plate: 'BOS 109',
    color: 'Red',
  })
  expect(await vehicles()).toEqual(['was BOS 108', 'BOS 109'])
  expect((await list())[0]).toMatchObject({ plate: 'BOS 109', note: null })
  expect((await api.call(listMyCarProposalsRoute, {}, driver.token)).items).toEqual([])
  expect(await api.refusal(acceptCarProposalRoute, which, driver.token)).toMatchObject({ status: 404 })
})

test('rejects accepting a plate that another vehicle of the owner has with 409 car_exists', async () => {
  await aCar(api, driver, 'OTH 1')
  await api.call(patchLotCarRoute, { ...at(), body: { plate: 'OTH-1' } }, admin.token)
  const [proposal] = (await api.call(listMyCarProposalsRoute, {}, driver.token)).items
  const which = { params: { car_note_id: proposal?.id ?? '' } }
  expect(await api.refusal(acceptCarProposalRoute, which, driver.token)).toMatchObject({ code: 'car_exists' })
})

test('stops counting a recorded plate once the owner dismisses it and shows that to staff', async () => {
  await reservation()
  await api.call(patchLotCarRoute, { ...at(), body: { plate: 'BOS 109' } }, admin.token)
  const [proposal] = (await api.call(listMyCarProposalsRoute, {}, driver.token)).items
  await api.call(dismissCarProposalRoute, { params: { car_note_id: proposal?.id ?? '' } }, driver.token)
  expect(await vehicles()).toEqual(['BOS 108'])
  expect((await list())[0]).toMatchObject({
    plate: 'BOS 108',
    note: { plate: 'BOS 109', state: 'DISMISSED' },
  })
})

const add = (user_id: string, plate: string) => ({
  params: { lot_id: lot.lot_id, user_id },
  body: { plate },
})

test('records a vehicle for an active member, which becomes theirs when they accept it', async () => {
  const [spot_id] = lot.spot_ids
  await api.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    spot_id,
    driver.user_id,
  ])
  const made = await api.call(createLotCarRoute, add(driver.user_id, 'add 1'), admin.token)
  expect(made).toMatchObject({
    plate_normalized: 'ADD1',
    user_id: driver.user_id,
    is_recorded_by_staff: true,
  })
  expect(await vehicles()).toEqual(['add 1', 'BOS 108'])
  expect(
    await api.call(patchLotCarRoute, { ...at(made.id), body: { plate: 'ADD 2' } }, admin.token),
  ).toMatchObject({
    plate: 'ADD 2',
    is_recorded_by_staff: true,
  })
  const again = add(driver.user_id, 'ADD-2')
  expect(await api.refusal(createLotCarRoute, again, admin.token)).toMatchObject({ code: 'car_exists' })
  const [proposal] = (await api.call(listMyCarProposalsRoute, {}, driver.token)).items
  await api.call(acceptCarProposalRoute, { params: { car_note_id: proposal?.id ?? '' } }, driver.token)
  expect((await api.call(listMyCarsRoute, {}, driver.token)).items.map(({ plate }) => plate)).toEqual([
    'BOS 108',
    'ADD 2',
  ])
  expect((await list({ q: 'ADD' })).map(({ is_recorded_by_staff }) => is_recorded_by_staff)).toEqual([false])
  const other = await api.call(createLotCarRoute, add(driver.user_id, 'ADD 3'), admin.token)
  await api.call(deleteLotCarRoute, at(other.id), admin.token)
  expect((await api.call(listMyCarProposalsRoute, {}, driver.token)).items).toEqual([])
})

test('rejects recording a vehicle for non-members with 404 and limits records to 20 per person', async () => {
  const guest = await aPerson(api)
  await reservation({ user_id: guest.user_id, car_id: await aCar(api, guest, 'GST 1') })
  const offered = await aPlaced(api, lot.lot_id, { status: 'PENDING', source: 'STAFF' })
  const asking = await aPlaced(api, lot.lot_id, { status: 'PENDING' })
  for (const { user_id } of [guest, offered, asking, await aPlaced(api, lot.lot_id, { status: 'REMOVED' })]) {
    expect(await api.refusal(createLotCarRoute, add(user_id, 'X 1'), admin.token)).toMatchObject({
      status: 404,
    })
  }
  const ends = await Promise.allSettled(
    Array.from({ length: 25 }, (_, n) =>
      api.call(createLotCarRoute, add(driver.user_id, `MANY ${n}`), admin.token),
    ),
  )
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBe(20)
})

test('rejects a temporary plate that has already expired with 400 on valid_until', async () => {
  const soon = new Date(api.ports.now().getTime() + 86_400_000).toISOString()
  const body = { plate: 'TMP 1', valid_until: soon }
  expect(await api.call(createCarRoute, { body }, driver.token)).toMatchObject({ valid_until: soon })
  const past = { plate: 'TMP 2', valid_until: api.ports.now().toISOString() }
  expect(await api.refusal(createCarRoute, { body: past }, driver.token)).toMatchObject({
    field: 'valid_until',
  })
})

test('rejects removing a vehicle on an active reservation with 409 and never removes it from its owner', async () => {
  await reservation({ hours: 1 })
  expect(await api.refusal(deleteCarRoute, { params: { car_id } }, driver.token)).toMatchObject({
    status: 409,
  })
  expect(await api.refusal(deleteLotCarRoute, at(), admin.token)).toMatchObject({
    status: 409,
    code: 'car_in_use',
  })
  api.ports.advance({ hours: 2 })
  await api.call(deleteLotCarRoute, at(), admin.token)
  expect(await list()).toEqual([])
  expect((await api.call(listMyCarsRoute, {}, driver.token)).items.length).toBe(1)
  // Booking with it there again brings it back.
  await reservation({ spot: 1 })
  expect((await list()).length).toBe(1)
  expect((await auditOf(api, lot.lot_id)).map(({ action }) => action)).toEqual(['car.remove'])
})
