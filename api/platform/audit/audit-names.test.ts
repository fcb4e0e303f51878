import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { createGroupRoute } from '@openspot/contract/people/groups.ts'
import { listLotAuditRoute, listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aPlaced } from '../../testing/factories/memberships.ts'
import { aHost, aHostAccount } from '../../testing/factories/payouts.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let platform: Person
beforeAll(async () => {
  api = await testApi()
  platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(() => api.close())

test('an entry names the members, the zone, and the lot that its details have as IDs', async () => {
  const lot = await aLot(api)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const ann = await aPlaced(api, lot.lot_id, { first_name: 'Ann' })
  const params = { lot_id: lot.lot_id }
  const group = { name: 'Miller', membership_ids: [ann.membership_id] }
  const { id: group_id } = await api.call(createGroupRoute, { params, body: group }, owner.token)
  const roof = await api.call(createZoneRoute, { params, body: { name: 'Roof' } }, owner.token)
  const { items } = await api.call(listLotAuditRoute, { params, query: {} }, owner.token)
  const of = (action: string) => items.find((entry) => entry.action === action)?.names
  expect(of('group.create')).toEqual({ [group_id]: 'Miller', [ann.membership_id]: 'Ann Example' })
  expect(of('zone.create')).toMatchObject({ [roof.id]: 'Roof' })
})

test('a lot is not told the name of a person that it may not see, and the platform is', async () => {
  const lot = await aLot(api)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const stranger = await aPerson(api, { first_name: 'Zoe' })
  const other = await aLot(api)
  await api.deps.database.db
    .insertInto('audit_log')
    .values({
      at: api.ports.now().toISOString(),
      lot_id: lot.lot_id,
      actor_role: 'system',
      action: 'lot.change',
      subject_kind: 'lot',
      subject_id: lot.lot_id,
      details: JSON.stringify({ user_id: stranger.user_id, spot_ids: other.spot_ids.slice(0, 1) }),
    })
    .execute()
  const own = { params: { lot_id: lot.lot_id }, query: { action: 'lot.change' } }
  const [entry] = (await api.call(listLotAuditRoute, own, owner.token)).items
  expect(Object.keys(entry?.names ?? {})).toEqual([lot.lot_id])
  const all = { query: { lot_id: lot.lot_id, action: 'lot.change' } }
  const [seen] = (await api.call(listPlatformAuditRoute, all, platform.token)).items
  expect(seen?.names?.[stranger.user_id]).toBe('Zoe Example')
})

test('an entry about a host’s account, which has no lot, has the currency of the account', async () => {
  const lot = await aLot(api, { currency: 'EUR' })
  const host = await aHost(api, lot)
  await aHostAccount(api, host)
  const query = { action: 'payout_account', actor_user_id: host.user_id }
  const { items } = await api.call(listPlatformAuditRoute, { query }, platform.token)
  expect(items[0]).toMatchObject({ lot_id: null, lot_currency: 'EUR' })
})
