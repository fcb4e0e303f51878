import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
  getSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation, takeSpot } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let assignee: Person
let driver: Person
let own: string
let plain: string
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  assignee = await aMember(api, lot.lot_id, 'MEMBER')
  driver = await aPerson(api)
  ;[own = '', plain = ''] = lot.spot_ids
  const give = { params: { spot_id: own }, body: { assigned_user_id: assignee.user_id } }
  await api.call(updateSpotRoute, give, admin.token)
})
afterAll(() => api.close())

type Query = { starts_at?: string; ends_at?: string }
const read = (spot_id: string, query: Query, who?: Person) =>
  api.call(getSpotAvailabilityRoute, { params: { spot_id }, query }, who?.token)
const refusal = (query: Query, who?: Person) =>
  api.refusal(getSpotAvailabilityRoute, { params: { spot_id: plain }, query }, who?.token)
/** Formats each part as a line: from, to, state. */
const say = ({ parts }: { parts: { starts_at: string; ends_at: string; state: string }[] }) =>
  parts.map(({ starts_at, ends_at, state }) => `${starts_at.slice(5, 16)} ${ends_at.slice(5, 16)} ${state}`)

test('answers for one month from now if no range is given', async () => {
  api.ports.advance({ seconds: 30 })
  const month = await read(plain, {})
  expect(month).toEqual({
    starts_at: '2026-03-02T15:00:00.000Z',
    ends_at: '2026-04-02T15:00:00.000Z',
    parts: [{ starts_at: '2026-03-02T15:00:00.000Z', ends_at: '2026-04-02T15:00:00.000Z', state: 'OPEN' }],
    availability_rules: null,
    has_price: null,
  })
  expect(say(await read(own, {}))).toEqual(['03-02T15:00 04-02T15:00 CLOSED'])
})

test('shows reservations as taken without their drivers and merges adjacent ones', async () => {
  const spot_id = lot.spot_ids[2] ?? ''
  const reservation = (starts_at: string, ends_at: string, status: 'ACTIVE' | 'CANCELED' | 'PENDING') =>
    aReservation(api, {
      lot_id: lot.lot_id,
      spot_id,
      user_id: driver.user_id,
      starts_at,
      ends_at,
      status,
      hold_expires_at: ends_at,
    })
  await reservation('2026-05-01T10:00:00Z', '2026-05-01T12:00:00Z', 'ACTIVE')
  await reservation('2026-05-01T12:00:00Z', '2026-05-01T14:00:00Z', 'PENDING')
  await reservation('2026-05-01T16:00:00Z', '2026-05-01T17:00:00Z', 'CANCELED')
  const query = { starts_at: '2026-05-01T11:00:00Z', ends_at: '2026-05-01T20:00:00Z' }
  const seen = await read(spot_id, query)
  expect(say(seen)).toEqual(['05-01T11:00 05-01T14:00 TAKEN', '05-01T14:00 05-01T20:00 OPEN'])
  expect(JSON.stringify(seen)).not.toContain(driver.user_id)
})

test('keeps a nightly repeat at its local hours across clock changes and is closed beyond the horizon', async () => {
  const night = {
    starts_at: '2026-03-03T04:00:00Z', // 22:00 in Chicago
    ends_at: '2026-03-03T12:00:00Z',
    repeat_frequency: 'DAILY' as const,
  }
  const spot_id = lot.spot_ids[3] ?? ''
  await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: { kind: 'CLOSED', ...night } },
    admin.token,
  )
  const spring = { starts_at: '2026-03-07T18:00:00Z', ends_at: '2026-03-09T05:00:00Z' }
  expect(say(await read(spot_id, spring))).toEqual([
    '03-07T18:00 03-08T04:00 OPEN',
    '03-08T04:00 03-08T11:00 CLOSED',
    '03-08T11:00 03-09T03:00 OPEN',
    '03-09T03:00 03-09T05:00 CLOSED',
  ])
  const autumn = { starts_at: '2026-10-31T18:00:00Z', ends_at: '2026-11-01T18:00:00Z' }
  expect(say(await read(spot_id, autumn))).toEqual([
    '10-31T18:00 11-01T03:00 OPEN',
    '11-01T03:00 11-01T12:00 CLOSED',
    '11-01T12:00 11-01T18:00 OPEN',
  ])
  // Beyond the horizon, the calendar shows the spot as closed and bookings are rejected.
  const far = { starts_at: '2027-05-05T18:00:00Z', ends_at: '2027-05-07T18:00:00Z' }
  expect(say(await read(spot_id, far))).toEqual([
    '05-05T18:00 05-06T00:00 OPEN',
    '05-06T00:00 05-07T18:00 CLOSED',
  ])
  const reservation = { lot_id: lot.lot_id, spot_id, user_id: driver.user_id }
  const take = (starts_at: string, ends_at: string) => takeSpot(api, { ...reservation, starts_at, ends_at })
  expect(await take('2027-05-05T22:00:00Z', '2027-05-06T00:00:00Z')).toMatchObject({ outcome: 'held' })
  expect(await take('2027-05-06T00:00:00Z', '2027-05-06T01:00:00Z')).toMatchObject({ outcome: 'spot_closed' })
})

