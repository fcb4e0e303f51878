import { validationValue } from '@openspot/core/validation/value.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('calculates the same value in TypeScript and in the database', async () => {
  const discounts = fc.record({
    discount: fc.constantFrom('AMOUNT' as const, 'PERCENT' as const, 'TIME' as const),
    amount_cents: fc.integer({ min: 1, max: 100_000_000 }),
    percent: fc.integer({ min: 1, max: 100 }),
    minutes: fc.integer({ min: 1, max: 10_080 }),
    max_cents: fc.option(fc.integer({ min: 1, max: 5000 })),
  })
  const cases = fc.sample(fc.tuple(discounts, fc.nat(2_000_000_000), fc.nat(600_000)), 300)
  const { rows } = await api.deps.database.pool.query(
    `select array(select validation_value((c ->> 'discount')::validation_discount, (c ->> 'amount_cents')::int, (c ->> 'percent')::int,
       (c ->> 'minutes')::int, (c ->> 'max_cents')::int, (c ->> 'paid')::int8, (c ->> 'parked')::int8)
       from jsonb_array_elements($1) with ordinality e(c, at) order by at) as values`,
    [JSON.stringify(cases.map(([of, paid, parked]) => ({ ...of, paid, parked })))],
  )
  expect(rows[0]?.values).toEqual(cases.map(([of, paid, parked]) => validationValue(of, paid, parked)))
})
