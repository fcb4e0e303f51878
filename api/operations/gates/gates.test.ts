import {
  allowMemberGatesRoute,
  createGateRoute,
  deleteGateRoute,
  getGateOpenRoute,
  holdGateOpenRoute,
  listGateOpensRoute,
  listGatesRoute,
  listStaffGatesRoute,
  openGateRoute,
  patchGateRoute,
  releaseGateRoute,
} from '@openspot/contract/operations/gates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate, openGate, simulatedGate, type TestGate } from '../../testing/factories/gates.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, {}, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const simulated = (script?: Parameters<typeof simulatedGate>[1]) => simulatedGate(api, script)
const aGate = (body?: Parameters<typeof createGate>[1]['body']) =>
  createGate(api, { lot_id: lot.lot_id, admin, ...(body ? { body } : {}) })

/** A driver whose reservation begins in an hour and lasts two. */
async function aDriver(): Promise<Person> {
  const hour = 3_600_000
  const past = api.ports.now().getTime() % hour
  if (past > 0) api.ports.advance({ seconds: (hour - past) / 1000 })
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id, ...twoHours(api) })
  await api.runJobs()
  return driver
}

const open = (gate: Pick<TestGate, 'params'>, person: Person, more: { note?: string; key?: string } = {}) =>
  openGate(api, gate, person, more)

const statusOf = (gate: { params: { lot_id: string; gate_id: string } }, person: Person, open_id?: string) =>
  api.call(getGateOpenRoute, { params: gate.params, query: open_id ? { open_id } : {} }, person.token)

/** Waits for the device and returns what became of the request. */
async function outcomeOf(gate: TestGate, person: Person, open_id?: string) {
  await api.deps.gates.settled()
  return statusOf(gate, person, open_id)
}

const pulsesOf = async (gate_id: string) => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    'select count(*)::int as count from gate_opens where gate_id = $1 and sent_at is not null',
    [gate_id],
  )
  return rows[0]?.count
}

describe('a driver at a gate', () => {
  test('opens it from the early to the late minutes of the reservation, and not before or after', async () => {
    const gate = await aGate()
    const driver = await aDriver()
    expect(await open(gate, driver)).toMatchObject({
      status: 'REJECTED',
      reason: 'TOO_EARLY',
      is_final: true,
    })
    api.ports.advance({ minutes: 50 })
    expect((await open(gate, driver)).reason).toBeNull()
    expect(await outcomeOf(gate, driver)).toMatchObject({ given_by: 'RESERVATION', status: 'OPENING' })
    api.ports.advance({ hours: 2, minutes: 20 })
    expect((await open(gate, driver)).reason).toBeNull()
    await api.deps.gates.settled()
    api.ports.advance({ minutes: 10 })
    expect(await open(gate, driver)).toMatchObject({ status: 'REJECTED', reason: 'TOO_LATE' })
  })

  test('sees the gates with what is possible now, and strangers see neither gates nor requests', async () => {
    const gate = await aGate()
    const driver = await aDriver()
    const params = { lot_id: lot.lot_id }
    const [early] = (await api.call(listGatesRoute, { params }, driver.token)).items
    expect(early).toMatchObject({ may_open: false, reason: 'TOO_EARLY', emergency_access: null })
    expect(early).not.toHaveProperty('device')
    api.ports.advance({ minutes: 50 })
    const [now] = (await api.call(listGatesRoute, { params }, driver.token)).items
    expect(now).toMatchObject({ may_open: true, needs_note: false })
    expect(now?.emergency_access).toContain('post')
    const stranger = await aPerson(api)
    expect(await api.refusal(listGatesRoute, { params }, stranger.token)).toMatchObject({ status: 404 })
    const body = { params: gate.params, body: {}, idempotency_key: 'stranger' }
    expect(await api.refusal(openGateRoute, body, stranger.token)).toMatchObject({ status: 404 })
  })

  test('sees each state with its time, and the position only from the sensor', async () => {
    const gate = await aGate()
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    const { id } = await open(gate, driver)
    const opening = await outcomeOf(gate, driver, id)
    expect(opening).toMatchObject({ status: 'OPENING', confirmed_by: 'SENSOR', is_final: false })
    expect(opening.steps[0]?.status).toBe('REQUESTED')
    expect(opening.steps[1]?.status).toBe('SENT')
    api.ports.advance({ seconds: 2 })
    await api.deps.gates.check(gate.id)
    expect(await outcomeOf(gate, driver, id)).toMatchObject({ status: 'OPEN', gate: { position: 'OPEN' } })
    api.ports.advance({ seconds: 30 })
    await api.deps.gates.check(gate.id)
    expect(await outcomeOf(gate, driver, id)).toMatchObject({ status: 'CLOSED', is_final: true })
  })

  test('gets the same request for the same key, and joins the request of someone else in flight', async () => {
    const gate = await aGate()
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    const [one, staff] = await Promise.all([
      open(gate, driver, { key: 'same' }),
      open(gate, admin, { note: 'Delivery' }),
    ])
    expect((await open(gate, driver, { key: 'same' })).id).toBe(one.id)
    await api.deps.gates.settled()
    expect(await pulsesOf(gate.id)).toBe(1)
    const states = await Promise.all([statusOf(gate, driver, one.id), statusOf(gate, admin, staff.id)])
    expect(new Set(states.map(({ status }) => status)).size).toBe(1)
    expect(states.filter(({ has_joined }) => has_joined)).toHaveLength(1)
  })

  test('is limited to six requests a minute, and each one is kept', async () => {
    const gate = await aGate({ pause_seconds: 1 })
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    const reasons = []
    for (let at = 0; at < 7; at++) {
      reasons.push((await open(gate, driver)).reason)
      await api.deps.gates.settled()
      api.ports.advance({ seconds: 2 })
    }
    expect(reasons).toEqual([null, null, null, null, null, null, 'TOO_OFTEN'])
    const { items } = await api.call(listGateOpensRoute, { params: gate.params, query: {} }, admin.token)
    expect(items).toHaveLength(7)
  })
})

