import { exportLotRoute, importLotRoute, type LotExport } from '@openspot/contract/lots/lot-export.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { brokenCalendars } from '../../testing/factories/calendars.ts'
import { documents, idOf, plain } from '../../testing/factories/lot-export.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let platform: Person
beforeAll(async () => {
  api = await testApi()
  platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const open = (document: LotExport, who = platform) =>
  api.call(importLotRoute, { body: { document } }, who.token)
const take = (lot_id: string, people = false, who = platform) =>
  api.call(exportLotRoute, { params: { lot_id }, query: { people } }, who.token)

test('reproduces the same document from a lot created from it, for random lots', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const { lot } = await open(document)
      const taken = await take(lot.id)
      expect(plain(taken)).toEqual(plain(document))
      const again = await open(taken)
      expect(plain(await take(again.lot.id))).toEqual(plain(document))
      // People are limited to twenty imports per hour.
      await api.deps.database.db.deleteFrom('rate_limits').execute()
    }),
    { numRuns: 25 },
  )
})

async function aDocument(): Promise<LotExport> {
  const lot = await aLot(api)
  return take(lot.lot_id)
}

test('exports people only for a super admin on request and audits it', async () => {
  const lot = await aLot(api)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  await api.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    lot.spot_ids[1],
    admin.user_id,
  ])
  expect(await take(lot.lot_id, false, admin)).not.toHaveProperty('people')
  const asked = { params: { lot_id: lot.lot_id }, query: { people: true } }
  expect(await api.refusal(exportLotRoute, asked, admin.token)).toMatchObject({
    status: 403,
    field: 'people',
  })
  const { people } = await take(lot.lot_id, true, owner)
  expect(people).toMatchObject([
    { email: owner.email, role: 'SUPER_ADMIN', spots: [] },
    { email: admin.email, role: 'ADMIN', spots: ['A2'] },
  ])
  const log = await api.deps.database.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'details'])
    .where('lot_id', '=', lot.lot_id)
    .where('action', '=', 'lot.export')
    .orderBy('id')
    .execute()
  expect(log).toMatchObject([
    { actor_user_id: admin.user_id, details: { people: null } },
    { actor_user_id: owner.user_id, details: { people: 2 } },
  ])
  for (const role of ['MEMBER', 'PATROLLER'] as const) {
    const { token } = await aMember(api, lot.lot_id, role)
    expect(await api.refusal(exportLotRoute, asked, token)).toMatchObject({ status: 403 })
  }
})

test('makes the importing user the owner of an untrusted lot and leaves the people out', async () => {
  const lot = await aLot(api)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const document = await take(lot.lot_id, true, owner)
  const other = await aPerson(api)
  const answer = await open(document, other)
  expect(answer).toMatchObject({
    people_left_out: 1,
    lot: { role: 'SUPER_ADMIN', trust_level: 'NEW', spot_count: 3 },
  })
  const members = await api.deps.database.db
    .selectFrom('memberships')
    .select('user_id')
    .where('lot_id', '=', answer.lot.id)
    .execute()
  expect(members).toEqual([{ user_id: other.user_id }])
})

test.each<[string, (document: LotExport) => void, string]>([
  ['a label twice', (d) => d.spots.forEach((spot) => (spot.label = 'A1')), 'document.spots.1.label'],
  [
    'a zone that is not in it',
    (d) => Object.assign(d.spots[2] ?? {}, { zone_id: idOf(1, 9) }),
    'document.spots.2.zone_id',
  ],
  [
    'an availability rule of no spot',
    (d) =>
      d.availability_rules.push({
        starts_at: '2026-04-05T00:00:00.000Z',
        spot: 'Z9',
        zone_id: null,
        note: null,
      }),
    'document.availability_rules.0.spot',
  ],
  [
    'an availability rule that ends before it starts',
    (d) =>
      d.availability_rules.push({
        starts_at: '2026-04-05T00:00:00.000Z',
        ends_at: '2026-04-04T00:00:00.000Z',
        spot: 'A1',
        zone_id: null,
        note: null,
      }),
    'document.availability_rules.0.ends_at',
  ],
  [
    'rates that make no sense',
    (d) => Object.assign(d.settings, { day_cents: 1 }),
    'document.settings.day_cents',
  ],
  ['a currency that is none', (d) => Object.assign(d.settings, { currency: 'XXX' }), 'currency'],
  ['another version', (d) => Object.assign(d, { version: 2 }), 'document.version'],
  [
    'what is not for it to set',
    (d) => Object.assign(d.settings, { trust_level: 'TRUSTED' }),
    'document.settings.trust_level',
  ],
])('rejects a document with %s with 400 on its place and creates nothing', async (_, spoil, field) => {
  const document = await aDocument()
  spoil(document)
  const count = () =>
    api.deps.database.db
      .selectFrom('lots')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await count()
  const answer = await api.refusal(importLotRoute, { body: { document } }, platform.token)
  expect(answer).toMatchObject({ status: 400, field })
  expect(await count()).toEqual(before)
})
