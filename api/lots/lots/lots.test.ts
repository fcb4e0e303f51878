import { getLotRoute, getPublicLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { patchMembershipRoute, requestToJoinRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { aRuleSet, clockOf } from '../../testing/factories/search-world.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const at = (hours: number) => clockOf(api)(hours)
const publicLot = (of: TestLot, query: { starts_at?: string; ends_at?: string }, token?: string) =>
  api.call(getPublicLotRoute, { params: { public_id: of.public_id }, query }, token)
type Patch = Parameters<typeof api.call<typeof updateLotRoute>>[1]['body']
const change = (of: TestLot, body: Patch, token = admin.token) =>
  api.call(updateLotRoute, { params: { lot_id: of.lot_id }, body }, token)

test('shows a public lot with its hours but without staff settings', async () => {
  const hours = { MON: [{ opens: '08:00', closes: '20:00' }] }
  const shown = await aLot(api, { opening_hours: JSON.stringify(hours), day_from_hours: 8 })
  const { lot: public_lot, offer, free_spots, redirected_from } = await publicLot(shown, {})
  expect(public_lot).toMatchObject({ opening_hours: hours, overnight_allowed: true })
  expect(public_lot.price_configuration).toMatchObject({ day_from_hours: 8, month_from_days: null })
  expect(public_lot).not.toHaveProperty('accept_hours')
  expect([offer, free_spots, redirected_from]).toEqual([null, null, null])
})

test('offers a price and the number of free spots for given times', async () => {
  const { offer, free_spots } = await publicLot(lot, { starts_at: at(2), ends_at: at(4) })
  expect(offer).toMatchObject({ price: { total_cents: 899 }, refusal: null })
  expect(free_spots).toBe(3)
  const unnamed = { params: { public_id: lot.public_id }, query: { ends_at: at(4) } }
  expect(await api.refusal(getPublicLotRoute, unnamed)).toMatchObject({ status: 400, field: 'starts_at' })
})

test('offers the monthly price without an end if the lot sells months', async () => {
  const query = { starts_at: at(2) }
  const { offer, free_spots } = await publicLot(lot, query)
  expect(offer).toMatchObject({ price: null, refusal: { code: 'rate_missing' } })
  expect(free_spots).toBe(0)
  const monthly = await aLot(api, { month_cents: 20_000 })
  expect(await publicLot(monthly, query)).toMatchObject({
    offer: { price: { total_cents: 20_099 } },
    free_spots: 3,
  })
})

test('rejects times outside the lot’s hours with lot_closed and the next opening, across a clock change', async () => {
  const opening_hours = JSON.stringify({ SUN: [{ opens: '08:00', closes: '20:00' }] })
  const closing = await aLot(api, { opening_hours })
  // In Chicago the clocks go forward in the night to Sunday, March 8, so 8 AM is an hour earlier in UTC.
  const sunday = (time: string) => `2026-03-08T${time}:00.000Z`
  const refused = await publicLot(closing, { starts_at: sunday('12:30'), ends_at: sunday('15:00') })
  expect(refused).toMatchObject({
    offer: {
      price: null,
      refusal: { code: 'lot_closed', rule: null, details: { field: 'starts_at', opens_at: sunday('13:00') } },
    },
    free_spots: 0,
  })
  const open = await publicLot(closing, { starts_at: sunday('13:00'), ends_at: '2026-03-09T01:00:00.000Z' })
  expect(open).toMatchObject({ offer: { refusal: null }, free_spots: 3 })
  const late = await publicLot(closing, { starts_at: sunday('13:00'), ends_at: '2026-03-09T01:30:00.000Z' })
  expect(late.offer?.refusal).toMatchObject({ code: 'lot_closed', details: { field: 'ends_at' } })
})

test('applies the rules of the caller’s group, or else the rules for everyone', async () => {
  const ruled = await aLot(api)
  await aRuleSet(api, ruled.lot_id, { max_duration_minutes: 60 }, true)
  const residents = await aRuleSet(api, ruled.lot_id, { max_duration_minutes: 180 }, false)
  const { db } = api.deps.database
  const { id: group_id } = await db
    .insertInto('groups')
    .values({ lot_id: ruled.lot_id, name: 'Unit 1', rule_set_id: residents })
    .returning('id')
    .executeTakeFirstOrThrow()
  const resident = await aMember(api, ruled.lot_id, 'MEMBER')
  await db.updateTable('memberships').set({ group_id }).where('user_id', '=', resident.user_id).execute()
  const query = { starts_at: at(2), ends_at: at(4) }
  const refusal = {
    code: 'rules_refuse',
    rule: 'max_duration_minutes',
    rule_set: { name: 'Everyone', version: 1 },
  }
  expect((await publicLot(ruled, query)).offer).toMatchObject({ price: null, refusal })
  const member = await aMember(api, ruled.lot_id, 'MEMBER')
  expect((await publicLot(ruled, query, member.token)).offer).toMatchObject({ price: null, refusal })
  expect(await publicLot(ruled, query, resident.token)).toMatchObject({
    offer: { refusal: null },
    free_spots: 3,
  })
})

test('follows a lot’s redirects and names the first lot as redirected_from', async () => {
  const from = await aLot(api, { name: 'Old gate' })
  const over = await aLot(api, { name: 'Second gate' })
  const { db } = api.deps.database
  await db.insertInto('lot_redirects').values({ from_lot_id: from.lot_id, to_lot_id: over.lot_id }).execute()
  await db.insertInto('lot_redirects').values({ from_lot_id: over.lot_id, to_lot_id: lot.lot_id }).execute()
  const shown = await publicLot(from, { starts_at: at(2), ends_at: at(4) })
  expect(shown).toMatchObject({ lot: { id: lot.lot_id }, redirected_from: 'Old gate', free_spots: 3 })
  const missing = { params: { public_id: 'x'.repeat(22) }, query: {} }
  expect(await api.refusal(getPublicLotRoute, missing)).toMatchObject({ status: 404 })
})

test('shows lot settings with the caller’s role to its members and platform admins only', async () => {
  const params = { params: { lot_id: lot.lot_id } }
  for (const role of ['MEMBER', 'PATROLLER', 'ADMIN', 'SUPER_ADMIN'] as const) {
    const { token } = await aMember(api, lot.lot_id, role)
    expect(await api.call(getLotRoute, params, token)).toMatchObject({
      role,
      accept_hours: 48,
      host_rate_min_bps: 5000,
    })
  }
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect((await api.call(getLotRoute, params, platform.token)).role).toBeNull()
  const stranger = await aPerson(api)
  expect(await api.refusal(getLotRoute, params, stranger.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(getLotRoute, params)).toMatchObject({ status: 401 })
})

test('updates the named settings, raises the terms version only for terms, and audits previous values', async () => {
  const mine = await aLot(api)
  const { token, user_id } = await aMember(api, mine.lot_id, 'SUPER_ADMIN')
  const opening_hours = { FRI: [{ opens: '18:00', closes: '02:00' }] }
  const after = await change(
    mine,
    { hour_cents: 450, month_cents: 30_000, opening_hours, offer_minutes: 45 },
    token,
  )
  expect(after).toMatchObject({ opening_hours, offer_minutes: 45, terms_version: 2, role: 'SUPER_ADMIN' })
  expect(after.price_configuration).toMatchObject({ hour_cents: 450, day_cents: 2000, month_cents: 30_000 })
  // Sending the same value again, or a setting that is not a term, must not raise the terms version.
  expect((await change(mine, { hour_cents: 450, opening_hours }, token)).terms_version).toBe(2)
  expect((await change(mine, { host_notice_days: 30 }, token)).terms_version).toBe(2)
  expect((await change(mine, { opening_hours: null, day_cents: null }, token)).opening_hours).toBeNull()
  const log = await api.deps.database.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'actor_user_id', 'actor_role', 'details'])
    .where('lot_id', '=', mine.lot_id)
    .orderBy('id')
    .execute()
  expect(log).toHaveLength(3)
  expect(log[0]).toEqual({
    action: 'lot.change',
    subject_id: mine.lot_id,
    actor_user_id: user_id,
    actor_role: 'super_admin',
    details: {
      before: { hour_cents: 400, month_cents: null, opening_hours: null, offer_minutes: 30 },
      after: { hour_cents: 450, month_cents: 30_000, opening_hours, offer_minutes: 45 },
    },
  })
  expect(log[2]?.details).toEqual({
    before: { opening_hours, day_cents: 2000 },
    after: { opening_hours: null, day_cents: null },
  })
})

const clash = {
  MON: [
    { opens: '08:00', closes: '12:00' },
    { opens: '11:00', closes: '13:00' },
  ],
}
test.each<[string, Patch, string]>([
  ['hours that overlap', { opening_hours: clash }, 'opening_hours.MON'],
  ['a lowest price above the highest', { min_reservation_price: 100_001 }, 'min_reservation_price'],
  ['a highest price below the lowest', { max_reservation_price: 199 }, 'max_reservation_price'],
  ['both turned round', { min_reservation_price: 20, max_reservation_price: 10 }, 'max_reservation_price'],
  ['a host’s least above their most', { host_rate_min_bps: 20_001 }, 'host_rate_min_bps'],
  ['a host’s most below their least', { host_rate_max_bps: 4999 }, 'host_rate_max_bps'],
  ['a day cheaper than an hour', { day_cents: 200 }, 'day_cents'],
  ['an hour more expensive than the day', { hour_cents: 2001 }, 'hour_cents'],
  ['a month cheaper than an hour', { month_cents: 399 }, 'month_cents'],
  ['half an hour more expensive than an hour', { half_hour_cents: 401 }, 'half_hour_cents'],
  ['a negative rate', { hour_cents: -1 }, 'hour_cents'],
  ['a grid that parts no hour', { snap_minutes: 7 }, 'snap_minutes'],
  [
    'unreadable hours',
    { opening_hours: { MON: [{ opens: '8', closes: '9' }] } },
    'opening_hours.MON.0.opens',
  ],
  ['a weekday that is none', { opening_hours: { FUN: [] } as never }, 'opening_hours.FUN'],
  ['a field that has its own call', { public_id: 'A'.repeat(24) } as never, 'public_id'],
])('rejects %s with 400 on its field and changes nothing', async (_, body, field) => {
  const params = { lot_id: lot.lot_id }
  const before = await api.call(getLotRoute, { params }, admin.token)
  const answer = await api.refusal(updateLotRoute, { params, body }, admin.token)
  expect(answer).toMatchObject({ status: 400, code: 'request_invalid', field })
  expect(await api.call(getLotRoute, { params }, admin.token)).toEqual(before)
})

test('allows other changes to a lot whose existing rates are inconsistent', async () => {
  const odd = await aLot(api, { hour_cents: 400, day_cents: 300 })
  const { token } = await aMember(api, odd.lot_id, 'ADMIN')
  expect((await change(odd, { hold_minutes: 15, month_cents: 9000 }, token)).hold_minutes).toBe(15)
})

test('allows only admins of the lot and of the platform to change it', async () => {
  const call = { params: { lot_id: lot.lot_id }, body: { hold_minutes: 20 } }
  for (const role of ['MEMBER', 'PATROLLER'] as const) {
    const { token } = await aMember(api, lot.lot_id, role)
    expect(await api.refusal(updateLotRoute, call, token)).toMatchObject({ status: 403 })
  }
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  expect(await api.refusal(updateLotRoute, call, elsewhere.token)).toMatchObject({ status: 403 })
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect(await change(lot, { hold_minutes: 20 }, platform.token)).toMatchObject({
    hold_minutes: 20,
    role: null,
  })
})

test('a private lot tells people outside it its name and address, and neither price, hours, nor spots', async () => {
  const shut = await aLot(api, {
    is_private: true,
    description: 'Gate code at the desk',
    opening_hours: JSON.stringify({ MON: [{ opens: '08:00', closes: '20:00' }] }),
    month_cents: 20_000,
  })
  const query = { starts_at: at(2), ends_at: at(4) }
  const [stranger, asked, member] = [
    await aPerson(api),
    await aPerson(api),
    await aMember(api, shut.lot_id, 'MEMBER'),
  ]
  const params = { public_id: shut.public_id }
  await api.call(requestToJoinRoute, { params }, asked.token)
  for (const token of [undefined, stranger.token, asked.token]) {
    const page = await publicLot(shut, query, token)
    expect(page).toMatchObject({
      is_members_only: true,
      offer: null,
      free_spots: null,
      membership_status: token === asked.token ? 'PENDING' : null,
      lot: { description: null, opening_hours: null, boundary: null, spot_count: 0 },
    })
    const shown = Object.entries(page.lot.price_configuration).filter(
      ([, value]) => value !== null && value !== 0,
    )
    expect(shown.map(([name]) => name)).toEqual(['currency', 'cents_per_currency_unit'])
  }
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  for (const { token } of [member, platform])
    expect(await publicLot(shut, query, token)).toMatchObject({
      is_members_only: false,
      free_spots: 3,
      lot: { spot_count: 3, description: 'Gate code at the desk' },
    })
})

test('people request to join a private lot by its public ID, unless it takes invites only', async () => {
  const shut = await aLot(api, { is_private: true })
  const staff = await aMember(api, shut.lot_id, 'ADMIN')
  const person = await aPerson(api)
  const request = { params: { public_id: shut.public_id } }
  const made = await api.call(requestToJoinRoute, request, person.token)
  expect(made).toMatchObject({ status: 'PENDING', waits_for: 'STAFF', lot_id: shut.lot_id })
  expect((await api.call(requestToJoinRoute, request, person.token)).id).toBe(made.id)
  const body = { status: 'ACTIVE' } as const
  await api.call(patchMembershipRoute, { params: { id: made.id }, body }, staff.token)
  expect(await publicLot(shut, {}, person.token)).toMatchObject({ is_members_only: false })
  await change(shut, { invite_only: true }, staff.token)
  const other = await aPerson(api)
  expect(await publicLot(shut, {}, other.token)).toMatchObject({ takes_requests: false })
  expect(await api.refusal(requestToJoinRoute, request, other.token)).toMatchObject({ code: 'join_refused' })
  const guessed = { params: { public_id: 'A'.repeat(24) } }
  expect(await api.refusal(requestToJoinRoute, guessed, other.token)).toMatchObject({ status: 404 })
})
