import {
  createCalendarPriceRoute,
  createZoneRoute,
  deleteCalendarPriceRoute,
  deleteZoneRoute,
  getCalendarPriceRoute,
  listCalendarPricesRoute,
  listPricePeriodsRoute,
  updateCalendarPriceRoute,
} from '@openspot/contract/booking/prices.ts'
import type { Input } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

type Body = Input<typeof createCalendarPriceRoute>['body']
/** The evenings of a fair in Chicago. */
const fair = {
  name: 'Fair',
  starts_at: '2026-03-06T00:00:00.000Z', // Thursday, 18:00
  ends_at: '2026-03-06T04:00:00.000Z',
  percent_bps: 2500,
}
const create = (more: Partial<Body> = {}, who = admin, lot_id = lot.lot_id) =>
  api.call(createCalendarPriceRoute, { body: { lot_id, ...fair, ...more } }, who.token)
const change = (price_id: string, body: Input<typeof updateCalendarPriceRoute>['body']) =>
  api.call(updateCalendarPriceRoute, { params: { price_id }, body }, admin.token)
const refused = (more: Partial<Body>, who = admin) =>
  api.refusal(createCalendarPriceRoute, { body: { lot_id: lot.lot_id, ...fair, ...more } }, who.token)
const periods = async (from: string, to: string, who: Person, lot_id = lot.lot_id) =>
  (await api.call(listPricePeriodsRoute, { params: { lot_id, from, to } }, who.token)).items
const version = async () =>
  (
    await api.deps.database.db
      .selectFrom('lots')
      .select('terms_version')
      .where('id', '=', lot.lot_id)
      .executeTakeFirstOrThrow()
  ).terms_version

test('creates, changes, and deletes a calendar price with an audit entry and a new terms version each', async () => {
  const before = await version()
  const price = await create({ name: '  Fair ', units: ['HOUR', 'DAY'] })
  expect(price).toEqual({
    id: price.id,
    lot_id: lot.lot_id,
    ...fair,
    repeat_frequency: 'NEVER',
    weekdays: [],
    until_on: null,
    amount_cents: null,
    units: ['HOUR', 'DAY'],
    zone_ids: null,
    is_published: true,
    is_guidance: false,
    version: 1,
    created_by: 'Ada Example',
    created_at: '2026-03-02T15:00:00.000Z',
    changed_at: '2026-03-02T15:00:00.000Z',
  })
  const params = { price_id: price.id }
  expect(await api.call(getCalendarPriceRoute, { params }, admin.token)).toEqual(price)
  api.ports.advance({ minutes: 5 })
  // An amount replaces a percentage without mentioning it.
  expect(await change(price.id, { amount_cents: -50, units: null })).toEqual({
    ...price,
    percent_bps: null,
    amount_cents: -50,
    units: null,
    version: 2,
    changed_at: '2026-03-02T15:05:00.000Z',
  })
  await api.call(deleteCalendarPriceRoute, { params }, admin.token)
  for (const gone of [getCalendarPriceRoute, deleteCalendarPriceRoute]) {
    expect(await api.refusal(gone, { params }, admin.token)).toMatchObject({ status: 404 })
  }
  expect(await version()).toBe(before + 3)
  const noted = await api.deps.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', price.id)
    .orderBy('id')
    .execute()
  expect(noted.map(({ action }) => action)).toEqual([
    'calendar_price.create',
    'calendar_price.change',
    'calendar_price.delete',
  ])
})

