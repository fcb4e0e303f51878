import type { Output } from '@openspot/contract/call.ts'
import { listGateOpensRoute } from '@openspot/contract/operations/gates.ts'
import {
  endPlateVisitRoute,
  getPlateReadImageRoute,
  listPlateReadsRoute,
  listPlateVisitsRoute,
  type PlateVisit,
} from '@openspot/contract/operations/visits.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createCamera, plateEvent, sendEvent, type TestCamera } from '../../testing/factories/cameras.ts'
import { createGate } from '../../testing/factories/gates.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { toldTo } from '../../testing/factories/memberships.ts'
import { aCard, aMember, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { checkVisits } from './check-visits.ts'
import { notifySilentCameras } from './notify-silent-cameras.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let entry: TestCamera
let exit: TestCamera

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, {}, 3)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  entry = await createCamera(api, { lot_id: lot.lot_id, admin })
  exit = await createCamera(api, { lot_id: lot.lot_id, admin, body: { direction: 'EXIT' } })
  const hour = 3_600_000
  api.ports.advance({ seconds: (hour - (api.ports.now().getTime() % hour)) / 1000 })
})

const params = () => ({ lot_id: lot.lot_id })
const visits = async (show: 'INSIDE' | 'ATTENTION' | 'ALL' = 'ALL'): Promise<PlateVisit[]> =>
  (await api.call(listPlateVisitsRoute, { params: params(), query: { show } }, admin.token)).items
const reads = async (): Promise<Output<typeof listPlateReadsRoute>['items']> =>
  (await api.call(listPlateReadsRoute, { params: params(), query: {} }, admin.token)).items
const see = async (camera: TestCamera, plate: string, more: Parameters<typeof plateEvent>[2] = {}) => {
  expect(await sendEvent(api, camera.address, plateEvent(api, plate, more))).toBe(200)
  await api.runJobs()
  await checkVisits(paymentDepsOf(api.deps))
}
const later = async (minutes: number) => {
  api.ports.advance({ minutes })
  await checkVisits(paymentDepsOf(api.deps))
}

/** A driver with a vehicle, whose two hours on a spot begin in an hour. */
async function aDriver(plate: string, spot = 0) {
  const driver = await aPerson(api)
  const { id: car_id } = await api.call(createCarRoute, { body: { plate, region: 'IL' } }, driver.token)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const times = twoHours(api)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[spot] ?? '',
    payment_method_id,
    car_id,
    ...times,
  })
  await api.runJobs()
  return { driver, reservation, payment_method_id, ...times }
}

test('a vehicle with a reservation is matched at the entry, and its visit ends at the exit with its dwell time', async () => {
  const { reservation, ends_at } = await aDriver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await see(entry, 'KAB1234')
  expect(await visits('INSIDE')).toMatchObject([
    {
      plate: 'KAB1234',
      state: 'AUTHORIZED',
      match: 'EXACT',
      right_kind: 'RESERVATION',
      reservation_id: reservation.id,
      right_ends_at: ends_at,
      exited_at: null,
    },
  ])
  await later(90)
  await see(exit, 'KAB1234')
  expect(await visits('INSIDE')).toEqual([])
  expect(await visits()).toMatchObject([{ dwell_minutes: 90, end_reason: 'EXIT', state: 'AUTHORIZED' }])
  expect(await toldTo(api, admin)).toEqual([])
})

test.each([
  ['a look-alike', 'KA8 I234', 'LOOK_ALIKE'],
  ['one other character', 'KAX 1234', 'ONE_EDIT'],
])(
  '%s is taken for the only vehicle it may be, and its visit is that vehicle’s',
  async (_name, plate, match) => {
    await aDriver('KAB 1234')
    api.ports.advance({ minutes: 65 })
    await see(entry, plate)
    expect(await reads()).toMatchObject([{ plate, match, right_plate: 'KAB1234', is_ambiguous: false }])
    expect(await visits()).toMatchObject([{ plate: 'KAB1234', match, state: 'AUTHORIZED' }])
  },
)

