import { confirmReservationRoute, listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import {
  createPaymentMethodRoute,
  listPaymentMethodsRoute,
  patchPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let driver: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { month_cents: 24_000 })
  driver = await aPerson(api)
})

const spot = (at: number) => lot.spot_ids[at] ?? ''

/** What the provider's form on the page gives. */
const entered = async (token = 'tok_visa') =>
  (await api.deps.stripe.paymentMethods.create({ type: 'card', card: { token } })).id

const add = async (more: { saves_when_paid?: boolean } = {}, token?: string, person = driver) => {
  const stripe_payment_method_id = await entered(token)
  const body = { stripe_payment_method_id, ...more }
  return { ...(await api.call(createPaymentMethodRoute, { body }, person.token)), stripe_payment_method_id }
}
const listed = async () => (await api.call(listPaymentMethodsRoute, {}, driver.token)).items
const providerHas = async (id: string) => (await api.deps.stripe.paymentMethods.retrieve(id)).customer
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: { body: { code: string; field?: string } }) =>
      `${error.body.code} ${error.body.field ?? ''}`.trim(),
  )

test('a card entered while paying pays once and is kept nowhere', async () => {
  const { id, last4, stripe_payment_method_id } = await add()
  expect(last4).toBe('4242')
  const { reservation } = await bookAs(api, driver, { spot_id: spot(0), payment_method_id: id })
  expect(reservation.status).toBe('ACTIVE')
  expect(await listed()).toEqual([])
  expect(await providerHas(stripe_payment_method_id)).toBeNull()
  const again = bookAs(api, driver, { spot_id: spot(1), ...twoHours(api, 9), payment_method_id: id })
  expect(await codeOf(again)).toBe('card_declined')
})

test('a card whose payer asks for that is kept from its first payment on, and not before', async () => {
  const { id, stripe_payment_method_id } = await add({ saves_when_paid: true })
  expect(await listed()).toEqual([])
  await bookAs(api, driver, { spot_id: spot(0), payment_method_id: id })
  expect(await listed()).toMatchObject([{ id, last4: '4242', last_result: 'PAID' }])
  expect(await providerHas(stripe_payment_method_id)).not.toBeNull()
  const later = { spot_id: spot(1), ...twoHours(api, 9), payment_method_id: id }
  expect((await bookAs(api, driver, later)).reservation.status).toBe('ACTIVE')
})

test('a declined card is not kept although its payer asked for it, and another one pays for the same hold', async () => {
  const declined = await add({ saves_when_paid: true }, 'tok_chargeCustomerFail')
  const order = { spot_id: spot(0), payment_method_id: declined.id }
  expect(await codeOf(bookAs(api, driver, order))).toBe('card_declined')
  expect(await listed()).toEqual([])
  const query = { when: 'upcoming' as const, ...twoHours(api), limit: 50 }
  const { items } = await api.call(listParkHistoryRoute, { query }, driver.token)
  expect(items).toMatchObject([{ status: 'CHECKOUT' }])
  const [held] = items
  const { id } = await add()
  const { reservation } = await api.call(
    confirmReservationRoute,
    {
      params: { reservation_id: held?.id ?? '' },
      body: { payment_method_id: id, return_path: '/me' },
      idempotency_key: 'another card for the same hold',
    },
    driver.token,
  )
  expect(reservation).toMatchObject({ id: held?.id, status: 'ACTIVE' })
})

test('a monthly reservation needs a card that is kept, because later months are charged to it', async () => {
  const order = { spot_id: spot(0), ends_at: null }
  const once = await add()
  expect(await codeOf(bookAs(api, driver, { ...order, payment_method_id: once.id }))).toBe(
    'payment_method_needed payment_method_id',
  )
  const { id } = await add({ saves_when_paid: true })
  const { reservation } = await bookAs(api, driver, { ...order, payment_method_id: id })
  expect(reservation.status).toBe('ACTIVE')
  expect(await listed()).toMatchObject([{ id }])
})

test('storing the same card again returns it, and the card of another person is refused', async () => {
  const stripe_payment_method_id = await entered()
  const body = { stripe_payment_method_id }
  const first = await api.call(createPaymentMethodRoute, { body }, driver.token)
  expect(await api.call(createPaymentMethodRoute, { body }, driver.token)).toEqual(first)
  const other = await aPerson(api)
  expect(await codeOf(api.call(createPaymentMethodRoute, { body }, other.token))).toBe(
    'payment_method_not_usable',
  )
})

test('a saved card of another person and a card that the provider does not know are refused', async () => {
  const { stripe } = api.deps
  const customer = (await stripe.customers.create()).id
  // The provider alone knows whose it is.
  const { id } = await stripe.paymentMethods.attach(await entered(), { customer })
  for (const stripe_payment_method_id of [id, 'pm_unknown_to_the_provider'])
    expect(
      await codeOf(api.call(createPaymentMethodRoute, { body: { stripe_payment_method_id } }, driver.token)),
    ).toBe('payment_method_not_usable')
})

test('a card that is not kept can’t become the default', async () => {
  const { id } = await add()
  const params = { payment_method_id: id }
  const body = { is_default: true } as const
  expect(await codeOf(api.call(patchPaymentMethodRoute, { params, body }, driver.token))).toBe('not_found')
})

test('a request names one payment method, and keeps only a card that was entered', async () => {
  const both = { stripe_payment_method_id: await entered(), kind: 'EARNINGS_DEDUCTION' as const }
  expect(await codeOf(api.call(createPaymentMethodRoute, { body: both }, driver.token))).toBe(
    'request_invalid checkout_session_id',
  )
  const kept = { kind: 'EARNINGS_DEDUCTION' as const, saves_when_paid: true }
  expect(await codeOf(api.call(createPaymentMethodRoute, { body: kept }, driver.token))).toBe(
    'request_invalid saves_when_paid',
  )
})
