import { createHmac, randomUUID } from 'node:crypto'
import { listMonitorVehiclesRoute } from '@openspot/contract/booking/monitor.ts'
import { getPatrolShiftRoute, type PatrolShift } from '@openspot/contract/operations/patrol.ts'
import { lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import { createProblemRoute } from '@openspot/contract/operations/problems.ts'
import { createCarRoute, patchCarRoute } from '@openspot/contract/people/cars.ts'
import { judgePlate } from '@openspot/core/patrol/judge.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { fineAs, fineTerms, withFines } from '../../testing/factories/fines.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, {}, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const hour = 3_600_000
  api.ports.advance({ seconds: (hour - (api.ports.now().getTime() % hour)) / 1000 })
})

const params = () => ({ lot_id: lot.lot_id })
const load = (shift_id: string, version?: string): Promise<PatrolShift> =>
  api.call(
    getPatrolShiftRoute,
    { params: params(), query: { shift_id, ...(version === undefined ? {} : { version }) } },
    patroller.token,
  )

/** Hashes as the device does. */
const hashAllOf =
  ({ hash_key }: PatrolShift) =>
  async (texts: readonly string[]) =>
    texts.map((text) =>
      createHmac('sha256', Buffer.from(hash_key, 'base64url')).update(text).digest('base64url').slice(0, 12),
    )

async function judge(shift: PatrolShift, plate: string, at = api.ports.now()) {
  const known = { ...shift, rights: shift.data?.rights ?? [] }
  return judgePlate({ plate_normalized: normalizePlate(plate), region: '' }, at, known, hashAllOf(shift))
}

async function aDriver(plate: string, spot: number, hoursAhead: number, hours = 2) {
  const driver = await aPerson(api)
  const { id: car_id } = await api.call(createCarRoute, { body: { plate, region: 'IL' } }, driver.token)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const order = { payment_method_id, car_id, ...twoHours(api, hoursAhead, hours) }
  await bookAs(api, driver, { spot_id: lot.spot_ids[spot] ?? '', ...order })
  await api.runJobs()
  return { driver, ...order }
}

/** Assigns a spot to a member with a vehicle. */
async function anAssignee(plate: string, spot: number, valid_until: string | null = null) {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const { id } = await api.call(createCarRoute, { body: { plate, region: 'IL' } }, member.token)
  const { db } = api.deps.database
  await db
    .updateTable('spots')
    .set({ assigned_user_id: member.user_id })
    .where('id', '=', lot.spot_ids[spot] ?? '')
    .execute()
  if (valid_until) await db.updateTable('cars').set({ valid_until }).where('id', '=', id).execute()
  return { member, car_id: id }
}

test('a shift says for every moment ahead which plates may park, as the monitor says when that moment comes', async () => {
  const start = api.ports.now().getTime()
  const inMinutes = (minutes: number) => new Date(start + minutes * 60_000)
  await aDriver('AAA 1111', 0, 1)
  await aDriver('BBB 2222', 0, 3, 4)
  await anAssignee('CCC 3333', 1)
  await anAssignee('DDD 4444', 2, inMinutes(150).toISOString())
  const renamed = await aDriver('EEE 5555', 3, 0, 6)
  // Someone else parks on the assigned spot for two hours.
  const sublet = await aDriver('FFF 6666', 3, 6)
  await api.deps.database.db
    .updateTable('reservations')
    .set({ spot_id: lot.spot_ids[1] ?? '' })
    .where('car_id', '=', sublet.car_id)
    .execute()
  api.ports.advance({ minutes: 10 })
  await api.call(
    patchCarRoute,
    { params: { car_id: renamed.car_id }, body: { plate: 'EEE 7777' } },
    renamed.driver.token,
  )
  const shift = await load(randomUUID())
  const plates = ['AAA 1111', 'BBB 2222', 'CCC 3333', 'DDD 4444', 'EEE 5555', 'EEE 7777', 'FFF 6666']
  const seen = new Set<string>()
  for (let step = 0; step < 22; step++) {
    const at = api.ports.now()
    const { items } = await api.call(listMonitorVehiclesRoute, { params: params(), query: {} }, admin.token)
    const expected = items.map(
      ({ plate, spot_label, right }) => `${normalizePlate(plate)} ${spot_label} ${right}`,
    )
    const judged = await Promise.all(plates.map((plate) => judge(shift, plate, at)))
    const found = judged.flatMap(({ rights }) =>
      rights
        .filter(({ match }) => match === 'EXACT')
        .map(({ plate_normalized, spot_label, right }) => `${plate_normalized} ${spot_label} ${right}`),
    )
    expect(found.toSorted(), at.toISOString()).toEqual(expected.toSorted())
    for (const each of expected) seen.add(each.slice(0, 7))
    api.ports.advance({ minutes: 31 })
  }
  expect(seen.size).toBe(plates.length)
})

test('a device shows similar plates, says what ended and what is next, and nothing about a time that its data doesn’t reach', async () => {
  await aDriver('KAB 1234', 0, 1)
  const shift = await load(randomUUID())
  const at = (minutes: number) => new Date(api.ports.now().getTime() + minutes * 60_000)
  expect(await judge(shift, 'KAB 1234')).toMatchObject({ result: 'NO_RIGHT', next: { spot_label: 'A1' } })
  expect(await judge(shift, 'KA8 I234', at(90))).toMatchObject({
    result: 'SIMILAR',
    rights: [{ match: 'LOOK_ALIKE', plate_normalized: 'KAB1234', spot_label: 'A1' }],
  })
  expect(await judge(shift, 'KAX 1234', at(90))).toMatchObject({
    result: 'SIMILAR',
    rights: [{ match: 'ONE_EDIT', plate_normalized: 'KAB1234' }],
  })
  expect(await judge(shift, 'KAB 1234', at(200))).toMatchObject({
    result: 'NO_RIGHT',
    ended: { spot_label: 'A1' },
  })
  expect(await judge(shift, 'KAB 1234', at(12 * 60 + 1))).toMatchObject({ result: 'UNKNOWN' })
})

