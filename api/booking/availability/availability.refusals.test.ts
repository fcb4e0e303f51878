import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
  getSpotAvailabilityRoute,
  listLotClosuresRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import {
  type AvailabilityRuleBody,
  aHeldLot,
  closed,
  closedTimes,
  noon,
  open,
  said,
} from '../../testing/factories/availability.ts'
import { anAvailabilityRule, brokenCalendars } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let assignee: Person
let stranger: Person
let own: string
let plain: string
beforeAll(async () => {
  api = await testApi()
  stranger = await aPerson(api)
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  ;({ lot, admin, assignee, own, plain } = await aHeldLot(api))
})

const create = (spot_id: string, body: AvailabilityRuleBody, who: Person) =>
  api.call(createSpotAvailabilityRoute, said(spot_id, body), who.token)
const rows = (spot_id: string) => closedTimes(api, spot_id)

test.each<[string, Partial<AvailabilityRuleBody>, string]>([
  ['ends before it starts', { ends_at: '2026-03-03T17:00:00Z' }, 'ends_at'],
  ['has seconds', { starts_at: '2026-03-03T18:00:30Z' }, 'starts_at'],
  ['began in another century', { starts_at: '1999-03-03T18:00:00Z' }, 'starts_at'],
  ['begins in the far future', { starts_at: '2030-03-03T18:00:00Z', ends_at: null }, 'starts_at'],
  ['ends in the far future', { ends_at: '2400-03-03T18:00:00Z' }, 'ends_at'],
  ['is written as no calendar knows it', { starts_at: '2026-03-03T23:59:60Z' }, 'starts_at'],
  ['repeats without an end of its first occurrence', { ends_at: null, repeat_frequency: 'DAILY' }, 'ends_at'],
  ['names weekdays and does not repeat', { weekdays: ['MON'] }, 'weekdays'],
  ['names a last day and does not repeat', { until_on: '2026-05-01' }, 'until_on'],
  ['names no real day', { repeat_frequency: 'DAILY', until_on: '2026-02-31' }, 'until_on'],
  ['overlaps itself', { ends_at: '2026-03-04T19:00:00Z', repeat_frequency: 'DAILY' }, 'ends_at'],
  ['closes at a price', { rates: { hour_cents: 400 } }, 'rates'],
])('rejects an availability rule that %s with 400 on its field and saves nothing', async (_, more, field) => {
  const refused = await api.refusal(
    createSpotAvailabilityRoute,
    said(plain, { ...closed, ...more }),
    admin.token,
  )
  expect(refused).toMatchObject({ status: 400, code: 'request_invalid', field })
  expect(await rows(plain)).toEqual([])
})

test('rejects an OPEN availability rule on an unassigned spot with 409 availability_not_possible', async () => {
  expect(await api.refusal(createSpotAvailabilityRoute, said(plain, open), admin.token)).toMatchObject({
    status: 409,
    code: 'availability_not_possible',
    field: 'kind',
  })
})

test('rejects a host’s rates outside the bounds around the spot’s usual price', async () => {
  const { db } = api.deps.database
  await db
    .updateTable('lots')
    .set({ host_rate_min_bps: 5000, host_rate_max_bps: 15_000, day_cents: null, day_from_hours: 10 })
    .where('id', '=', lot.lot_id)
    .execute()
  const refused = (rates: AvailabilityRuleBody['rates']) =>
    api.refusal(createSpotAvailabilityRoute, said(own, { ...open, rates }), assignee.token)
  const wrong = (field: string) => ({ status: 400, code: 'request_invalid', field })
  expect(await refused({ hour_cents: 199 })).toMatchObject(wrong('rates.hour_cents'))
  expect(await refused({ hour_cents: 601 })).toMatchObject({
    ...wrong('rates.hour_cents'),
    details: { least_cents: 200, most_cents: 600 },
  })
  // The lot sells no days, but a day still has a price: ten hours.
  expect(await refused({ hour_cents: 400, day_cents: 6001 })).toMatchObject(wrong('rates.day_cents'))
  expect(await refused({ month_cents: 1 })).toMatchObject(wrong('rates.month_cents'))
  const rule = await create(own, { ...open, rates: { hour_cents: 200, day_cents: 6000 } }, assignee)
  // The spot's own rates replace the lot's.
  await api.call(
    updateSpotRoute,
    { params: { spot_id: own }, body: { rates: { hour_cents: 1000 } } },
    admin.token,
  )
  const change = { params: { availability_id: rule.id }, body: { rates: { hour_cents: 400 } } }
  expect(await api.refusal(updateAvailabilityRoute, change, assignee.token)).toMatchObject(
    wrong('rates.hour_cents'),
  )
  const note = { params: { availability_id: rule.id }, body: { note: 'kept' } }
  expect(await api.call(updateAvailabilityRoute, note, assignee.token)).toMatchObject({
    rates: { hour_cents: 200, day_cents: 6000 },
  })
})

