import {
  getGateOpenRoute,
  holdGateOpenRoute,
  listStaffGatesRoute,
  patchGateRoute,
} from '@openspot/contract/operations/gates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate, openGate, simulatedGate, type TestGate } from '../../testing/factories/gates.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { beginPulse, reportGate } from './gate-opens.sql.ts'

// A pulse to an open toggle gate closes it, perhaps on a car.

let api: TestApi
let lot: TestLot
let admin: Person
let other: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  other = await aMember(api, lot.lot_id, 'ADMIN')
})

const toggleGate = (script: Parameters<typeof simulatedGate>[1]) =>
  createGate(api, {
    lot_id: lot.lot_id,
    admin,
    body: {
      ...simulatedGate(api, script),
      actuation: 'TOGGLE_BUTTON',
      travel_seconds: 20,
      pause_seconds: 60,
    },
  })

/** The gate's sensor sees that it moves, opened by its pulse or by a remote control of its own. */
const sees = (gate: TestGate, position: 'OPENING' | 'OPEN' | 'CLOSED') =>
  reportGate(api.deps.database.pool, {
    lot_id: lot.lot_id,
    gate_id: gate.id,
    now: api.ports.now(),
    report: {
      observed_at: api.ports.now().toISOString(),
      position,
      is_obstructed: null,
      is_reachable: null,
    },
  })

async function open(gate: TestGate, person = admin) {
  const { id } = await openGate(api, gate, person, { note: 'Let a car in' })
  await api.deps.gates.settled()
  return api.call(getGateOpenRoute, { params: gate.params, query: { open_id: id } }, person.token)
}

async function pulses(gate: TestGate): Promise<number> {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    'select count(*)::int as count from gate_opens where gate_id = $1 and sent_at is not null',
    [gate.id],
  )
  return rows[0]?.count ?? -1
}

test.each(['OPENING', 'OPEN'] as const)(
  'after a pulse that failed, a toggle gate that a remote control has made %s gets no pulse within the pause',
  async (position) => {
    const gate = await toggleGate('ERROR')
    expect(await open(gate)).toMatchObject({ status: 'FAILED' })
    api.ports.advance({ seconds: 5 })
    await sees(gate, position)
    expect(await open(gate, other)).toMatchObject({ status: 'REJECTED', reason: 'ALREADY_OPEN' })
    expect(await pulses(gate)).toBe(1)
  },
)

test('a request for a toggle gate that a remote control opens before its pulse leaves sends none', async () => {
  const gate = await toggleGate('ERROR')
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    `insert into gate_opens (lot_id, gate_id, user_id, given_by, idempotency_key, status, status_at, requested_at, expires_at)
     values ($1, $2, $3, 'STAFF', 'remote-control', 'REQUESTED', $4, $4, $4::timestamptz + interval '10 seconds') returning id`,
    [lot.lot_id, gate.id, admin.user_id, api.ports.now().toISOString()],
  )
  const open_id = rows[0]?.id ?? ''
  await sees(gate, 'OPENING')
  expect(await beginPulse(api.deps.database.pool, lot.lot_id, open_id, api.ports.now())).toBeNull()
  expect(
    await api.call(getGateOpenRoute, { params: gate.params, query: { open_id } }, admin.token),
  ).toMatchObject({ status: 'FAILED', reason: 'ALREADY_OPEN', is_final: true })
  expect(await pulses(gate)).toBe(0)
})

test('two drivers at a toggle gate share one pulse, and the second is told that the gate is opening', async () => {
  const gate = await toggleGate('OK')
  expect((await open(gate)).status).toBe('OPENING')
  api.ports.advance({ seconds: 5 })
  expect(await open(gate, other)).toMatchObject({ status: 'OPENING', reason: null })
  expect(await pulses(gate)).toBe(1)
})

test('a toggle gate whose answer was lost gets no second pulse within the pause', async () => {
  const gate = await toggleGate('SILENT')
  await open(gate)
  api.ports.advance({ seconds: 12 })
  expect(['OPENING', 'OPEN']).toContain((await open(gate, other)).status)
  expect(await pulses(gate)).toBe(1)
})

test('a pulse leaves within ten seconds of its request, whatever time the start of it took', async () => {
  const gate = await toggleGate('ERROR')
  const begin = async (late_seconds: number) => {
    const { rows } = await api.deps.database.pool.query<{ id: string }>(
      `insert into gate_opens (lot_id, gate_id, user_id, given_by, idempotency_key, status, status_at, requested_at, expires_at)
       values ($1, $2, $3, 'STAFF', $5, 'REQUESTED', $4, $4, $4::timestamptz + interval '10 seconds') returning id`,
      [lot.lot_id, gate.id, admin.user_id, api.ports.now().toISOString(), `late-${late_seconds}`],
    )
    const then = new Date(api.ports.now().getTime() + late_seconds * 1000)
    const left = await beginPulse(api.deps.database.pool, lot.lot_id, rows[0]?.id ?? '', then)
    await api.deps.database.pool.query(
      `update gate_opens set status = 'FAILED' where id = $1 and status = 'SENT'`,
      [rows[0]?.id],
    )
    return left
  }
  expect([await begin(0), await begin(9), await begin(10), await begin(60)]).toEqual([
    10_000,
    1000,
    null,
    null,
  ])
})

test('an extension of a hold that does not reach the gate leaves the hold that it has', async () => {
  const gate = await toggleGate('OK')
  const at = (minutes: number) => new Date(api.ports.now().getTime() + minutes * 60_000).toISOString()
  const until = at(30)
  const hold = (time: string) => ({ params: gate.params, body: { until: time, note: 'Concert' } })
  await api.call(holdGateOpenRoute, hold(until), admin.token)
  // The driver of the device is opened again when its settings have changed since.
  api.ports.advance({ seconds: 1 })
  const offline = { device: { driver: 'SIMULATED' as const, script: 'OFFLINE' as const } }
  await api.call(patchGateRoute, { params: gate.params, body: offline }, admin.token)
  expect(await api.refusal(holdGateOpenRoute, hold(at(90)), admin.token)).toMatchObject({
    code: 'gate_unreachable',
  })
  const { items } = await api.call(listStaffGatesRoute, { params: { lot_id: lot.lot_id } }, admin.token)
  expect(items[0]?.held_open_until).toBe(until)
})
