import { holdGateOpenRoute, patchGateRoute } from '@openspot/contract/operations/gates.ts'
import { until } from '@openspot/db/testing/until.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate, openGate, simulatedGate } from '../../testing/factories/gates.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { toldTo } from '../../testing/factories/memberships.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { notifyGateAlarms } from './notify-gate-alarms.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, {}, 1)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const aGate = (script: 'OK' | 'OFFLINE') =>
  createGate(api, { lot_id: lot.lot_id, admin, body: simulatedGate(api, script) })
const notify = () => notifyGateAlarms(paymentDepsOf(api.deps))
const minutesLater = async (minutes: number) => {
  api.ports.advance({ minutes })
  await api.deps.gates.lookAfter()
  await api.deps.gates.settled()
  await notify()
}

test('notifies the admins once of a gate that is offline for 5 minutes, and not the patrollers', async () => {
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  await aGate('OFFLINE')
  await minutesLater(1)
  expect(await toldTo(api, admin)).toEqual([])
  await minutesLater(6)
  await minutesLater(6)
  expect(await toldTo(api, admin)).toEqual(['GATE_OFFLINE'])
  expect(await toldTo(api, patroller)).toEqual([])
  const { rows } = await api.deps.database.pool.query(
    `select subject from emails where kind = 'gate_offline' and lot_id = $1 and to_address = $2`,
    [lot.lot_id, admin.email],
  )
  expect(rows).toHaveLength(1)
})

test('notifies the admins of a gate that does not end a hold', async () => {
  const gate = await aGate('OK')
  const body = { until: new Date(api.ports.now().getTime() + 600_000).toISOString(), note: 'Delivery' }
  await api.call(holdGateOpenRoute, { params: gate.params, body }, admin.token)
  api.ports.advance({ seconds: 1 })
  const { name: _name, ...device } = simulatedGate(api, 'OFFLINE')
  await api.call(patchGateRoute, { params: gate.params, body: device }, admin.token)
  await minutesLater(9)
  expect(await toldTo(api, admin)).not.toContain('GATE_STAYS_OPEN')
  await minutesLater(3)
  expect(await toldTo(api, admin)).toContain('GATE_STAYS_OPEN')
})

test('a hold that the device did not get is in the audit log as failed, and those who watch are told', async () => {
  const gate = await aGate('OFFLINE')
  const body = { until: new Date(api.ports.now().getTime() + 600_000).toISOString(), note: 'Delivery' }
  const refused = () => api.refusal(holdGateOpenRoute, { params: gate.params, body }, admin.token)
  // The first attempt also finds out that the gate is offline, which is told, too. What is announced last arrives after it.
  await refused()
  await api.deps.gates.settled()
  const { changes } = api.deps
  let isBehind = false
  const stopMark = changes.watch(gate.id, () => {
    isBehind = true
  })
  changes.announce(gate.id)
  await until(async () => isBehind)
  stopMark()

  let isTold = false
  const stop = changes.watch(lot.lot_id, () => {
    isTold = true
  })
  expect(await refused()).toMatchObject({ code: 'gate_unreachable' })
  await until(async () => isTold)
  stop()
  const { rows } = await api.deps.database.pool.query<{ action: string }>(
    `select action from audit_log where subject_id = $1 and action like 'gate.hold%' order by id`,
    [gate.id],
  )
  const attempt = ['gate.hold_open', 'gate.hold_open_failed']
  expect(rows.map(({ action }) => action)).toEqual([...attempt, ...attempt])
})

test('an MQTT gate of an installation without a broker refuses at once as misconfigured', async () => {
  const gate = await aGate('OK')
  await api.deps.database.pool.query(
    `update gates set driver = 'TASMOTA_MQTT', device = '{"driver": "TASMOTA_MQTT", "topic": "gate"}', changed_at = $2 where id = $1`,
    [gate.id, api.ports.now().toISOString()],
  )
  await openGate(api, gate, admin, { note: 'Test' })
  await api.deps.gates.settled()
  const { rows } = await api.deps.database.pool.query(
    'select status, reason from gate_opens where gate_id = $1',
    [gate.id],
  )
  expect(rows).toEqual([{ status: 'FAILED', reason: 'MISCONFIGURED' }])
})