test('shows the availability rules to the assignee and staff only, also in a public lot', async () => {
  const noon = { starts_at: '2026-04-03T18:00:00.000Z', ends_at: '2026-04-03T20:00:00.000Z' }
  const mine = await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id: own }, body: { kind: 'OPEN', ...noon, note: 'mine' } },
    assignee.token,
  )
  const { closure } = await api.call(
    createLotClosureRoute,
    { params: { lot_id: lot.lot_id }, body: { ...noon, starts_at: '2026-04-03T19:00:00Z', note: 'ours' } },
    admin.token,
  )
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const owner = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const query = { starts_at: noon.starts_at, ends_at: '2026-04-04T00:00:00Z' }
  for (const who of [admin, patroller, owner]) {
    expect((await read(own, query, who)).availability_rules).toEqual([
      { ...mine, is_mine: false },
      { ...closure, is_mine: who === admin },
    ])
  }
  expect((await read(own, query, assignee)).availability_rules).toEqual([
    { ...mine, is_mine: true },
    { ...closure, note: null, is_mine: false },
  ])
  for (const who of [member, driver, undefined]) {
    const seen = await read(own, query, who)
    expect(seen.availability_rules).toBeNull()
    expect(say(seen)).toEqual(['04-03T18:00 04-03T19:00 OPEN', '04-03T19:00 04-04T00:00 CLOSED'])
  }
  // Availability rules that have ended by then are left out.
  const later = { starts_at: '2026-04-05T00:00:00Z', ends_at: '2026-04-06T00:00:00Z' }
  expect((await read(own, later, admin)).availability_rules).toEqual([])
})

test('shows the past to staff only', async () => {
  const query = { starts_at: '2026-02-20T00:00:00Z', ends_at: '2026-03-05T00:00:00Z' }
  expect(await read(plain, query, admin)).toMatchObject({ starts_at: '2026-02-20T00:00:00.000Z' })
  expect(await read(plain, query, driver)).toMatchObject({ starts_at: '2026-03-02T15:00:00.000Z' })
  expect(await read(own, query, assignee)).toMatchObject({ starts_at: '2026-03-02T15:00:00.000Z' })
  const over = { ...query, ends_at: '2026-03-01T00:00:00Z' }
  expect(await refusal(over, driver)).toMatchObject({
    status: 400,
    code: 'request_invalid',
    field: 'ends_at',
  })
})

test.each<[string, Query, string]>([
  ['reversed', { starts_at: '2026-05-02T00:00:00Z', ends_at: '2026-05-01T00:00:00Z' }, 'ends_at'],
  ['empty', { starts_at: '2026-05-02T00:00:00Z', ends_at: '2026-05-02T00:00:00Z' }, 'ends_at'],
  ['too long', { starts_at: '2026-05-02T00:00:00Z', ends_at: '2026-08-03T00:00:00Z' }, 'ends_at'],
  ['outside the supported years', { starts_at: '1900-05-02T00:00:00Z' }, 'starts_at'],
  ['no time at all', { starts_at: 'tomorrow' }, 'starts_at'],
])('rejects a range that is %s with 400 on its field', async (_, query, field) => {
  for (const who of [undefined, admin]) {
    expect(await refusal(query, who)).toMatchObject({ status: 400, code: 'request_invalid', field })
  }
})

test('rejects an unknown spot with 404', async () => {
  const input = { params: { spot_id: lot.lot_id }, query: {} }
  expect(await api.refusal(getSpotAvailabilityRoute, input, admin.token)).toMatchObject({ status: 404 })
  expect(await api.refusal(getSpotAvailabilityRoute, input)).toMatchObject({ status: 404 })
})

test('tells staff whether a spot has a price of its own, of its zone, of its lot, or by a rule', async () => {
  const free = { hour_cents: null, day_cents: null, half_hour_cents: null, month_cents: null }
  const unpriced = await aLot(api, free, 4)
  const boss = await aMember(api, unpriced.lot_id, 'ADMIN')
  const [none = '', itsOwn = '', ofZone = '', byRule = ''] = unpriced.spot_ids
  const rates = { hour_cents: 300 }
  const { id: zone_id } = await api.call(
    createZoneRoute,
    { params: { lot_id: unpriced.lot_id }, body: { name: 'Roof', rates } },
    boss.token,
  )
  for (const spot_id of [itsOwn, byRule])
    await api.call(updateSpotRoute, { params: { spot_id }, body: { rates } }, boss.token)
  await api.call(updateSpotRoute, { params: { spot_id: ofZone }, body: { zone_id } }, boss.token)
  const assigned = { assigned_user_id: boss.user_id }
  await api.call(updateSpotRoute, { params: { spot_id: byRule }, body: assigned }, boss.token)
  const rule = { kind: 'OPEN' as const, starts_at: '2026-03-03T15:00:00Z', ends_at: null, rates }
  await api.call(createSpotAvailabilityRoute, { params: { spot_id: byRule }, body: rule }, boss.token)
  // A rule takes rates only while there are usual ones.
  await api.call(updateSpotRoute, { params: { spot_id: byRule }, body: { rates: {} } }, boss.token)
  const priced = async (spot_id: string) => (await read(spot_id, {}, boss)).has_price
  expect(await Promise.all([none, itsOwn, ofZone, byRule].map(priced))).toEqual([false, true, true, true])
  expect((await read(plain, {}, admin)).has_price).toBe(true)
  expect((await read(own, {}, assignee)).has_price).toBe(true)
  expect((await read(none, {}, driver)).has_price).toBeNull()
})