test('a shift names no license plate and no person, and two shifts have no hash in common', async () => {
  const { driver } = await aDriver('KAB 1234', 0, 1)
  const [first, second] = [await load(randomUUID()), await load(randomUUID())]
  const { rows } = await api.deps.database.pool.query('select email from users where id = $1', [
    driver.user_id,
  ])
  for (const text of ['KAB', '1234', String(rows[0]?.email)])
    expect(JSON.stringify(first.data)).not.toContain(text)
  const hashes = ({ data }: PatrolShift) =>
    (data?.rights ?? []).flatMap((each) => [each.plate_hash, each.look_alike_hash])
  expect(hashes(first)).toHaveLength(2)
  expect(hashes(first).some((each) => hashes(second).includes(each))).toBe(false)
})

test('a shift has the spots by zone, the open problems, and the fines of the lot', async () => {
  await withFines(api, lot.lot_id, admin)
  const { db } = api.deps.database
  const zone = await db
    .insertInto('zones')
    .values({ lot_id: lot.lot_id, name: 'Level 1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('spots')
    .set({ zone_id: zone.id })
    .where('id', '=', lot.spot_ids[0] ?? '')
    .execute()
  await api.call(
    createProblemRoute,
    { params: params(), body: { kind: 'OTHER', text: 'A lamp is broken.' }, idempotency_key: randomUUID() },
    patroller.token,
  )
  const { data } = await load(randomUUID())
  expect(data?.lot).toEqual({
    id: lot.lot_id,
    name: 'Wells Street Lot',
    time_zone: 'America/Chicago',
    currency: 'USD',
  })
  expect(data?.zones).toEqual([{ id: zone.id, name: 'Level 1' }])
  expect(data?.spots.map(({ label, zone_id, state }) => [label, zone_id, state])).toEqual([
    ['A1', zone.id, 'AVAILABLE'],
    ['A2', null, 'AVAILABLE'],
    ['A3', null, 'AVAILABLE'],
    ['A4', null, 'AVAILABLE'],
  ])
  expect(data?.tasks).toMatchObject([{ kind: 'OTHER', text: 'A lamp is broken.', finding: null }])
  expect(data?.fine_reasons).toEqual(fineTerms.reasons)
})

test('the data is sent again only if it changed, and the start of a shift is audited once', async () => {
  const shift_id = randomUUID()
  const first = await load(shift_id)
  api.ports.advance({ minutes: 1 })
  const again = await load(shift_id, first.version)
  expect(again).toMatchObject({ data: null, version: first.version, hash_key: first.hash_key })
  expect(Date.parse(again.as_of) - Date.parse(first.as_of)).toBe(60_000)
  await aDriver('KAB 1234', 0, 1)
  expect((await load(shift_id, first.version)).data?.rights).toHaveLength(1)
  const { rows } = await api.deps.database.pool.query(
    `select details ->> 'shift_id' as shift_id from audit_log where lot_id = $1 and action = 'patrol.start'`,
    [lot.lot_id],
  )
  expect(rows).toEqual([{ shift_id }])
})

test('the start of a shift is audited for a version that is made up, cut from a real one, or from another shift', async () => {
  const known = await load(randomUUID())
  const starts = async () => {
    const { rows } = await api.deps.database.pool.query<{ shift_id: string }>(
      `select details ->> 'shift_id' as shift_id from audit_log where lot_id = $1 and action = 'patrol.start'`,
      [lot.lot_id],
    )
    return rows.map(({ shift_id }) => shift_id)
  }
  for (const version of ['x', 'x.y', known.version.split('.')[0] ?? '', known.version]) {
    const shift_id = randomUUID()
    expect((await load(shift_id, version)).data).not.toBeNull()
    expect(await starts()).toContain(shift_id)
  }
})

test('a fine and a lookup from a device are recorded once, even after the stored response is gone', async () => {
  await withFines(api, lot.lot_id, admin)
  const seen_at = api.ports.now().toISOString()
  // The device was offline for almost as long as it may be.
  api.ports.advance({ hours: 40 })
  const order = { plate: 'ZZZ 9', reason: 'BLOCKING', seen_at } as const
  const looked = { plate: 'ZZZ 9', reason: 'PATROL', looked_up_at: seen_at } as const
  const look = () =>
    api.call(lookUpPlateRoute, { params: params(), body: looked, idempotency_key: 'lookup' }, patroller.token)
  const first = await fineAs(api, patroller, lot.lot_id, order, 'fine')
  const { id } = await look()
  for (const isForgotten of [false, true]) {
    if (isForgotten) await api.deps.database.pool.query('delete from idempotency_keys')
    expect((await fineAs(api, patroller, lot.lot_id, order, 'fine')).id).toBe(first.id)
    expect((await look()).id).toBe(id)
  }
  const { rows } = await api.deps.database.pool.query(
    `select (select count(*)::int from fines where lot_id = $1) as fines,
       (select count(*)::int from plate_lookups where lot_id = $1) as lookups`,
    [lot.lot_id],
  )
  expect(rows).toEqual([{ fines: 1, lookups: 1 }])
})
