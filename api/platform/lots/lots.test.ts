import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import { getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import { decideLotTrustRoute, listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { LotTrustLevel } from '@openspot/core/enums.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
})
afterAll(() => api.close())

async function aNewLot(name: string) {
  const owner = await aPerson(api)
  api.ports.advance({ minutes: 1 })
  const lot = await api.call(createLotRoute, { body: { name, lat: 41.88, lng: -87.63 } }, owner.token)
  return { lot_id: lot.id, owner }
}

const decide = (
  lot_id: string,
  trust_level_before: LotTrustLevel,
  trust_level: LotTrustLevel,
  reason: string,
) => ({
  params: { lot_id },
  body: { trust_level, trust_level_before, reason },
})
const noticesOf = async ({ token }: Person) =>
  (await api.call(listNotificationsRoute, { query: {} }, token)).items

test('lists lots with their owners, found by the name of either, newest first', async () => {
  const lot = await aLot(api, { name: 'Quarry Lot' })
  await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const lots = await api.call(listPlatformLotsRoute, { query: { search: 'quarry' } }, admin.token)
  expect(lots.items).toMatchObject([
    { id: lot.lot_id, owners: [{ name: 'Ada Example' }], trust_level: 'TRUSTED' },
  ])
  const search = lots.items[0]?.owners[0]?.email ?? ''
  const byOwner = await api.call(listPlatformLotsRoute, { query: { search } }, admin.token)
  expect(byOwner.items.map(({ id }) => id)).toEqual([lot.lot_id])
})

test('lists the lots that wait for a review, the longest wait first, with what each still lacks', async () => {
  const [first, second] = [await aNewLot('First Yard'), await aNewLot('Second Yard')]
  await api.deps.database.pool.query('update lots set hour_cents = 500 where id = $1', [second.lot_id])
  const read = (cursor?: string) =>
    api.call(
      listPlatformLotsRoute,
      { query: { trust_level: 'NEW', limit: 1, ...(cursor ? { cursor } : {}) } },
      admin.token,
    )
  const page = await read()
  expect(page.items).toMatchObject([
    {
      id: first.lot_id,
      gaps: ['SPOTS', 'PRICE', 'PAYOUT_ACCOUNT'],
      trust_reason: null,
      trust_decided_at: null,
    },
  ])
  const overview = async () => (await api.call(getPlatformOverviewRoute, {}, admin.token)).attention
  expect(await overview()).toMatchObject([{ kind: 'LOTS_WAITING', count: 2, due_at: null }])
  const next = await read(page.next_cursor ?? '')
  expect(next.items).toMatchObject([{ id: second.lot_id, gaps: ['SPOTS', 'PAYOUT_ACCOUNT'] }])
  expect(next.next_cursor).toBeNull()
  // A lot that is no longer in use waits for nothing.
  await api.deps.database.pool.query('update lots set retired_at = $2 where id = $1', [
    first.lot_id,
    api.ports.now().toISOString(),
  ])
  expect((await read()).items.map(({ id }) => id)).toEqual([second.lot_id])
  expect(await overview()).toMatchObject([{ kind: 'LOTS_WAITING', count: 1 }])
})

test('a decision is kept with its reason, audited, and read by the owners, who are notified once', async () => {
  const { lot_id, owner } = await aNewLot('Third Yard')
  expect((await noticesOf(admin)).filter((one) => one.lot_id === lot_id)).toMatchObject([
    { kind: 'LOT_WAITING', title: 'Third Yard is waiting for your review' },
  ])
  const blocked = await api.call(
    decideLotTrustRoute,
    decide(lot_id, 'NEW', 'BLOCKED', ' Not your land '),
    admin.token,
  )
  expect(blocked).toMatchObject({ trust_level: 'BLOCKED', trust_reason: 'Not your land' })
  const seen = await api.call(getLotRoute, { params: { lot_id } }, owner.token)
  expect(seen).toMatchObject({ trust_level: 'BLOCKED', trust_reason: 'Not your land' })
  // Saving the same level again corrects the reason and tells nobody.
  await api.call(
    decideLotTrustRoute,
    decide(lot_id, 'BLOCKED', 'BLOCKED', 'No proof of ownership'),
    admin.token,
  )
  expect(await noticesOf(owner)).toMatchObject([
    { kind: 'LOT_BLOCKED', text: expect.stringContaining('Openspot wrote: Not your land') },
  ])
  await api.call(decideLotTrustRoute, decide(lot_id, 'BLOCKED', 'TRUSTED', 'Papers received'), admin.token)
  expect((await noticesOf(owner)).map(({ kind }) => kind)).toEqual(['LOT_APPROVED', 'LOT_BLOCKED'])
  const { items } = await api.call(listOutboxRoute, { query: { to_address: owner.email } })
  expect(items.map(({ subject }) => subject)).toEqual(['Your lot is approved', 'Your lot is blocked'])
  const audit = await api.call(listPlatformAuditRoute, { query: { subject_id: lot_id } }, admin.token)
  expect(audit.items.filter(({ action }) => action === 'lot.review')).toMatchObject([
    {
      subject_kind: 'lot',
      subject_name: 'Third Yard',
      details: { before: 'BLOCKED', after: 'TRUSTED', reason: 'Papers received' },
    },
    { details: { before: 'BLOCKED', after: 'BLOCKED', reason: 'No proof of ownership' } },
    { details: { before: 'NEW', after: 'BLOCKED', reason: 'Not your land' } },
  ])
})

test('of two decisions at the same time one is refused with 409 lot_changed', async () => {
  const { lot_id } = await aNewLot('Fourth Yard')
  const results = await Promise.allSettled(
    (['TRUSTED', 'BLOCKED'] as const).map((level) =>
      api.call(decideLotTrustRoute, decide(lot_id, 'NEW', level, 'A look at it'), admin.token),
    ),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(
    await api.refusal(decideLotTrustRoute, decide(lot_id, 'NEW', 'TRUSTED', 'Late'), admin.token),
  ).toMatchObject({ status: 409, code: 'lot_changed', field: 'trust_level_before' })
})

test('with OPENSPOT_TRUST_NEW_LOTS a new lot is trusted at once, and nobody is asked to review it', async () => {
  const trusting = await testApi({ OPENSPOT_TRUST_NEW_LOTS: '1' })
  try {
    const [platform, owner] = [
      await aPerson(trusting, { roles: ['OPENSPOT_ADMIN'] }),
      await aPerson(trusting),
    ]
    const body = { name: 'Own Yard', lat: 41.88, lng: -87.63 }
    expect(await trusting.call(createLotRoute, { body }, owner.token)).toMatchObject({
      trust_level: 'TRUSTED',
    })
    const { items } = await trusting.call(listNotificationsRoute, { query: {} }, platform.token)
    expect(items).toEqual([])
  } finally {
    await trusting.close()
  }
})