test('limits a spot to 200 availability rules, not counting past ones', async () => {
  const past = { starts_at: '2026-01-03T18:00:00Z', ends_at: '2026-01-03T20:00:00Z' }
  for (let i = 0; i < 202; i++) {
    const times = i < 3 ? past : noon
    await anAvailabilityRule(api, {
      lot_id: lot.lot_id,
      spot_id: plain,
      kind: 'CLOSED',
      ...times,
      created_by_user_id: admin.user_id,
    })
  }
  await create(plain, closed, admin)
  expect(await api.refusal(createSpotAvailabilityRoute, said(plain, closed), admin.token)).toMatchObject({
    status: 409,
    code: 'availability_not_possible',
  })
})

test('rejects patrollers, members, strangers, and anonymous callers with 403, 404, or 401', async () => {
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const foreign = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  for (const who of [patroller, member, stranger, foreign]) {
    expect(await api.refusal(createSpotAvailabilityRoute, said(own, open), who.token)).toMatchObject({
      status: 403,
    })
  }
  expect(await api.refusal(createSpotAvailabilityRoute, said(plain, closed), assignee.token)).toMatchObject({
    status: 403,
  })
  expect(await api.refusal(createSpotAvailabilityRoute, said(own, open))).toMatchObject({ status: 401 })
  const { id } = await create(own, open, assignee)
  const one = { params: { availability_id: id } }
  expect(await api.refusal(deleteAvailabilityRoute, one, patroller.token)).toMatchObject({ status: 403 })
  for (const who of [member, stranger, foreign]) {
    expect(await api.refusal(deleteAvailabilityRoute, one, who.token)).toMatchObject({ status: 404 })
    expect(await api.refusal(updateAvailabilityRoute, { ...one, body: {} }, who.token)).toMatchObject({
      status: 404,
    })
  }
  const closing = { params: { lot_id: lot.lot_id }, body: noon }
  for (const who of [patroller, member, foreign]) {
    expect(await api.refusal(createLotClosureRoute, closing, who.token)).toMatchObject({ status: 403 })
  }
  expect(await api.call(listLotClosuresRoute, { params: closing.params }, patroller.token)).toEqual({
    items: [],
  })
  expect(await api.refusal(listLotClosuresRoute, { params: closing.params }, member.token)).toMatchObject({
    status: 403,
  })
  expect(await api.refusal(updateAvailabilityRoute, { ...one, body: {} }, assignee.token)).toMatchObject({
    code: 'request_invalid',
  })
  const nowhere = { params: { availability_id: lot.lot_id } }
  expect(await api.refusal(deleteAvailabilityRoute, nowhere, admin.token)).toMatchObject({ status: 404 })
})

test('rejects an assignee’s change or deletion of a closure by staff', async () => {
  const { id } = await create(own, closed, admin)
  const one = { params: { availability_id: id } }
  expect(await api.refusal(deleteAvailabilityRoute, one, assignee.token)).toMatchObject({ code: 'forbidden' })
  const change = { ...one, body: { ends_at: '2026-03-03T18:30:00Z' } }
  expect(await api.refusal(updateAvailabilityRoute, change, assignee.token)).toMatchObject({
    code: 'forbidden',
  })
  const theirs = await create(own, closed, assignee)
  await api.call(deleteAvailabilityRoute, { params: { availability_id: theirs.id } }, assignee.token)
})

test('hides a private lot’s calendar from strangers with 404', async () => {
  const hidden = await aLot(api, { is_private: true })
  const member = await aMember(api, hidden.lot_id, 'MEMBER')
  const input = { params: { spot_id: hidden.spot_ids[0] ?? '' }, query: {} }
  expect(await api.refusal(getSpotAvailabilityRoute, input)).toMatchObject({ status: 404 })
  expect(await api.refusal(getSpotAvailabilityRoute, input, stranger.token)).toMatchObject({ status: 404 })
  expect(await api.call(getSpotAvailabilityRoute, input, member.token)).toMatchObject({
    availability_rules: null,
  })
  const closing = { params: { spot_id: hidden.spot_ids[0] ?? '' }, body: closed }
  expect(await api.refusal(createSpotAvailabilityRoute, closing, stranger.token)).toMatchObject({
    status: 404,
  })
})
