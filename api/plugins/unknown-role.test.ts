import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { aLot } from '../testing/factories/lots.ts'
import { aMember } from '../testing/factories/people.ts'
import { asOwner } from '../testing/owner.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('a role that this version does not know, as during an update, has the rights of a member and is logged', async () => {
  const { lot_id } = await aLot(api, { is_private: true })
  const admin = await aMember(api, lot_id, 'ADMIN')
  const params = { lot_id }
  await api.call(listMonitorSpotsRoute, { params, query: {} }, admin.token)
  await asOwner(api, `alter type lot_role add value 'LANDLORD'`)
  await asOwner(api, `update memberships set role = 'LANDLORD' where user_id = $1`, [admin.user_id])
  expect(await api.refusal(listMonitorSpotsRoute, { params, query: {} }, admin.token)).toMatchObject({
    status: 403,
  })
  expect(await api.call(getLotRoute, { params }, admin.token)).toMatchObject({ id: lot_id })
  expect(api.lines).toContainEqual(
    expect.objectContaining({ event: 'role_unknown', role: 'LANDLORD', lot_id }),
  )
})
