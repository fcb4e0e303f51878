import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes, refusal, startTrial, type Trial } from '../testing/stand-in.ts'

describe('customers and their payment methods', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  test('creates, updates, lists, and deletes a customer', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({
      email: 'j@example.com',
      name: 'Jenny',
      address: { city: 'Reno' },
    })
    expect(customer).toMatchObject({
      object: 'customer',
      email: 'j@example.com',
      address: { city: 'Reno', line1: null },
    })
    const updated = await stripe.customers.update(customer.id, {
      name: 'Jen',
      phone: '',
      metadata: { a: '1' },
    })
    expect(updated).toMatchObject({ name: 'Jen', phone: null, metadata: { a: '1' } })
    expect((await stripe.customers.list({ email: 'j@example.com' })).data.map((one) => one.id)).toEqual([
      customer.id,
    ])
    expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true })
    expect(await stripe.customers.retrieve(customer.id)).toEqual(expect.objectContaining({ deleted: true }))
    expect((await stripe.customers.list({ email: 'j@example.com' })).data).toEqual([])
    expect(await refusal(stripe.customers.update(customer.id, { name: 'x' }))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await eventTypes(stripe)).toEqual(['customer.created', 'customer.updated', 'customer.deleted'])
  })

  test('attaches, sets as default, lists, and detaches a test card', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({})
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 4, exp_year: 2031, cvc: '314' },
      billing_details: { name: 'Jenny Rosen' },
    })
    expect(method).toMatchObject({
      customer: null,
      card: { brand: 'visa', last4: '4242', exp_year: 2031, checks: { cvc_check: 'pass' } },
    })
    await stripe.paymentMethods.attach(method.id, { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
    const listed = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })
    expect(listed.data.map((one) => one.id)).toEqual([method.id])
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)
    expect((await stripe.paymentMethods.update(method.id, { metadata: { nick: 'blue' } })).metadata).toEqual({
      nick: 'blue',
    })
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    const after = await stripe.customers.retrieve(customer.id)
    expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } })
  })

  test.each([
    [{ number: '4242424242424241', exp_month: 4, exp_year: 2031 }, 'incorrect_number', 'number'],
    [{ number: '4242424242424242', exp_month: 13, exp_year: 2031 }, 'invalid_expiry_month', 'exp_month'],
    [{ number: '4242424242424242', exp_month: 2, exp_year: 2026 }, 'invalid_expiry_year', 'exp_year'],
    [{ number: '4242424242424242', exp_month: 4, exp_year: 2031, cvc: '12' }, 'invalid_cvc', 'cvc'],
    [{ number: '4539578763621486', exp_month: 4, exp_year: 2031 }, 'card_declined', undefined],
  ])('rejects invalid card details: %o', async (card, code, param) => {
    const error = await refusal(trial.stripe.paymentMethods.create({ type: 'card', card }))
    expect(error).toMatchObject({ statusCode: 402, code, param })
  })

  test('a declining card cannot be saved', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({})
    const error = await refusal(
      stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: customer.id }),
    )
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([])
  })
})