describe('the hardware of a gate', () => {
  test.each([
    ['NO_SENSOR', { status: 'UNCONFIRMED', reason: 'NO_SENSOR', confirmed_by: 'RELAY' }],
    ['OFFLINE', { status: 'FAILED', reason: 'UNREACHABLE', confirmed_by: 'NONE' }],
    ['ERROR', { status: 'FAILED', reason: 'REFUSED', confirmed_by: 'NONE' }],
  ] as const)('that is %s ends a request with a status and reason of its own', async (script, expected) => {
    const gate = await aGate(simulated(script))
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    await open(gate, driver)
    expect(await outcomeOf(gate, driver)).toMatchObject({ ...expected, is_final: true })
  })

  test('that never answers gets one pulse, which is not repeated', async () => {
    const gate = await aGate({ ...simulated('SILENT'), pause_seconds: 30 })
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    const { id } = await open(gate, driver)
    await api.deps.gates.settled()
    const steps = (await statusOf(gate, driver, id)).steps.map(({ status }) => status)
    // The sensor may report although the relay is silent.
    expect(steps.slice(0, 2)).toEqual(['REQUESTED', 'SENT'])
    expect(await pulsesOf(gate.id)).toBe(1)
  })

  test('never gets a pulse for a request whose process ended, and the next request is not kept waiting', async () => {
    const gate = await aGate()
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    const now = api.ports.now().toISOString()
    const left = api.ports.id()
    await api.deps.database.pool.query(
      `insert into gate_opens (id, lot_id, gate_id, user_id, given_by, idempotency_key, status, status_at, requested_at, expires_at)
       values ($1, $2, $3, $4, 'RESERVATION', 'left', 'REQUESTED', $5, $5, $5::timestamptz + interval '10 seconds')`,
      [left, lot.lot_id, gate.id, driver.user_id, now],
    )
    expect((await open(gate, driver)).has_joined).toBe(true)
    api.ports.advance({ seconds: 11 })
    expect((await open(gate, driver)).has_joined).toBe(false)
    await api.deps.gates.settled()
    expect(await statusOf(gate, driver, left)).toMatchObject({ status: 'EXPIRED', reason: 'NOT_DELIVERED' })
    expect(await pulsesOf(gate.id)).toBe(1)
  })

  test('that was sent a pulse by a process that ended is UNKNOWN after a while, and not sent another while it may move', async () => {
    const gate = await aGate({ ...simulated('NO_SENSOR'), pause_seconds: 60 })
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    const now = api.ports.now().toISOString()
    const left = api.ports.id()
    await api.deps.database.pool.query(
      `insert into gate_opens (id, lot_id, gate_id, user_id, given_by, idempotency_key, status, status_at, requested_at, expires_at, sent_at)
       values ($1, $2, $3, $4, 'RESERVATION', 'sent', 'SENT', $5, $5, $5::timestamptz + interval '10 seconds', $5)`,
      [left, lot.lot_id, gate.id, driver.user_id, now],
    )
    api.ports.advance({ seconds: 20 })
    await api.deps.gates.lookAfter()
    expect(await statusOf(gate, driver, left)).toMatchObject({ status: 'UNKNOWN', reason: 'NO_ANSWER' })
    expect(await open(gate, driver)).toMatchObject({ status: 'REJECTED', reason: 'MAY_BE_MOVING' })
    expect(await pulsesOf(gate.id)).toBe(1)
  })

  test('is refused a second pulse by the database while one is in flight', async () => {
    const gate = await aGate()
    const values = [lot.lot_id, gate.id, admin.user_id, api.ports.now().toISOString()]
    const insert = (key: string) =>
      api.deps.database.pool.query(
        `insert into gate_opens (lot_id, gate_id, user_id, idempotency_key, status, status_at, requested_at, expires_at)
         values ($1, $2, $3, '${key}', 'REQUESTED', $4, $4, $4)`,
        values,
      )
    await insert('a')
    await expect(insert('b')).rejects.toThrow('gate_opens_in_flight')
  })
})

