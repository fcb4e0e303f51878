import { checkGateRoute, patchGateRoute } from '@openspot/contract/operations/gates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate } from '../../testing/factories/gates.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember } from '../../testing/factories/people.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('an edit that would overwrite what someone else saved since it was read is refused, and one of other settings is taken', async () => {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const { params } = await createGate(api, { lot_id: lot.lot_id, admin })
  const patch = (body: object) => api.call(patchGateRoute, { params, body }, admin.token)
  const { device } = await patch({ travel_seconds: 30 })
  const stale = { params, body: { travel_seconds: 20, before: { travel_seconds: 31 } } }
  expect(await api.refusal(patchGateRoute, stale, admin.token)).toMatchObject({
    status: 409,
    code: 'gate_changed',
    field: 'before.travel_seconds',
  })
  expect(await patch({ locked_reason: 'Repair', before: { locked_reason: null, device } })).toMatchObject({
    locked_reason: 'Repair',
    travel_seconds: 30,
  })
  const empty = { params, body: { before: { locked_reason: 'Repair' } } }
  expect(await api.refusal(patchGateRoute, empty, admin.token)).toMatchObject({ status: 400 })
})

test('what is known of a gate is kept when settings other than its device change', async () => {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const gate = await createGate(api, { lot_id: lot.lot_id, admin })
  const checked = await api.call(checkGateRoute, { params: gate.params }, admin.token)
  expect(checked.is_reachable).toBe(true)
  const patch = (body: object) => api.call(patchGateRoute, { params: gate.params, body }, admin.token)
  const { is_reachable, checked_at, position } = checked
  const renamed = await patch({ name: 'North gate' })
  expect(renamed).toMatchObject({ name: 'North gate', is_reachable, checked_at, position })
  expect(await patch({ device: renamed.device })).toMatchObject({ is_reachable: null, checked_at: null })
})
