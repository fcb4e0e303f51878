import type { Input } from '@openspot/contract/call.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import type { createCameraRoute } from '@openspot/contract/operations/cameras.ts'
import { listGateOpensRoute } from '@openspot/contract/operations/gates.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import {
  aWatchedLot,
  createCamera,
  plateEvent,
  sendEvent,
  type WatchedLot,
} from '../../testing/factories/cameras.ts'
import { createGate, type TestGate } from '../../testing/factories/gates.ts'

let api: TestApi
let lot: WatchedLot

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aWatchedLot(api)
})

const withGate = async (more: Partial<Input<typeof createCameraRoute>['body']> = {}) => {
  const { lot_id, admin } = lot
  const gate = await createGate(api, { lot_id, admin })
  const camera = await createCamera(api, { lot_id, admin, body: { gate_id: gate.id, ...more } })
  return { gate, camera }
}
const opensOf = async ({ params }: TestGate) =>
  (await api.call(listGateOpensRoute, { params, query: {} }, lot.admin.token)).items

test('a plate opens the gate of its camera with one pulse, however often the event comes, and the history says why', async () => {
  const { gate, camera } = await withGate()
  const { driver } = await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 50 })
  await lot.see(camera, 'KAB1234', { uuid: 'one' })
  await lot.see(camera, 'KAB1234', { uuid: 'one', fields: { again: true } })
  await api.deps.gates.settled()
  expect(await lot.reads()).toMatchObject([{ gate_result: 'REQUESTED', gate_reason: null }])
  const items = await opensOf(gate)
  expect(items).toMatchObject([{ user_id: driver.user_id, given_by: 'PLATE_EVENT', client: null }])
})

test.each([
  ['10 seconds old', 10, 'TOO_LATE', 0],
  ['9 seconds old', 9, 'REQUESTED', 1],
])('an event that is %s: %s seconds give %s', async (_name, seconds, gate_result, opens) => {
  const { gate, camera } = await withGate()
  await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await lot.see(camera, 'KAB1234', { at: new Date(api.ports.now().getTime() - seconds * 1000) })
  expect(await lot.reads()).toMatchObject([{ gate_result }])
  const items = await opensOf(gate)
  expect(items).toHaveLength(opens)
})

test('an event of a clock that is 4 seconds ahead opens nothing 10 seconds after it arrived', async () => {
  const { gate, camera } = await withGate()
  await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  const at = new Date(api.ports.now().getTime() + 4000)
  expect(await sendEvent(api, camera.address, plateEvent(api, 'KAB1234', { at }))).toBe(200)
  api.ports.advance({ seconds: 10 })
  await api.runJobs()
  expect(await lot.reads()).toMatchObject([{ gate_result: 'TOO_LATE' }])
  expect(await opensOf(gate)).toEqual([])
})

test('a plate without a right opens nothing, and neither does that of staff, nor one whose time is over', async () => {
  const { camera } = await withGate()
  await api.call(createCarRoute, { body: { plate: 'STAFF 1', region: 'IL' } }, lot.admin.token)
  await lot.driver('KAB 1234')
  await lot.see(camera, 'STAFF1')
  await lot.see(camera, 'ZZZ 9999')
  await lot.see(camera, 'KAB 1234')
  await lot.later(60 + 120 + 20)
  await lot.see(camera, 'KAB 1234')
  expect((await lot.reads()).map(({ gate_result }) => gate_result)).toEqual(Array(4).fill('NO_RIGHT'))
})

test('a plate opens by the right to park, so staff whose time has not come are refused as anyone else', async () => {
  const { gate, camera } = await withGate()
  // Wider than the gate's own 15 minutes, so that the plate is matched before the gate admits its driver.
  await api.call(updateLotRoute, { params: lot.params, body: { camera_grace_minutes: 60 } }, lot.admin.token)
  const { driver } = await lot.driver('KAB 1234')
  await api.deps.database.pool.query(
    `insert into memberships (lot_id, user_id, status, role) values ($1, $2, 'ACTIVE', 'PATROLLER')`,
    [lot.lot_id, driver.user_id],
  )
  api.ports.advance({ minutes: 30 })
  await lot.see(camera, 'KAB 1234')
  expect(await lot.reads()).toMatchObject([
    { match: 'EXACT', gate_result: 'REJECTED', gate_reason: 'NOT_AUTHORIZED' },
  ])
  expect(await opensOf(gate)).toMatchObject([{ status: 'REJECTED', given_by: null }])
})

const stages = [
  ['new', 'KXX 1234', 0],
  ['update', 'KAX 1234', 1],
  ['update', 'KAB 1234', 2],
  ['lost', 'KAB 1234', 3],
] as const
test.each([
  ['in order', [0, 1, 2, 3], 1],
  ['backward', [3, 2, 1, 0], 1],
  ['mixed and repeated', [2, 0, 2, 3, 1, 0], 1],
])('the stages of one vehicle that arrive %s give one read and one pulse', async (_name, order, pulses) => {
  const { gate, camera } = await withGate({ kind: 'AXIS' })
  await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  const start = api.ports.now().getTime() - 5000
  for (const at of order) {
    const [carState, plateText, second] = stages[at] ?? stages[0]
    const event = { carState, plateText, carID: '7', capture_timestamp: String(start + second * 1000), at }
    expect(await sendEvent(api, camera.address, JSON.stringify(event))).toBe(200)
    await api.runJobs()
  }
  expect(await lot.reads()).toMatchObject([
    {
      plate: 'KAB 1234',
      match: 'EXACT',
      captured_at: new Date(start).toISOString(),
      gate_result: 'REQUESTED',
    },
  ])
  expect(await opensOf(gate)).toHaveLength(pulses)
  expect(await lot.visits()).toMatchObject([{ plate: 'KAB1234', state: 'AUTHORIZED' }])
})