describe('staff', () => {
  test('open a gate only with a reason, which is in the history and the audit log', async () => {
    const gate = await aGate()
    const input = { params: gate.params, body: {}, idempotency_key: 'no reason' }
    expect(await api.refusal(openGateRoute, input, admin.token)).toMatchObject({ status: 400, field: 'note' })
    await open(gate, admin, { note: 'Delivery for unit 12' })
    await api.deps.gates.settled()
    const { items } = await api.call(listGateOpensRoute, { params: gate.params, query: {} }, admin.token)
    expect(items[0]).toMatchObject({ given_by: 'STAFF', note: 'Delivery for unit 12' })
    const { rows } = await api.deps.database.pool.query(
      `select action, details ->> 'note' as note from audit_log where subject_id = $1 order by at desc, id desc limit 1`,
      [gate.id],
    )
    expect(rows).toEqual([{ action: 'gate.open', note: 'Delivery for unit 12' }])
  })

  test('keep the address and the password of a device to themselves, and the password even from themselves', async () => {
    const gate = await aGate()
    const device = {
      driver: 'SHELLY_HTTP' as const,
      url: 'http://192.0.2.7',
      channel: 0,
      sensor_input: null,
      can_latch: true,
      is_cover: false,
    }
    const body = { device, password: 'a device password' }
    await api.call(patchGateRoute, { params: gate.params, body }, admin.token)
    const params = { lot_id: lot.lot_id }
    const staff = await api.call(listStaffGatesRoute, { params }, admin.token)
    expect(staff.items[0]).toMatchObject({ device, has_password: true, can_hold_open: true })
    expect(JSON.stringify(staff)).not.toContain('a device password')
    const { rows } = await api.deps.database.pool.query<{ row: string }>(
      `select gates::text as row from gates where id = $1
       union all select audit_log::text from audit_log where subject_id = $1::text`,
      [gate.id],
    )
    expect(rows.map(({ row }) => row).join()).not.toContain('a device password')
    const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
    expect(await api.refusal(listStaffGatesRoute, { params }, patroller.token)).toMatchObject({ status: 403 })
  })

  test('reach no address outside the networks that the operator allows', async () => {
    const gate = await aGate({
      device: {
        driver: 'SHELLY_HTTP',
        url: 'http://127.0.0.1:1',
        channel: 0,
        sensor_input: null,
        can_latch: false,
        is_cover: false,
      },
    })
    await open(gate, admin, { note: 'Try' })
    expect(await outcomeOf(gate, admin)).toMatchObject({ status: 'FAILED', reason: 'MISCONFIGURED' })
    await api.deps.gates.check(gate.id)
    const { items } = await api.call(listStaffGatesRoute, { params: { lot_id: lot.lot_id } }, admin.token)
    expect(items[0]?.faults).toEqual(['NETWORK_NOT_ALLOWED'])
  })

  test('hold a gate open until a time, and drivers send no pulse meanwhile', async () => {
    const gate = await aGate()
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    const until = new Date(api.ports.now().getTime() + 3_600_000).toISOString()
    const body = { until, note: 'Concert' }
    const held = await api.call(holdGateOpenRoute, { params: gate.params, body }, admin.token)
    expect(held.held_open_until).toBe(until)
    expect(await open(gate, driver)).toMatchObject({ status: 'REJECTED', reason: 'HELD_OPEN' })
    const released = await api.call(releaseGateRoute, { params: gate.params }, admin.token)
    expect(released.held_open_until).toBeNull()
    await api.call(holdGateOpenRoute, { params: gate.params, body }, admin.token)
    api.ports.advance({ hours: 1, minutes: 1 })
    await api.deps.gates.lookAfter()
    const { rows } = await api.deps.database.pool.query('select held_open_until from gates where id = $1', [
      gate.id,
    ])
    expect(rows).toEqual([{ held_open_until: null }])
  })

  test('lock a gate for drivers, and still open it themselves', async () => {
    const gate = await aGate({ locked_reason: 'Repair' })
    const driver = await aDriver()
    api.ports.advance({ minutes: 50 })
    expect(await open(gate, driver)).toMatchObject({ status: 'REJECTED', reason: 'LOCKED' })
    expect((await open(gate, admin, { note: 'Test after repair' })).reason).toBeNull()
    await api.deps.gates.settled()
  })

  test('cannot give a toggle gate a pause in which a second pulse would reverse it', async () => {
    const body = { ...simulated(), actuation: 'TOGGLE_BUTTON' as const, travel_seconds: 20 }
    const refusal = await api.refusal(createGateRoute, { params: { lot_id: lot.lot_id }, body }, admin.token)
    expect(refusal).toMatchObject({ status: 400, field: 'pause_seconds' })
  })

  test('of another lot do not reach a gate through their own lot', async () => {
    const gate = await aGate()
    const other = await aLot(api)
    const stranger = await aMember(api, other.lot_id, 'ADMIN')
    for (const params of [gate.params, { lot_id: other.lot_id, gate_id: gate.id }]) {
      const body = { params, body: { note: 'Let me in' }, idempotency_key: secretWord(api.ports) }
      expect(await api.refusal(openGateRoute, body, stranger.token)).toMatchObject({ status: 404 })
    }
    const mixed = { params: { lot_id: other.lot_id, gate_id: gate.id }, body: { name: 'Mine' } }
    expect(await api.refusal(patchGateRoute, mixed, admin.token)).toMatchObject({ status: 404 })
  })

  test('of the platform correct the settings of a gate, and do not open it', async () => {
    const gate = await aGate()
    const support = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
    const corrected = { params: gate.params, body: { travel_seconds: 30 } }
    expect(await api.call(patchGateRoute, corrected, support.token)).toMatchObject({ travel_seconds: 30 })
    const opening = { params: gate.params, body: { note: 'Help' }, idempotency_key: secretWord(api.ports) }
    expect(await api.refusal(openGateRoute, opening, support.token)).toMatchObject({ status: 403 })
  })

  test('remove a gate, whose history is kept', async () => {
    const gate = await aGate()
    await open(gate, admin, { note: 'Last time' })
    await api.deps.gates.settled()
    await api.call(deleteGateRoute, { params: gate.params }, admin.token)
    const { items } = await api.call(listStaffGatesRoute, { params: { lot_id: lot.lot_id } }, admin.token)
    expect(items).toEqual([])
    expect(await pulsesOf(gate.id)).toBe(1)
  })
})

