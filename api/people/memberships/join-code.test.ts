import {
  dropJoinCodeRoute,
  getJoinCodeRoute,
  joinByCodeRoute,
  rotateJoinCodeRoute,
} from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPlaced, auditOf, type Placed, toldTo } from '../../testing/factories/memberships.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Placed
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aPlaced(api, lot.lot_id, { role: 'ADMIN' })
})
afterAll(() => api.close())

test('admits people by the current join code only, and rejects a removed member with join_refused', async () => {
  const at = { params: { lot_id: lot.lot_id } }
  expect(await api.call(getJoinCodeRoute, at, admin.token)).toEqual({ code: null, changed_at: null })
  const first = (await api.call(rotateJoinCodeRoute, at, admin.token)).code ?? ''
  const enter = (code: string, person: Person) => api.call(joinByCodeRoute, { body: { code } }, person.token)
  const driver = await aPerson(api)
  const typed = `${first.slice(0, 5).toLowerCase()}-${first.slice(5)} `
  expect(await enter(typed, driver)).toMatchObject({ lot_id: lot.lot_id, status: 'ACTIVE', role: 'MEMBER' })
  expect(await toldTo(api, admin)).toEqual(['MEMBERSHIP_TAKEN'])
  expect(await api.refusal(joinByCodeRoute, { body: { code: first } }, driver.token)).toMatchObject({
    code: 'already_member',
  })
  const out = await aPlaced(api, lot.lot_id, { status: 'REMOVED' })
  expect(await api.refusal(joinByCodeRoute, { body: { code: first } }, out.token)).toMatchObject({
    code: 'join_refused',
  })
  const second = (await api.call(rotateJoinCodeRoute, at, admin.token)).code ?? ''
  const late = await aPerson(api)
  const unknown = { status: 404, code: 'join_code_unknown' }
  expect(await api.refusal(joinByCodeRoute, { body: { code: first } }, late.token)).toMatchObject(unknown)
  await api.call(dropJoinCodeRoute, at, admin.token)
  expect(await api.refusal(joinByCodeRoute, { body: { code: second } }, late.token)).toMatchObject(unknown)
  // The audit log must not contain the code.
  expect(JSON.stringify(await auditOf(api, lot.lot_id))).not.toMatch(new RegExp(`${first}|${second}`))
})

test('limits join code attempts per person with too_many_requests', async () => {
  const driver = await aPerson(api)
  let last = ''
  for (let at = 0; at < 11; at++) {
    last = (await api.refusal(joinByCodeRoute, { body: { code: `AAAAAAAA${at}` } }, driver.token)).code
  }
  expect(last).toBe('too_many_requests')
  api.ports.advance({ hours: 1 })
})