test.each<[string, Partial<Body>, string]>([
  ['has no name', { name: '   ' }, 'name'],
  ['has no end', { ends_at: null }, 'ends_at'],
  ['is reversed', { ends_at: '2026-03-05T00:00:00Z' }, 'ends_at'],
  ['begins before all prices', { starts_at: '1980-03-05T00:00:00Z' }, 'starts_at'],
  [
    'begins in ten years',
    { starts_at: '2036-03-05T00:00:00Z', ends_at: '2036-03-06T00:00:00Z' },
    'starts_at',
  ],
  ['changes nothing', { percent_bps: null }, 'percent_bps'],
  ['changes by nothing', { percent_bps: 0 }, 'percent_bps'],
  ['changes twice', { amount_cents: 100 }, 'amount_cents'],
  ['changes too much', { percent_bps: -10_001 }, 'percent_bps'],
  ['names no unit', { units: [] }, 'units'],
  ['names no zone', { zone_ids: [] }, 'zone_ids'],
  ['names days of a week that does not repeat', { weekdays: ['FRI'] }, 'weekdays'],
  ['names a last day without repeats', { until_on: '2026-09-01' }, 'until_on'],
])('rejects a price that %s with 400 on its field', async (_, more, field) => {
  expect(await refused(more)).toMatchObject({ status: 400, code: 'request_invalid', field })
})

test('rejects zones of another lot with 400 on zone_ids', async () => {
  const zone = await api.call(
    createZoneRoute,
    { params: { lot_id: lot.lot_id }, body: { name: 'Roof' } },
    admin.token,
  )
  const elsewhere = await aLot(api)
  const boss = await aMember(api, elsewhere.lot_id, 'ADMIN')
  const foreign = await api.call(
    createZoneRoute,
    { params: { lot_id: elsewhere.lot_id }, body: { name: 'Roof' } },
    boss.token,
  )
  const wrong = { status: 400, code: 'request_invalid', field: 'zone_ids' }
  expect(await refused({ zone_ids: [zone.id, foreign.id] })).toMatchObject(wrong)
  const price = await create({ zone_ids: [zone.id] })
  const body = { zone_ids: [foreign.id] }
  expect(
    await api.refusal(updateCalendarPriceRoute, { params: { price_id: price.id }, body }, admin.token),
  ).toMatchObject(wrong)
  await api.call(deleteZoneRoute, { params: { zone_id: zone.id } }, admin.token)
  // Other fields of the price can still change.
  expect(await change(price.id, { name: 'Old roof' })).toMatchObject({ zone_ids: [zone.id] })
  expect(await refused({ zone_ids: [zone.id] })).toMatchObject(wrong)
})

test('expands a repeating price in the lot’s time zone across clock changes', async () => {
  const own = await aLot(api)
  const boss = await aMember(api, own.lot_id, 'SUPER_ADMIN')
  const night = {
    name: 'Night',
    starts_at: '2026-03-07T05:00:00Z', // Friday, 23:00
    ends_at: '2026-03-07T13:00:00Z', // until 07:00
    repeat_frequency: 'WEEKLY' as const,
    weekdays: ['SAT' as const],
    percent_bps: -2000,
  }
  const price = await create(night, boss, own.lot_id)
  const say = (items: { starts_at: string; ends_at: string }[]) =>
    items.map(({ starts_at, ends_at }) => `${starts_at.slice(0, 16)} ${ends_at.slice(11, 16)}`)
  const week = await periods('2026-03-06', '2026-03-16', boss, own.lot_id)
  expect(say(week)).toEqual(['2026-03-08T05:00 12:00', '2026-03-15T04:00 12:00'])
  expect(week[0]).toMatchObject({ price_id: price.id, name: 'Night', percent_bps: -2000, is_published: true })
  expect(say(await periods('2026-10-31', '2026-11-01', boss, own.lot_id))).toEqual(['2026-11-01T04:00 13:00'])
  // The last day is excluded: Saturday's night begins on the 14th in the lot's time zone.
  expect(await periods('2026-03-09', '2026-03-14', boss, own.lot_id)).toEqual([])
  expect(await periods('2026-03-09', '2026-03-15', boss, own.lot_id)).toHaveLength(1)
  // A period that began before the first day is included.
  expect(await periods('2026-03-15', '2026-03-16', boss, own.lot_id)).toHaveLength(1)
})

