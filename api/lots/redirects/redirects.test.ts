import { getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import {
  createRedirectRoute,
  deleteRedirectRoute,
  listRedirectsRoute,
} from '@openspot/contract/lots/redirects.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const send = (from: TestLot, to: TestLot) => ({
  params: { lot_id: to.lot_id },
  body: { from_lot_id: from.lot_id },
})
const end = (from: TestLot, to: TestLot) => ({
  params: { to_lot_id: to.lot_id, from_lot_id: from.lot_id },
})
const list = (lot: TestLot, token: string) =>
  api.call(listRedirectsRoute, { params: { lot_id: lot.lot_id } }, token)

async function join(lot: TestLot, person: Person, role: 'MEMBER' | 'ADMIN' | 'SUPER_ADMIN') {
  await api.deps.database.db
    .insertInto('memberships')
    .values({ lot_id: lot.lot_id, user_id: person.user_id, role, status: 'ACTIVE' })
    .execute()
}
const named = (name: string) => aLot(api, { name }, 1)

test('lets an admin of both lots create a redirect, audits it in both, and lets either side delete it', async () => {
  const [old, here] = [await named('Old entrance'), await named('New entrance')]
  const both = await aMember(api, here.lot_id, 'ADMIN')
  await join(old, both, 'SUPER_ADMIN')
  const made = await api.call(createRedirectRoute, send(old, here), both.token)
  expect(made).toMatchObject({ from: { name: 'Old entrance' }, to: { name: 'New entrance' } })
  expect(await list(here, both.token)).toEqual({ items: [made], sends_to: null })
  expect(await list(old, both.token)).toEqual({ items: [], sends_to: made })
  const page = await api.call(getPublicLotRoute, { params: { public_id: old.public_id }, query: {} })
  expect(page).toMatchObject({ lot: { id: here.lot_id }, redirected_from: 'Old entrance' })

  const member = await aMember(api, old.lot_id, 'MEMBER')
  expect(await api.refusal(deleteRedirectRoute, end(old, here), member.token)).toMatchObject({ status: 403 })
  const left = await aMember(api, old.lot_id, 'ADMIN')
  await api.call(deleteRedirectRoute, end(old, here), left.token)
  expect(await api.refusal(deleteRedirectRoute, end(old, here), left.token)).toMatchObject({ status: 404 })
  const log = await api.deps.database.db
    .selectFrom('audit_log')
    .select(['lot_id', 'action'])
    .where('subject_kind', '=', 'redirect')
    .orderBy('id')
    .execute()
  expect(log).toEqual(
    ['redirect.create', 'redirect.delete'].flatMap((action) =>
      [old, here].map(({ lot_id }) => ({ lot_id, action })),
    ),
  )
})

test('rejects a redirect by an admin of one lot only, by strangers, and to the same lot', async () => {
  const [from, to] = [await named('From'), await named('To')]
  const oneSide = await aMember(api, to.lot_id, 'SUPER_ADMIN')
  expect(await api.refusal(createRedirectRoute, send(from, to), oneSide.token)).toMatchObject({ status: 403 })
  await join(from, oneSide, 'MEMBER')
  expect(await api.refusal(createRedirectRoute, send(from, to), oneSide.token)).toMatchObject({ status: 403 })
  const otherSide = await aMember(api, from.lot_id, 'ADMIN')
  expect(await api.refusal(createRedirectRoute, send(from, to), otherSide.token)).toMatchObject({
    status: 403,
  })
  const stranger = await aPerson(api)
  expect(await api.refusal(createRedirectRoute, send(from, to), stranger.token)).toMatchObject({
    status: 403,
  })
  expect(await api.refusal(createRedirectRoute, send(from, to))).toMatchObject({ status: 401 })
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect(await api.refusal(createRedirectRoute, send(to, to), platform.token)).toMatchObject({
    status: 400,
    field: 'from_lot_id',
  })
  const nowhere = { ...from, lot_id: api.ports.id() }
  expect(await api.refusal(createRedirectRoute, send(nowhere, to), platform.token)).toMatchObject({
    status: 400,
    field: 'from_lot_id',
  })
  await api.call(createRedirectRoute, send(from, to), platform.token)
  expect(await api.refusal(createRedirectRoute, send(from, to), platform.token)).toMatchObject({
    status: 409,
    code: 'redirect_exists',
  })
})

test('rejects one of three concurrent redirects that would form a cycle with 409 redirect_cycle', async () => {
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  for (let round = 0; round < 15; round++) {
    const lots = [await named('A'), await named('B'), await named('C')]
    const ways = lots.map((lot, at) => send(lot, lots[(at + 1) % lots.length] ?? lot))
    const done = await Promise.allSettled(
      ways.map((way) => api.call(createRedirectRoute, way, platform.token)),
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const [refused] = done.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toMatchObject({ status: 409, body: { code: 'redirect_cycle', field: 'from_lot_id' } })
  }
})
