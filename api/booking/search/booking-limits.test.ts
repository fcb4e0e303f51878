import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson } from '../../testing/factories/people.ts'
import { aRuleSet } from '../../testing/factories/search-world.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const limitsOf = async (public_id: string, token?: string) =>
  (await api.call(getPublicLotRoute, { params: { public_id }, query: {} }, token)).booking_limits

test('the page of a lot has the limits for everyone, and to a member of a group those of the group, with the names of zones', async () => {
  const lot = await aLot(api, { long_term_days: 30 })
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  expect(await limitsOf(lot.public_id)).toBeNull()
  const zone = await api.call(
    createZoneRoute,
    { params: { lot_id: lot.lot_id }, body: { name: 'Roof' } },
    admin.token,
  )
  await api.call(createZoneRoute, { params: { lot_id: lot.lot_id }, body: { name: 'Yard' } }, admin.token)
  const rules = { min_duration_minutes: 120, max_ahead_days: 14, zone_ids: [zone.id] }
  await aRuleSet(api, lot.lot_id, rules, true)
  const ofAll = {
    rules: { ...noRules, ...rules },
    zone_names: ['Roof'],
    long_term_days: 30,
    is_of_group: false,
  }
  const stranger = await aPerson(api)
  expect(await limitsOf(lot.public_id)).toEqual(ofAll)
  expect(await limitsOf(lot.public_id, stranger.token)).toEqual(ofAll)

  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const rule_set_id = await aRuleSet(api, lot.lot_id, { max_duration_minutes: 60 }, false)
  const { db } = api.deps.database
  const { id: group_id } = await db
    .insertInto('groups')
    .values({ lot_id: lot.lot_id, name: 'Unit 4', rule_set_id, created_at: api.ports.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('memberships')
    .set({ group_id })
    .where('lot_id', '=', lot.lot_id)
    .where('user_id', '=', member.user_id)
    .execute()
  expect(await limitsOf(lot.public_id, member.token)).toEqual({
    rules: { ...noRules, max_duration_minutes: 60 },
    zone_names: [],
    long_term_days: 30,
    is_of_group: true,
  })
  expect(await limitsOf(lot.public_id, stranger.token)).toEqual(ofAll)
})

test('a private lot says its limits only to its members', async () => {
  const lot = await aLot(api, { is_private: true })
  await aRuleSet(api, lot.lot_id, { max_ahead_days: 3 }, true)
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  expect(await limitsOf(lot.public_id)).toBeNull()
  expect(await limitsOf(lot.public_id, (await aPerson(api)).token)).toBeNull()
  expect(await limitsOf(lot.public_id, member.token)).toMatchObject({ rules: { max_ahead_days: 3 } })
})
