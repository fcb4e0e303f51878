import { getMyHomeRoute } from '@openspot/contract/identity/users.ts'
import type { LotRole } from '@openspot/core/enums.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const homeOf = async ({ token }: Person) => (await api.call(getMyHomeRoute, {}, token)).path
const join = (person: Person, lot_id: string, role: LotRole, status = 'ACTIVE') =>
  api.deps.database.pool.query(
    `insert into memberships (lot_id, user_id, role, status) values ($1, $2, $3::lot_role, $4::membership_status)`,
    [lot_id, person.user_id, role, status],
  )

test('lands a driver on their reservations, and a host on their spots until they book themselves', async () => {
  const lot = await aLot(api)
  const person = await aPerson(api)
  expect(await homeOf(person)).toBe('/me')
  await join(person, lot.lot_id, 'MEMBER')
  await api.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    lot.spot_ids[0],
    person.user_id,
  ])
  expect(await homeOf(person)).toBe('/me/spots')
  await bookAs(api, person, {
    spot_id: lot.spot_ids[1] ?? '',
    ...twoHours(api, 2),
    payment_method_id: await aCard(api, person),
  })
  expect(await homeOf(person)).toBe('/me')
})

test('lands staff on their lot, on all their lots, or on the patrol, and not on lots that they left', async () => {
  const [one, two] = [await aLot(api), await aLot(api)]
  const admin = await aPerson(api)
  await join(admin, one.lot_id, 'ADMIN')
  await join(admin, (await aLot(api)).lot_id, 'SUPER_ADMIN', 'DELETED')
  expect(await homeOf(admin)).toBe(`/lots/${one.lot_id}`)
  await join(admin, two.lot_id, 'SUPER_ADMIN')
  expect(await homeOf(admin)).toBe('/lots')
  const patroller = await aPerson(api)
  await join(patroller, two.lot_id, 'PATROLLER')
  expect(await homeOf(patroller)).toBe(`/patrol/${two.lot_id}`)
})

test('lands a platform admin on the console', async () => {
  expect(await homeOf(await aPerson(api, { roles: ['OPENSPOT_ADMIN'] }))).toBe('/platform')
})
