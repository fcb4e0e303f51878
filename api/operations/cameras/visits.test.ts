import { endPlateVisitRoute } from '@openspot/contract/operations/visits.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aWatchedLot, type TestCamera, type WatchedLot } from '../../testing/factories/cameras.ts'
import { toldTo } from '../../testing/factories/memberships.ts'
import { aMember } from '../../testing/factories/people.ts'
import { notifySilentCameras } from './notify-silent-cameras.ts'

let api: TestApi
let lot: WatchedLot

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aWatchedLot(api)
})

test('a vehicle with a reservation is matched at the entry, and its visit ends at the exit with its dwell time', async () => {
  const { reservation, ends_at } = await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await lot.see(lot.entry, 'KAB1234')
  expect(await lot.visits('INSIDE')).toMatchObject([
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
  await lot.later(90)
  await lot.see(lot.exit, 'KAB1234')
  expect(await lot.visits('INSIDE')).toEqual([])
  expect(await lot.visits()).toMatchObject([{ dwell_minutes: 90, end_reason: 'EXIT', state: 'AUTHORIZED' }])
  expect(await toldTo(api, lot.admin)).toEqual([])
})

test.each([
  ['a look-alike', 'KA8 I234', 'LOOK_ALIKE'],
  ['one other character', 'KAX 1234', 'ONE_EDIT'],
])(
  '%s is taken for the only vehicle it may be, and its visit is that vehicle’s',
  async (_name, plate, match) => {
    await lot.driver('KAB 1234')
    api.ports.advance({ minutes: 65 })
    await lot.see(lot.entry, plate)
    expect(await lot.reads()).toMatchObject([{ plate, match, right_plate: 'KAB1234', is_ambiguous: false }])
    expect(await lot.visits()).toMatchObject([{ plate: 'KAB1234', match, state: 'AUTHORIZED' }])
  },
)

test('between two vehicles that look alike nothing is guessed', async () => {
  await lot.driver('KAB 1234', 0)
  await lot.driver('KAB I234', 1)
  api.ports.advance({ minutes: 65 })
  await lot.see(lot.entry, 'KAB L234')
  expect(await lot.reads()).toMatchObject([{ match: null, is_ambiguous: true }])
  expect(await lot.visits()).toMatchObject([{ state: 'NO_RIGHT' }])
})

test('events that arrive late, out of order, and repeatedly give the same visits', async () => {
  await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  const start = api.ports.now().getTime()
  const at = (minutes: number) => new Date(start + minutes * 60_000)
  api.ports.advance({ minutes: 100 })
  const events: [TestCamera, string, number][] = [
    [lot.exit, 'c', 80],
    [lot.entry, 'b', 50],
    [lot.entry, 'a', 0],
    [lot.exit, 'd', 20],
    [lot.entry, 'b', 50],
  ]
  for (const [camera, uuid, minutes] of events)
    await lot.see(camera, 'KAB1234', { uuid, at: at(minutes), fields: { n: events.length } })
  expect(await lot.visits()).toMatchObject([
    { entered_at: at(50).toISOString(), exited_at: at(80).toISOString(), state: 'AUTHORIZED' },
    { entered_at: at(0).toISOString(), exited_at: at(20).toISOString(), state: 'AUTHORIZED' },
  ])
  expect(await lot.reads()).toHaveLength(4)
})

test('a vehicle that stays after its time and the grace period is an overstay: staff are notified once, and nobody is fined', async () => {
  const { driver } = await lot.driver('KAB 1234')
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  api.ports.advance({ minutes: 65 })
  await lot.see(lot.entry, 'KAB1234')
  await lot.later(55 + 60 + 14)
  expect(await lot.visits('ATTENTION')).toEqual([])
  await lot.later(2)
  await lot.later(20)
  expect(await lot.visits('ATTENTION')).toMatchObject([{ plate: 'KAB1234', state: 'OVERSTAY' }])
  expect(await toldTo(api, patroller)).toEqual(['OVERSTAY'])
  const { items } = await api.call(listNotificationsRoute, { query: {} }, patroller.token)
  expect(items).toMatchObject([{ kind: 'OVERSTAY', lot_id: lot.lot_id, title: 'KAB1234 stayed too long' }])
  expect(await toldTo(api, driver)).not.toContain('OVERSTAY')
  const { rows } = await api.deps.database.pool.query('select id from fines where lot_id = $1', [lot.lot_id])
  expect(rows).toEqual([])
})

test('a vehicle without a right is reported after the grace period, and not if it left or booked before', async () => {
  await lot.see(lot.entry, 'GONE 111')
  await lot.later(5)
  await lot.see(lot.exit, 'GONE 111')
  await lot.see(lot.entry, 'STAY 222')
  await lot.later(14)
  expect(await toldTo(api, lot.admin)).toEqual([])
  await lot.later(2)
  expect(await toldTo(api, lot.admin)).toEqual(['UNKNOWN_VEHICLE'])
  expect(await lot.visits('ATTENTION')).toMatchObject([{ plate: 'STAY222', state: 'NO_RIGHT' }])
})

test('staff record that a vehicle left although no camera saw it, once', async () => {
  await lot.see(lot.entry, 'KAB 1234')
  const [visit] = await lot.visits()
  await lot.later(30)
  const of = { params: { ...lot.params, visit_id: visit?.id ?? '' } }
  expect(await api.call(endPlateVisitRoute, of, lot.admin.token)).toMatchObject({
    id: visit?.id,
    end_reason: 'STAFF',
    dwell_minutes: 30,
  })
  expect(await api.refusal(endPlateVisitRoute, of, lot.admin.token)).toMatchObject({ code: 'visit_ended' })
})

test('the admins are notified once of a camera that has been silent for as long as its setting', async () => {
  const notify = () => notifySilentCameras(paymentDepsOf(api.deps))
  await lot.see(lot.entry, 'KAB 1234')
  await notify()
  api.ports.advance({ hours: 25 })
  await notify()
  await notify()
  expect((await toldTo(api, lot.admin)).filter((kind) => kind === 'CAMERA_SILENT')).toHaveLength(1)
})