test('between two vehicles that look alike nothing is guessed', async () => {
  await aDriver('KAB 1234', 0)
  await aDriver('KAB I234', 1)
  api.ports.advance({ minutes: 65 })
  await see(entry, 'KAB L234')
  expect(await reads()).toMatchObject([{ match: null, is_ambiguous: true }])
  expect(await visits()).toMatchObject([{ state: 'NO_RIGHT' }])
})

test('events that arrive late, out of order, and repeatedly give the same visits', async () => {
  await aDriver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  const start = api.ports.now().getTime()
  const at = (minutes: number) => new Date(start + minutes * 60_000)
  api.ports.advance({ minutes: 100 })
  const events: [TestCamera, string, number][] = [
    [exit, 'c', 80],
    [entry, 'b', 50],
    [entry, 'a', 0],
    [exit, 'd', 20],
    [entry, 'b', 50],
  ]
  for (const [camera, uuid, minutes] of events)
    await see(camera, 'KAB1234', { uuid, at: at(minutes), fields: { n: events.length } })
  expect(await visits()).toMatchObject([
    { entered_at: at(50).toISOString(), exited_at: at(80).toISOString(), state: 'AUTHORIZED' },
    { entered_at: at(0).toISOString(), exited_at: at(20).toISOString(), state: 'AUTHORIZED' },
  ])
  expect(await reads()).toHaveLength(4)
})

test('a vehicle that stays after its time and the grace period is an overstay: staff are notified once, and nobody is fined', async () => {
  const { driver } = await aDriver('KAB 1234')
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  api.ports.advance({ minutes: 65 })
  await see(entry, 'KAB1234')
  await later(55 + 60 + 14)
  expect(await visits('ATTENTION')).toEqual([])
  await later(2)
  await later(20)
  expect(await visits('ATTENTION')).toMatchObject([{ plate: 'KAB1234', state: 'OVERSTAY' }])
  expect(await toldTo(api, patroller)).toEqual(['OVERSTAY'])
  expect(await toldTo(api, driver)).not.toContain('OVERSTAY')
  const { rows } = await api.deps.database.pool.query('select id from fines where lot_id = $1', [lot.lot_id])
  expect(rows).toEqual([])
})

test('a vehicle without a right is reported after the grace period, and not if it left or booked before', async () => {
  await see(entry, 'GONE 111')
  await later(5)
  await see(exit, 'GONE 111')
  await see(entry, 'STAY 222')
  await later(14)
  expect(await toldTo(api, admin)).toEqual([])
  await later(2)
  expect(await toldTo(api, admin)).toEqual(['UNKNOWN_VEHICLE'])
  expect(await visits('ATTENTION')).toMatchObject([{ plate: 'STAY222', state: 'NO_RIGHT' }])
})

test('staff record that a vehicle left although no camera saw it, once', async () => {
  await see(entry, 'KAB 1234')
  const [visit] = await visits()
  await later(30)
  const of = { params: { ...params(), visit_id: visit?.id ?? '' } }
  expect(await api.call(endPlateVisitRoute, of, admin.token)).toMatchObject({
    id: visit?.id,
    end_reason: 'STAFF',
    dwell_minutes: 30,
  })
  expect(await api.refusal(endPlateVisitRoute, of, admin.token)).toMatchObject({ code: 'visit_ended' })
})

test('a plate opens the gate of its camera with one pulse, however often the event comes, and the history says why', async () => {
  const gate = await createGate(api, { lot_id: lot.lot_id, admin })
  entry = await createCamera(api, { lot_id: lot.lot_id, admin, body: { gate_id: gate.id } })
  const { driver } = await aDriver('KAB 1234')
  api.ports.advance({ minutes: 50 })
  await see(entry, 'KAB1234', { uuid: 'one' })
  await see(entry, 'KAB1234', { uuid: 'one', fields: { again: true } })
  await api.deps.gates.settled()
  expect(await reads()).toMatchObject([{ gate_result: 'REQUESTED', gate_reason: null }])
  const { items } = await api.call(listGateOpensRoute, { params: gate.params, query: {} }, admin.token)
  expect(items).toMatchObject([{ user_id: driver.user_id, given_by: 'PLATE_EVENT', client: null }])
})

