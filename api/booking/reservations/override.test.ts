import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

/** Creates a lot of one spot with an admin, who books any of its spots for a person. */
async function aDesk() {
  const { lot_id } = await aLot(api, {}, 1)
  const params = { lot_id }
  const { token } = await aMember(api, lot_id, 'ADMIN')
  const order = (override_reason?: string) => ({
    body: {
      lot_id,
      person: { email: 'ada@people.example' },
      payment_kind: 'NONE' as const,
      ...twoHours(api),
      ...(override_reason ? { override_reason } : {}),
    },
    idempotency_key: secretWord(api.ports),
  })
  return { params, token, order }
}

test('rejects any spot by the rule against all of them and allows it with an override reason', async () => {
  const { params, token, order } = await aDesk()
  const rules = { ...noRules, max_duration_minutes: 60 }
  const set = await api.call(
    createRuleSetRoute,
    { params, body: { name: 'Residents', is_default: true, rules } },
    token,
  )
  expect(await api.refusal(createByStaffRoute, order(), token)).toMatchObject({
    status: 409,
    code: 'rules_refuse',
    field: 'override_reason',
    details: { rule: 'max_duration_minutes', rule_set: { id: set.id, name: 'Residents', version: 1 } },
  })
  const made = await api.call(createByStaffRoute, order('A guest of the house'), token)
  // The guest is no member who allowed it, so they must accept first; the spot is held until then.
  expect(made).toMatchObject({ status: 'PENDING', override_reason: 'A guest of the house' })
  // A reason does not override a full lot.
  expect(await api.refusal(createByStaffRoute, order('Another guest'), token)).toMatchObject({
    status: 409,
    code: 'lot_full',
    field: 'lot_id',
  })
})

test('rejects any spot while the lot is closed and allows it with an override reason', async () => {
  const { params, token, order } = await aDesk()
  await api.call(updateLotRoute, { params, body: { opening_hours: {} } }, token)
  expect(await api.refusal(createByStaffRoute, order(), token)).toMatchObject({
    status: 409,
    code: 'lot_closed',
    field: 'override_reason',
  })
  expect(await api.call(createByStaffRoute, order('Works'), token)).toMatchObject({ status: 'PENDING' })
})
