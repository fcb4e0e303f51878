import { listCameraFailuresRoute, patchCameraRoute } from '@openspot/contract/operations/cameras.ts'
import { listGateOpensRoute } from '@openspot/contract/operations/gates.ts'
import type { CameraKind } from '@openspot/core/cameras/enums.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import {
  aWatchedLot,
  createCamera,
  type TestCamera,
  type WatchedLot,
} from '../../testing/factories/cameras.ts'
import { createGate } from '../../testing/factories/gates.ts'
import { listUnread, replayUnread } from './replay.sql.ts'

let api: TestApi
let lot: WatchedLot
let entry: TestCamera
let exit: TestCamera

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aWatchedLot(api)
  entry = await createCamera(api, { ...lot, body: { kind: 'GENETEC' } })
  exit = await createCamera(api, { ...lot, body: { kind: 'GENETEC', direction: 'EXIT' } })
})

/** From then on the events can be read, as after a fix of what reads them. */
const fix = async ({ camera }: TestCamera, kind: CameraKind = 'OPENALPR') =>
  api.call(
    patchCameraRoute,
    { params: { ...lot.params, camera_id: camera.id }, body: { kind } },
    lot.admin.token,
  )
const replay = async (camera_id: string | null = null) => {
  const count = await replayUnread(api.deps.database.pool, camera_id)
  await api.runJobs()
  return count
}
const unread = async () => {
  const rows = await listUnread(api.deps.database.pool)
  return rows
    .filter(({ lot_id }) => lot_id === lot.lot_id)
    .map(({ camera, kind, reason, count, replayable }) => ({ camera, kind, reason, count, replayable }))
}
const failures = async ({ camera }: TestCamera) => {
  const order = { params: { ...lot.params, camera_id: camera.id }, query: {} }
  return (await api.call(listCameraFailuresRoute, order, lot.admin.token)).items
}

test('events that could not be read are listed by camera and reason, and read again after a fix', async () => {
  await lot.see(entry, 'KAB 1234')
  api.ports.advance({ minutes: 30 })
  await lot.see(entry, 'ZZZ 9999')
  await lot.see(exit, 'KAB 1234')
  expect(await lot.reads()).toEqual([])
  const [{ reason } = { reason: '' }] = await failures(entry)
  expect(await unread()).toEqual([
    { camera: exit.camera.name, kind: 'GENETEC', reason, count: 1, replayable: 1 },
    { camera: entry.camera.name, kind: 'GENETEC', reason, count: 2, replayable: 2 },
  ])
  await fix(entry)
  await fix(exit)
  expect(await replay(exit.camera.id)).toBe(1)
  expect(await replay()).toBe(2)
  expect(await unread()).toEqual([])
  expect(await failures(entry)).toEqual([])
  expect((await lot.reads()).map(({ plate }) => plate.replace(' ', '')).toSorted()).toEqual([
    'KAB1234',
    'KAB1234',
    'ZZZ9999',
  ])
  const visits = await lot.visits()
  const visit = visits.find(({ plate }) => plate === 'KAB1234')
  expect(visit?.entered_at).not.toBeNull()
  expect(visit?.exited_at).not.toBeNull()
  expect(await replay()).toBe(0)
})

test('an event that still can’t be read is listed again, and one that was read is not touched', async () => {
  await lot.see(entry, 'KAB 1234')
  await lot.see(lot.entry, 'ZZZ 9999')
  const [before] = await unread()
  expect(await replay()).toBe(1)
  expect(await unread()).toEqual([before])
  expect(await lot.reads()).toHaveLength(1)
})

test('an event that is read again opens no gate, although its vehicle may enter and its picture is seconds old', async () => {
  const gate = await createGate(api, lot)
  const camera = await createCamera(api, { ...lot, body: { kind: 'GENETEC', gate_id: gate.id } })
  await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await lot.see(camera, 'KAB1234')
  await fix(camera)
  await replay()
  await api.deps.gates.settled()
  expect(await lot.reads()).toMatchObject([{ match: 'EXACT', gate_result: 'TOO_LATE' }])
  const opens = await api.call(listGateOpensRoute, { params: gate.params, query: {} }, lot.admin.token)
  expect(opens.items).toEqual([])
})

test('an event whose body was deleted, or whose camera is off, is listed and not read again', async () => {
  await lot.see(entry, 'KAB 1234')
  await lot.see(exit, 'KAB 1234')
  const off = { params: { ...lot.params, camera_id: exit.camera.id }, body: { is_active: false } }
  await api.call(patchCameraRoute, off, lot.admin.token)
  const replayable = new Map((await unread()).map((one) => [one.camera, one.replayable]))
  expect(replayable).toEqual(
    new Map([
      [exit.camera.name, 0],
      [entry.camera.name, 1],
    ]),
  )
  api.ports.advance({ hours: 25 })
  await purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
  expect((await unread()).map(({ replayable }) => replayable)).toEqual([0, 0])
  expect(await replay()).toBe(0)
})