test.each([
  ['10 seconds old', 10, 'TOO_LATE', 0],
  ['9 seconds old', 9, 'REQUESTED', 1],
])('an event that is %s: %s seconds give %s', async (_name, seconds, gate_result, opens) => {
  const gate = await createGate(api, { lot_id: lot.lot_id, admin })
  entry = await createCamera(api, { lot_id: lot.lot_id, admin, body: { gate_id: gate.id } })
  await aDriver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await see(entry, 'KAB1234', { at: new Date(api.ports.now().getTime() - seconds * 1000) })
  expect(await reads()).toMatchObject([{ gate_result }])
  const { items } = await api.call(listGateOpensRoute, { params: gate.params, query: {} }, admin.token)
  expect(items).toHaveLength(opens)
})

test('a plate without a right opens nothing, and neither does that of staff, nor one whose time is over', async () => {
  const gate = await createGate(api, { lot_id: lot.lot_id, admin })
  entry = await createCamera(api, { lot_id: lot.lot_id, admin, body: { gate_id: gate.id } })
  await api.call(createCarRoute, { body: { plate: 'STAFF 1', region: 'IL' } }, admin.token)
  await aDriver('KAB 1234')
  await see(entry, 'STAFF1')
  await see(entry, 'ZZZ 9999')
  await see(entry, 'KAB 1234')
  await later(60 + 120 + 20)
  await see(entry, 'KAB 1234')
  expect((await reads()).map(({ gate_result }) => gate_result)).toEqual(Array(4).fill('NO_RIGHT'))
})

test('pictures are encoded again, private, audited, and deleted after the time that the lot set', async () => {
  const jpeg = await sharp({ create: { width: 200, height: 60, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const fields = { best_plate: { plate_crop_jpeg: jpeg.toString('base64') } }
  await see(entry, 'KAB 1234', { fields })
  await see(exit, 'BAD 111', { fields: { best_plate: { plate_crop_jpeg: '/9j/AAAA' } } })
  const [without, withImage] = await reads()
  expect([without?.has_image, withImage?.has_image]).toEqual([false, true])
  const of = { params: { ...params(), read_id: withImage?.id ?? '' } }
  await api.call(getPlateReadImageRoute, of, admin.token)
  const stranger = await aPerson(api)
  expect(await api.refusal(getPlateReadImageRoute, of, stranger.token)).toMatchObject({ status: 403 })
  const { rows } = await api.deps.database.pool.query(
    `select actor_user_id from audit_log where action = 'plate_read.view_image' and subject_id = $1`,
    [withImage?.id],
  )
  expect(rows).toEqual([{ actor_user_id: admin.user_id }])
  api.ports.advance({ hours: 25 })
  await purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
  admin.token = await anotherSession(api, admin.user_id)
  expect((await reads()).map(({ has_image }) => has_image)).toEqual([false, false])
  const bodies = await api.deps.database.pool.query(
    'select id from camera_events where lot_id = $1 and body is not null',
    [lot.lot_id],
  )
  expect(bodies.rows).toEqual([])
})

test('visits with a right are kept for 72 hours after the vehicle left, others for 7 days, and those inside meanwhile', async () => {
  await aDriver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await see(entry, 'KAB 1234')
  await see(entry, 'ZZZ 9999')
  await later(30)
  await see(exit, 'KAB 1234')
  await see(exit, 'ZZZ 9999')
  const plates = async (hours: number) => {
    api.ports.advance({ hours })
    await purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
    admin.token = await anotherSession(api, admin.user_id)
    return (await visits()).map(({ plate }) => plate).toSorted()
  }
  expect(await plates(71)).toEqual(['KAB1234', 'ZZZ9999'])
  expect(await plates(2)).toEqual(['ZZZ9999'])
  expect(await plates(94)).toEqual(['ZZZ9999'])
  expect(await plates(2)).toEqual([])
  expect(await reads()).toEqual([])
})

test('the admins are notified once of a camera that has been silent for as long as its setting', async () => {
  const notify = () => notifySilentCameras(paymentDepsOf(api.deps))
  await see(entry, 'KAB 1234')
  await notify()
  api.ports.advance({ hours: 25 })
  await notify()
  await notify()
  expect((await toldTo(api, admin)).filter((kind) => kind === 'CAMERA_SILENT')).toHaveLength(1)
})
