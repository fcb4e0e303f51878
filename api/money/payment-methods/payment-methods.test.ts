import {
  createPaymentMethodRoute,
  listPaymentMethodsRoute,
  patchPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { insertPaymentMethod, listPaymentMethods } from './payment-methods.sql.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('saves several first payment methods at once, and exactly one of them is the default', async () => {
  const { db } = api.deps.database
  for (let round = 0; round < 5; round++) {
    const { user_id } = await aPerson(api)
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        insertPaymentMethod(db, {
          user_id,
          stripe_payment_method_id: `pm_${user_id}_${name}`,
          instrument: 'CARD',
          brand: 'visa',
          last4: '4242',
          created_at: api.ports.now().toISOString(),
        }),
      ),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(4)
    const saved = await listPaymentMethods(db, user_id)
    expect(saved.filter(({ is_default }) => is_default)).toHaveLength(1)
  }
})

const nameAtProvider = async (payment_method_id: string) => {
  const { stripe_payment_method_id } = await api.deps.database.db
    .selectFrom('payment_methods')
    .select('stripe_payment_method_id')
    .where('id', '=', payment_method_id)
    .executeTakeFirstOrThrow()
  return (await api.deps.stripe.paymentMethods.retrieve(stripe_payment_method_id ?? '')).billing_details.name
}
const rename = (person: Person, payment_method_id: string, billing_name: string) =>
  api.call(patchPaymentMethodRoute, { params: { payment_method_id }, body: { billing_name } }, person.token)

test('takes the billing name from the provider, and changes it there and here without making the card the default', async () => {
  const person = await aPerson(api)
  const first = await aCard(api, person)
  const second = await aCard(api, person, 'pm_card_mastercard')
  const given = await api.deps.stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_visa' },
    billing_details: { name: 'Jenny Rosen' },
  })
  const entered = await api.call(
    createPaymentMethodRoute,
    { body: { stripe_payment_method_id: given.id } },
    person.token,
  )
  expect(entered.billing_name).toBe('Jenny Rosen')

  const renamed = await rename(person, second, '  Rosen Parking LLC ')
  expect(renamed).toMatchObject({ id: second, billing_name: 'Rosen Parking LLC', is_default: false })
  expect(await nameAtProvider(second)).toBe('Rosen Parking LLC')
  const { items } = await api.call(listPaymentMethodsRoute, {}, person.token)
  // The clock stands still, so both were created at the same instant and have no order.
  expect(new Map(items.map(({ id, billing_name, is_default }) => [id, [billing_name, is_default]]))).toEqual(
    new Map([
      [first, [null, false]],
      [second, ['Rosen Parking LLC', false]],
    ]),
  )
  const params = { payment_method_id: second }
  const both = { is_default: true, billing_name: 'Jenny' } as const
  expect(await api.call(patchPaymentMethodRoute, { params, body: both }, person.token)).toMatchObject({
    billing_name: 'Jenny',
    is_default: true,
  })
  expect(await api.call(patchPaymentMethodRoute, { params, body: {} }, person.token)).toMatchObject(both)
})

test('refuses an empty billing name, one for earnings, and one of another person, and changes nothing', async () => {
  const person = await aPerson(api)
  const card = await aCard(api, person)
  const earnings = await insertPaymentMethod(api.deps.database.db, {
    user_id: person.user_id,
    kind: 'EARNINGS_DEDUCTION',
    brand: 'earnings',
    created_at: api.ports.now().toISOString(),
  })
  const refusalOf = (id: string, billing_name: string, by = person) =>
    api.refusal(
      patchPaymentMethodRoute,
      { params: { payment_method_id: id }, body: { billing_name } },
      by.token,
    )
  for (const [id, name] of [
    [card, '   '],
    [card, 'x'.repeat(121)],
    [earnings.id, 'Jenny'],
  ] as const)
    expect(await refusalOf(id, name)).toMatchObject({ status: 400, field: 'billing_name' })
  expect((await refusalOf(card, 'Jenny', await aPerson(api))).status).toBe(404)
  expect(await nameAtProvider(card)).toBeNull()
})