test('shows unpublished prices to staff only, also in a public lot', async () => {
  const own = await aLot(api)
  const people = await Promise.all(
    (['ADMIN', 'PATROLLER', 'MEMBER'] as const).map((role) => aMember(api, own.lot_id, role)),
  )
  const [boss = admin, patroller = admin, member = admin] = people
  await create({ name: 'Plan', is_published: false }, boss, own.lot_id)
  await create({ name: 'Said' }, boss, own.lot_id)
  const names = async (who: Person) =>
    (await periods('2026-03-01', '2026-04-01', who, own.lot_id)).map(({ name }) => name).sort()
  for (const who of [boss, patroller]) expect(await names(who)).toEqual(['Plan', 'Said'])
  for (const who of [member, driver]) expect(await names(who)).toEqual(['Said'])

  // Admins get the prices as they were set, including past ones.
  await create(
    { name: 'Over', starts_at: '2026-01-05T00:00:00Z', ends_at: '2026-01-06T00:00:00Z' },
    boss,
    own.lot_id,
  )
  const list = { params: { lot_id: own.lot_id } }
  const { items } = await api.call(listCalendarPricesRoute, list, boss.token)
  expect(items.map(({ name }) => name)).toEqual(['Over', 'Plan', 'Said'])
  expect(items[1]).toMatchObject({ ...fair, name: 'Plan', is_published: false, created_by: 'Ada Example' })
  for (const who of [patroller, member, admin]) {
    expect(await api.refusal(listCalendarPricesRoute, list, who.token)).toMatchObject({ status: 403 })
  }
})

test.each([
  ['reversed', '2026-03-05', '2026-03-04', 'to'],
  ['empty', '2026-03-05', '2026-03-05', 'to'],
  ['too long', '2026-03-01', '2027-03-03', 'to'],
  ['a date that does not exist', '2026-02-30', '2026-03-05', 'from'],
  ['not a day', '2026-03-01', 'tomorrow', 'to'],
  ['outside the supported years', '1026-03-01', '1026-03-05', 'from'],
])('rejects days that are %s with 400 on their field', async (_, from, to, field) => {
  const input = { params: { lot_id: lot.lot_id, from, to } }
  expect(await api.refusal(listPricePeriodsRoute, input, admin.token)).toMatchObject({
    status: 400,
    code: 'request_invalid',
    field,
  })
})

test('accepts a range of a whole leap year', async () => {
  const input = { params: { lot_id: lot.lot_id, from: '2028-01-01', to: '2029-01-01' } }
  expect(await api.call(listPricePeriodsRoute, input, admin.token)).toEqual({ items: [] })
})

test('rejects patrollers, members, and strangers with 403 or 404', async () => {
  const price = await create()
  const params = { price_id: price.id }
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const foreign = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  // The lot in the body decides, so an admin of another lot is a stranger here.
  for (const who of [patroller, member, driver, foreign]) {
    expect(await refused({}, who)).toMatchObject({ status: 403 })
  }
  expect(await api.refusal(getCalendarPriceRoute, { params }, patroller.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(deleteCalendarPriceRoute, { params }, patroller.token)).toMatchObject({
    status: 403,
  })
  for (const who of [member, driver, foreign]) {
    expect(await api.refusal(getCalendarPriceRoute, { params }, who.token)).toMatchObject({ status: 404 })
    const patch = { params, body: { name: 'Mine' } }
    expect(await api.refusal(updateCalendarPriceRoute, patch, who.token)).toMatchObject({ status: 404 })
    expect(await api.refusal(deleteCalendarPriceRoute, { params }, who.token)).toMatchObject({ status: 404 })
  }
  const days = { params: { lot_id: lot.lot_id, from: '2026-03-01', to: '2026-04-01' } }
  expect(await api.refusal(listPricePeriodsRoute, days)).toMatchObject({ status: 401 })
  const hidden = await aLot(api, { is_private: true })
  const behind = { params: { ...days.params, lot_id: hidden.lot_id } }
  expect(await api.refusal(listPricePeriodsRoute, behind, driver.token)).toMatchObject({ status: 404 })
  expect(await api.refusal(updateCalendarPriceRoute, { params, body: {} }, admin.token)).toMatchObject({
    code: 'request_invalid',
  })
  // A price can't be moved to another lot.
  const moved = { params, body: { lot_id: hidden.lot_id } as never }
  expect(await api.refusal(updateCalendarPriceRoute, moved, admin.token)).toMatchObject({ field: 'lot_id' })
})