describe('a member', () => {
  test('opens the gate with an assigned spot or with permission, and not without', async () => {
    const gate = await aGate()
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    expect(await open(gate, member)).toMatchObject({ status: 'REJECTED', reason: 'NOT_AUTHORIZED' })
    const { pool } = api.deps.database
    api.ports.advance({ minutes: 1 })
    const allowed = { lot_id: lot.lot_id, user_id: member.user_id }
    await api.call(allowMemberGatesRoute, { params: allowed, body: { is_allowed: true } }, admin.token)
    await open(gate, member)
    expect((await outcomeOf(gate, member)).given_by).toBe('MEMBERSHIP')
    await pool.query('update spots set assigned_user_id = $2 where id = $1', [
      lot.spot_ids[1],
      member.user_id,
    ])
    api.ports.advance({ minutes: 1 })
    await open(gate, member)
    expect((await outcomeOf(gate, member)).given_by).toBe('ASSIGNMENT')
  })
  test('who was removed and comes back asks for the permission again', async () => {
    const gate = await aGate()
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    const params = { lot_id: lot.lot_id, user_id: member.user_id }
    await api.call(allowMemberGatesRoute, { params, body: { is_allowed: true } }, admin.token)
    const { pool } = api.deps.database
    const become = (status: string) =>
      pool.query('update memberships set status = $3 where lot_id = $1 and user_id = $2', [
        lot.lot_id,
        member.user_id,
        status,
      ])
    await become('REMOVED')
    await become('ACTIVE')
    expect(await open(gate, member)).toMatchObject({ status: 'REJECTED', reason: 'NOT_AUTHORIZED' })
  })
})
