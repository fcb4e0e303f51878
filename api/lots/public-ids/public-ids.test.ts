import { getPublicLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { listPublicIdsRoute, rotatePublicIdRoute } from '@openspot/contract/lots/public-ids.ts'
import { createRedirectRoute } from '@openspot/contract/lots/redirects.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson } from '../../testing/factories/people.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const look = (public_id: string) => ({ params: { public_id }, query: {} })

test('deactivates the previous public ID at once without a grace period, lists it, and audits both', async () => {
  const lot = await aLot(api)
  const { token, user_id } = await aMember(api, lot.lot_id, 'ADMIN')
  const params = { lot_id: lot.lot_id }
  const ids = await api.call(rotatePublicIdRoute, { params, body: {} }, token)
  expect(ids.public_id).not.toBe(lot.public_id)
  expect(ids.previous).toMatchObject([
    { public_id: lot.public_id, still_leads: false, replaced_by: { id: user_id } },
  ])
  expect(await api.refusal(getPublicLotRoute, look(lot.public_id))).toMatchObject({ status: 404 })
  expect((await api.call(getPublicLotRoute, look(ids.public_id))).lot.id).toBe(lot.lot_id)
  const log = await api.deps.database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('lot_id', '=', lot.lot_id)
    .execute()
  expect(log).toEqual([
    {
      action: 'lot.rotate_public_id',
      details: {
        before: { public_id: lot.public_id },
        after: { public_id: ids.public_id },
        grace_days: 0,
      },
    },
  ])
})

test('keeps the previous public ID working until the end of its grace period, also through a redirect', async () => {
  const lot = await aLot(api)
  const params = { lot_id: lot.lot_id }
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const { public_id } = await api.call(
    rotatePublicIdRoute,
    { params, body: { grace_days: 2 } },
    platform.token,
  )
  expect(await api.call(getPublicLotRoute, look(lot.public_id))).toMatchObject({
    lot: { id: lot.lot_id, public_id },
    redirected_from: null,
  })
  const next = await aLot(api, { name: 'Next' })
  await api.call(
    createRedirectRoute,
    { params: { lot_id: next.lot_id }, body: { from_lot_id: lot.lot_id } },
    platform.token,
  )
  expect(await api.call(getPublicLotRoute, look(lot.public_id))).toMatchObject({
    lot: { id: next.lot_id },
    redirected_from: 'Wells Street Lot',
  })
  api.ports.advance({ hours: 47 })
  expect((await api.call(getPublicLotRoute, look(lot.public_id))).lot.id).toBe(next.lot_id)
  api.ports.advance({ hours: 1 })
  expect(await api.refusal(getPublicLotRoute, look(lot.public_id))).toMatchObject({ status: 404 })
  const { previous } = await api.call(listPublicIdsRoute, { params }, platform.token)
  expect(previous).toMatchObject([{ public_id: lot.public_id, still_leads: false }])
})

test('rotates a public ID once for concurrent requests that saw the same one', async () => {
  const lot = await aLot(api)
  const { token } = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const call = { params: { lot_id: lot.lot_id }, body: { public_id: lot.public_id } }
  const done = await Promise.allSettled([1, 2, 3].map(() => api.call(rotatePublicIdRoute, call, token)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await api.refusal(rotatePublicIdRoute, call, token)).toMatchObject({ code: 'public_id_changed' })
})

test('never reuses a previous public ID for another lot and lets only admins rotate it', async () => {
  const [lot, other] = [await aLot(api), await aLot(api)]
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  await api.call(rotatePublicIdRoute, { params: { lot_id: lot.lot_id }, body: {} }, token)
  const steal = api.deps.database.db
    .updateTable('lots')
    .set({ public_id: lot.public_id })
    .where('id', '=', other.lot_id)
    .execute()
  await expect(steal).rejects.toMatchObject({ code: 'OS013' })
  for (const role of ['MEMBER', 'PATROLLER'] as const) {
    const person = await aMember(api, lot.lot_id, role)
    const call = { params: { lot_id: lot.lot_id }, body: {} }
    expect(await api.refusal(rotatePublicIdRoute, call, person.token)).toMatchObject({ status: 403 })
  }
  const long = { params: { lot_id: lot.lot_id }, body: { grace_days: 91 } }
  expect(await api.refusal(rotatePublicIdRoute, long, token)).toMatchObject({
    status: 400,
    field: 'grace_days',
  })
  const patch = { params: { lot_id: lot.lot_id }, body: { public_id: 'A'.repeat(24) } as never }
  expect(await api.refusal(updateLotRoute, patch, token)).toMatchObject({ status: 400, field: 'public_id' })
})
