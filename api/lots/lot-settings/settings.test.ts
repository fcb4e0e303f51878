import { listRuleSetsRoute } from '@openspot/contract/booking/rule-sets.ts'
import {
  getLotRoute,
  getPublicLotRoute,
  listPlacesRoute,
  searchRoute,
  updateLotRoute,
} from '@openspot/contract/lots/lots.ts'

import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { decideLotTrustRoute } from '@openspot/contract/platform/lots.ts'
import { type LotTrustLevel, lotTrustLevels } from '@openspot/core/enums.ts'
import { trustLadder } from '@openspot/core/lots/trust.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { takeSpot } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { clockOf } from '../../testing/factories/search-world.ts'

let api: TestApi
let platform: Person
beforeAll(async () => {
  api = await testApi()
  platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(() => api.close())

type Patch = Parameters<typeof api.call<typeof updateLotRoute>>[1]['body']
const change = (of: TestLot, body: Patch, token: string) =>
  api.call(updateLotRoute, { params: { lot_id: of.lot_id }, body }, token)
const refused = (of: TestLot, body: Patch, token: string) =>
  api.refusal(updateLotRoute, { params: { lot_id: of.lot_id }, body }, token)
const decide = ({ lot_id }: TestLot, trust_level_before: LotTrustLevel, trust_level: LotTrustLevel) =>
  api.call(
    decideLotTrustRoute,
    { params: { lot_id }, body: { trust_level, trust_level_before, reason: 'A review' } },
    platform.token,
  )
const money = ['platform_share_bps', 'host_share_bps', 'approval_limit_cents', 'payout_hold_hours']

test('shows the money settings to admins and platform admins but not to members and patrollers', async () => {
  const lot = await aLot(api)
  for (const role of ['MEMBER', 'PATROLLER', 'ADMIN', 'SUPER_ADMIN'] as const) {
    const { token } = await aMember(api, lot.lot_id, role)
    const shown = await api.call(getLotRoute, { params: { lot_id: lot.lot_id } }, token)
    expect(shown).toMatchObject({ role, host_notice_days: 14, invite_only: false, trust_level: 'TRUSTED' })
    const seen = money.filter((field) => field in shown)
    expect(seen).toEqual(role.endsWith('ADMIN') ? money : [])
  }
  const shown = await api.call(getLotRoute, { params: { lot_id: lot.lot_id } }, platform.token)
  expect(shown).toMatchObject({ role: null, platform_share_bps: 1000 })
})

test('rejects settings reserved for super admins or the platform with 403 on their field', async () => {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const owners: Patch[] = [
    { currency: 'EUR' },
    { host_share_bps: 9000 },
    { payout_hold_hours: 24 },
    { failed_payment_days: 3 },
    { failed_payment_rule: 'KEEP' },
    { refund_undo_minutes: 5 },
    { approval_limit_cents: 5000 },
    { is_retired: true },
  ]
  for (const body of owners) {
    const [field = ''] = Object.keys(body)
    expect(await refused(lot, body, admin.token)).toMatchObject({ status: 403, field })
    await change(lot, body, owner.token)
  }
  const platforms: Patch[] = [
    { spot_limit: 700 },
    { service_fee_cents: 50 },
    { service_fee_bps: 100 },
    { platform_share_bps: 500 },
  ]
  for (const body of platforms) {
    const [field = ''] = Object.keys(body)
    expect(await refused(lot, body, owner.token)).toMatchObject({ status: 403, field })
    await change(lot, body, platform.token)
  }
  expect(await api.call(getLotRoute, { params: { lot_id: lot.lot_id } }, owner.token)).toMatchObject({
    price_configuration: { currency: 'EUR', service_fee_cents: 50, service_fee_bps: 100 },
    host_share_bps: 9000,
    failed_payment_rule: 'KEEP',
    approval_limit_cents: 5000,
    is_retired: true,
    spot_limit: 700,
    platform_share_bps: 500,
  })
})

test('accepts one of several concurrent edits of a version and rejects the others with 409 lot_changed', async () => {
  const lot = await aLot(api)
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  const { version } = await api.call(getLotRoute, { params: { lot_id: lot.lot_id } }, token)
  const names = ['Here', 'There', 'Elsewhere']
  const done = await Promise.allSettled(names.map((name) => change(lot, { name, version }, token)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const answer = await refused(lot, { city: 'Gary', version }, token)
  expect(answer).toMatchObject({ status: 409, code: 'lot_changed', details: { version: version + 1 } })
  // Sending the current value is no change.
  const now = await change(lot, { city: 'Chicago', version: version + 1 }, token)
  expect(now.version).toBe(version + 1)
})

test('updates the time zone of a moved lot unless another was chosen, and validates name and zone', async () => {
  const lot = await aLot(api)
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  expect((await change(lot, { lat: 40.71, lng: -74.006 }, token)).time_zone).toBe('America/New_York')
  expect((await change(lot, { time_zone: 'America/Detroit' }, token)).time_zone).toBe('America/Detroit')
  expect((await change(lot, { lat: 48.85, lng: 2.35, country: 'FR' }, token)).time_zone).toBe(
    'America/Detroit',
  )
  expect(await refused(lot, { time_zone: 'Mars/Olympus' }, token)).toMatchObject({
    status: 400,
    field: 'time_zone',
  })
  expect(await refused(lot, { name: '   ' }, token)).toMatchObject({ status: 400, field: 'name' })
  expect(await change(lot, { street: ' 12 rue de Rivoli ', region: '' }, token)).toMatchObject({
    street: '12 rue de Rivoli',
    region: null,
  })
})

test('rejects a currency change with 409 currency_in_use once an amount exists', async () => {
  const lot = await aLot(api)
  const { token } = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const yen = await change(lot, { currency: 'JPY' }, token)
  expect(yen.price_configuration).toMatchObject({ currency: 'JPY', cents_per_currency_unit: 1 })
  expect(await refused(lot, { currency: 'XXX' }, token)).toMatchObject({ status: 400, field: 'currency' })
  await change(lot, { currency: 'USD' }, token)
  await bookOn(lot)
  expect(await refused(lot, { currency: 'EUR' }, token)).toMatchObject({
    status: 409,
    code: 'currency_in_use',
    field: 'currency',
  })
})

async function bookOn(lot: TestLot) {
  const driver = await aPerson(api)
  const at = clockOf(api)
  return bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    starts_at: at(2),
    ends_at: at(4),
    payment_method_id: await aCard(api, driver),
  })
}

test('hides a new lot from search until it is trusted, and takes no bookings while retired or blocked', async () => {
  const opener = await aPerson(api)
  const made = await api.call(
    createLotRoute,
    { body: { name: 'Harbour yard', lat: 57.7, lng: 11.97, country: 'SE', currency: 'SEK' } },
    opener.token,
  )
  expect(made).toMatchObject({
    role: 'SUPER_ADMIN',
    trust_level: 'NEW',
    time_zone: 'Europe/Stockholm',
    price_configuration: { currency: 'SEK', cents_per_currency_unit: 100 },
  })
  const lot = { lot_id: made.id, public_id: made.public_id, spot_ids: [] as string[] }
  const { id } = await api.deps.database.db
    .insertInto('spots')
    .values({ lot_id: lot.lot_id, spot_no: 1, label: 'A1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  lot.spot_ids.push(id)
  await change(lot, { hour_cents: 4000 }, opener.token)
  const at = clockOf(api)
  const found = async () => {
    const reservation = { starts_at: at(2), ends_at: at(4), lat: 57.7, lng: 11.97 }
    const { items } = await api.call(searchRoute, { query: reservation })
    const places = await api.call(listPlacesRoute, { query: { q: 'harbour' } })
    return [items.length, places.items.length]
  }
  // The offer on the public page and the outcome of a booking.
  const stopped = async () => {
    const times = { starts_at: at(6), ends_at: at(8) }
    const page = await api.call(getPublicLotRoute, { params: { public_id: lot.public_id }, query: times })
    const held = await takeSpot(api, { lot_id: lot.lot_id, spot_id: id, user_id: platform.user_id, ...times })
    return [page.offer?.refusal?.code, held.outcome]
  }
  expect(await found()).toEqual([0, 0])
  await decide(lot, 'NEW', 'TRUSTED')
  expect(await found()).toEqual([1, 1])
  await change(lot, { is_retired: true }, opener.token)
  expect(await found()).toEqual([0, 0])
  expect(await stopped()).toEqual(['bookings_stopped', 'bookings_stopped'])
  await change(lot, { is_retired: false }, opener.token)
  await decide(lot, 'TRUSTED', 'BLOCKED')
  expect(await stopped()).toEqual(['bookings_stopped', 'bookings_stopped'])
  await decide(lot, 'BLOCKED', 'NEW')
  await bookOn(lot)
})

test('limits an owner to three unreviewed lots and requires a verified email address', async () => {
  const opener = await aPerson(api)
  const body = { name: 'Yard', lat: 57.7, lng: 11.97 }
  const done = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => api.call(createLotRoute, { body }, opener.token)),
  )
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await api.refusal(createLotRoute, { body }, opener.token)).toMatchObject({ code: 'lots_waiting' })
  const unknown = await aPerson(api)
  await api.deps.database.db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', unknown.user_id)
    .execute()
  expect(await api.refusal(createLotRoute, { body }, unknown.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(createLotRoute, { body })).toMatchObject({ status: 401 })
  const ours = await api.call(createLotRoute, { body }, platform.token)
  expect(ours.trust_level).toBe('TRUSTED')
})

test('derives is_listed and takes_bookings in the database exactly like trustLadder', async () => {
  const { db } = api.deps.database
  for (const trust_level of lotTrustLevels) {
    const { lot_id } = await aLot(api, { trust_level })
    const row = await db
      .selectFrom('lots')
      .select(['is_listed as is_found', 'takes_bookings'])
      .where('id', '=', lot_id)
      .executeTakeFirstOrThrow()
    expect(trustLadder[trust_level]).toMatchObject(row)
  }
})

test('rejects a country that ISO 3166-1 does not have, on a new lot and on a change', async () => {
  const opener = await aPerson(api)
  const body = { name: 'Yard', lat: 57.7, lng: 11.97, country: 'ZZ' }
  expect(await api.refusal(createLotRoute, { body }, opener.token)).toMatchObject({
    status: 400,
    field: 'country',
    message: '“ZZ” is not a country. Use its two-letter code, such as US.',
  })
  const lot = await aLot(api)
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  expect(await refused(lot, { country: 'UK' }, token)).toMatchObject({ status: 400, field: 'country' })
})

test('gives a new lot a default rule set that limits nothing', async () => {
  const opener = await aPerson(api)
  const { id: lot_id } = await api.call(
    createLotRoute,
    { body: { name: 'Yard', lat: 57.7, lng: 11.97 } },
    opener.token,
  )
  const { items } = await api.call(listRuleSetsRoute, { params: { lot_id } }, opener.token)
  expect(items).toMatchObject([{ name: 'Everyone', is_default: true, version: 1, rules: noRules }])
})
