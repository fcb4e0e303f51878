import { addLotPhotoRoute } from '@openspot/contract/lots/lot-photos.ts'
import { getLotSetupRoute, getUsedSectionsRoute } from '@openspot/contract/lots/lot-setup.ts'
import { createSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { getLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { createSignRoute } from '@openspot/contract/lots/signs.ts'
import { createGroupRoute, deleteGroupRoute } from '@openspot/contract/people/groups.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import { decideLotTrustRoute } from '@openspot/contract/platform/lots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { pictureForm } from '../../testing/factories/files.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(() => api.close())

async function aNewLot(more: Partial<Parameters<typeof api.call<typeof createLotRoute>>[1]['body']> = {}) {
  const owner = await aPerson(api)
  api.ports.advance({ minutes: 1 })
  const body = { name: 'Canal Yard', lat: 41.88, lng: -87.63, ...more }
  const { id } = await api.call(createLotRoute, { body }, owner.token)
  return { lot_id: id, owner, in_lot: { params: { lot_id: id } } }
}
type NewLot = Awaited<ReturnType<typeof aNewLot>>

const setupOf = ({ in_lot, owner }: NewLot) => api.call(getLotSetupRoute, in_lot, owner.token)
const doneIn = async (lot: NewLot) =>
  (await setupOf(lot)).steps.filter(({ is_done }) => is_done).map(({ step }) => step)
const decide = ({ in_lot }: NewLot, trust_level_before: 'NEW' | 'TRUSTED', trust_level: 'NEW' | 'TRUSTED') =>
  api.call(
    decideLotTrustRoute,
    { ...in_lot, body: { trust_level, trust_level_before, reason: 'Looked at' } },
    admin.token,
  )

const ring = [
  [-87.6302, 41.8799],
  [-87.6298, 41.8799],
  [-87.6298, 41.8802],
  [-87.6302, 41.8799],
]

test('a step is done when the lot has what it is about, and open again when that is gone', async () => {
  const lot = await aNewLot()
  const { in_lot, owner } = lot
  expect(await doneIn(lot)).toEqual([])
  const change = (body: Parameters<typeof api.call<typeof updateLotRoute>>[1]['body']) =>
    api.call(updateLotRoute, { ...in_lot, body }, owner.token)
  await change({ street: '12 Canal St', city: 'Chicago', boundary: [ring], description: 'By the river' })
  expect(await doneIn(lot)).toEqual(['ADDRESS', 'OUTLINE', 'PAGE'])
  await api.call(createSpotsRoute, { ...in_lot, body: { labels: 'A1-A4' } }, owner.token)
  await change({ hour_cents: 500 })
  await api.call(addLotPhotoRoute, { ...in_lot, body: await pictureForm() }, owner.token)
  const { public_id } = await api.call(getLotRoute, in_lot, owner.token)
  const url = `${api.deps.settings.public_url}/l/${public_id}`
  await api.call(createSignRoute, { ...in_lot, body: { place: 'Entrance', url } }, owner.token)
  const invite = { lot_id: lot.lot_id, email: 'staff@people.example', role: 'ADMIN' } as const
  await api.call(createInviteRoute, { body: invite }, owner.token)
  await api.deps.database.pool.query(
    `insert into payout_accounts (lot_id, stripe_account_id, payouts_enabled, currency, country, created_at, changed_at) values ($1, 'acct_1', true, 'USD', 'US', $2, $2)`,
    [lot.lot_id, api.ports.now().toISOString()],
  )
  expect((await setupOf(lot)).steps.every(({ is_done }) => is_done)).toBe(true)
  await change({ hour_cents: null, boundary: null })
  expect(await doneIn(lot)).toEqual(['ADDRESS', 'SPOTS', 'PAGE', 'PHOTOS', 'SIGN', 'STAFF', 'PAYOUT_ACCOUNT'])
})

test('says how long the lot waits, how many wait before it, and what reviews usually take', async () => {
  const lots: NewLot[] = []
  for (let n = 0; n < 4; n += 1) lots.push(await aNewLot())
  const last = lots.at(-1)
  if (!last) throw new Error('There is no lot.')
  const before = await setupOf(last)
  expect(before).toMatchObject({ trust_level: 'NEW', trust_decided_at: null, usual_review_minutes: null })
  expect(before.waiting_since).not.toBeNull()
  for (const lot of lots.slice(0, 3)) {
    await decide(lot, 'NEW', 'TRUSTED')
  }
  const after = await setupOf(last)
  expect((before.lots_ahead ?? 0) - (after.lots_ahead ?? 0)).toBe(3)
  // They were created one minute apart and decided together: after 3, 2, and 1 minutes.
  expect(after.usual_review_minutes).toBe(2)
  await decide(last, 'NEW', 'TRUSTED')
  expect(await setupOf(last)).toMatchObject({
    trust_level: 'TRUSTED',
    trust_reason: 'Looked at',
    waiting_since: null,
    lots_ahead: null,
  })
})

test('rejects an outline that crosses itself, encloses nothing, or is far from the point with 400 boundary', async () => {
  const lot = await aNewLot({ boundary: [ring] })
  const { in_lot, owner } = lot
  expect((await api.call(getLotRoute, in_lot, owner.token)).boundary).toEqual([ring])
  const [a = [], b = [], c = []] = ring
  const d = [-87.6302, 41.8802]
  const wrong = {
    crossing: [a, c, b, d, a],
    flat: [a, b, a, a],
    far: ring.map(([lng = 0, lat = 0]) => [lng + 0.1, lat]),
  }
  for (const boundary of Object.values(wrong)) {
    const refused = await api.refusal(
      updateLotRoute,
      { ...in_lot, body: { boundary: [boundary] } },
      owner.token,
    )
    expect(refused).toMatchObject({ status: 400, field: 'boundary' })
    const created = { name: 'Other Yard', lat: 41.88, lng: -87.63, boundary: [boundary] }
    expect(await api.refusal(createLotRoute, { body: created }, owner.token)).toMatchObject({ status: 400 })
  }
  expect((await api.call(getLotRoute, in_lot, owner.token)).boundary).toEqual([ring])
})

test('a section is used when the lot has what it is about, not when another lot has, and no longer when that is gone', async () => {
  const lot = await aNewLot()
  const other = await aNewLot()
  const used = async ({ in_lot, owner }: NewLot) =>
    (await api.call(getUsedSectionsRoute, in_lot, owner.token)).sections
  expect(await used(lot)).toEqual([])
  const body = { name: 'Miller' }
  const { id: group_id } = await api.call(createGroupRoute, { ...lot.in_lot, body }, lot.owner.token)
  await api.deps.database.pool.query(
    `insert into plate_lookups (lot_id, user_id, plate, reason, looked_up_at, result, created_at)
       values ($1, $2, 'ABC123', 'PATROL', $3, 'NO_RIGHT', $3)`,
    [lot.lot_id, lot.owner.user_id, api.ports.now().toISOString()],
  )
  expect(await used(lot)).toEqual(['groups', 'plate-lookups'])
  expect(await used(other)).toEqual([])
  await api.call(deleteGroupRoute, { params: { lot_id: lot.lot_id, group_id }, query: {} }, lot.owner.token)
  expect(await used(lot)).toEqual(['plate-lookups'])
})
