import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes, refusal, startTrial, type Trial, twentyAtOnce } from '../testing/stand-in.ts'

describe('payment intents', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  test('charges a saved card off-session, and the charge links to its balance transaction', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({ email: 'a@example.com', metadata: { member: '7' } })
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
      confirm: true,
      metadata: { reservation: '42' },
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 2000,
      metadata: { reservation: '42' },
      payment_method: { id: method.id, card: { last4: '4242', brand: 'visa' } },
      latest_charge: {
        paid: true,
        captured: true,
        balance_transaction: { amount: 2000, fee: 88, net: 1912, type: 'charge', status: 'pending' },
      },
    })
    const listed = await stripe.charges.list({ payment_intent: intent.id })
    expect(listed.data.map((charge) => charge.amount)).toEqual([2000])
    expect((await eventTypes(stripe)).slice(-3)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', ''],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
    ['pm_card_radarBlock', 'card_declined', 'fraudulent'],
  ])('%s is declined with %s', async (payment_method, code, decline_code) => {
    const { stripe } = trial
    const error = await refusal(
      stripe.paymentIntents.create({
        amount: 1500,
        currency: 'usd',
        payment_method,
        confirm: true,
        return_url: 'https://shop.example/back',
      }),
    )
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '')
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code },
    })
    const [charge] = (await stripe.charges.list({ payment_intent: intent.id })).data
    expect(charge).toMatchObject({
      status: 'failed',
      paid: false,
      balance_transaction: null,
      failure_code: code,
    })
    expect((await eventTypes(stripe)).slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
  })

  test('another card pays the same intent after a decline', async () => {
    const { stripe } = trial
    const intent = await stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa_chargeDeclined',
    })
    expect(intent.status).toBe('requires_confirmation')
    await refusal(stripe.paymentIntents.confirm(intent.id))
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_mastercard' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  test('twenty concurrent confirmations charge once', async () => {
    const { stripe } = trial
    // A saved card can be reused, so only the intent itself prevents a second charge.
    const customer = await stripe.customers.create({})
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const intent = await stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer: customer.id,
      allowed_payment_method_types: ['card'],
      payment_method: method.id,
    })
    const results = await twentyAtOnce(stripe, () => stripe.paymentIntents.confirm(intent.id))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })

  test('captures part of a hold and releases the rest', async () => {
    const { stripe } = trial
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      capture_method: 'manual',
      confirm: true,
    })
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 5000, amount_received: 0 })
    const error = await refusal(stripe.paymentIntents.capture(intent.id, { amount_to_capture: 5001 }))
    expect(error.code).toBe('amount_too_large')
    const captured = await stripe.paymentIntents.capture(intent.id, {
      amount_to_capture: 3000,
      expand: ['latest_charge.balance_transaction'],
    })
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount_received: 3000,
      latest_charge: { amount_captured: 3000, balance_transaction: { amount: 3000 } },
    })
  })

  test('twenty concurrent captures take the money once', async () => {
    const { stripe } = trial
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      capture_method: 'manual',
      confirm: true,
    })
    const results = await twentyAtOnce(stripe, () => stripe.paymentIntents.capture(intent.id))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const lines = await stripe.balanceTransactions.list({ source: String(intent.latest_charge) })
    expect(lines.data).toHaveLength(1)
  })

  test('cancels a hold without taking money', async () => {
    const { stripe } = trial
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      capture_method: 'manual',
      confirm: true,
    })
    const canceled = await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'requested_by_customer',
    })
    expect(canceled).toMatchObject({ status: 'canceled', amount_capturable: 0 })
    const error = await refusal(stripe.paymentIntents.capture(intent.id))
    expect(error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'canceled' },
    })
    expect((await stripe.balanceTransactions.list({ source: String(intent.latest_charge) })).data).toEqual([])
  })

  test("rejects another customer's card, a used card, and a detached card", async () => {
    const { stripe } = trial
    const [one, two] = await Promise.all([stripe.customers.create({}), stripe.customers.create({})])
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: one.id })
    const base = {
      amount: 500,
      currency: 'usd',
      confirm: true,
      off_session: true,
      allowed_payment_method_types: ['card'],
    }
    await refusal(stripe.paymentIntents.create({ ...base, customer: two.id, payment_method: method.id }))
    await refusal(stripe.paymentIntents.create({ ...base, payment_method: method.id }))
    await stripe.paymentMethods.detach(method.id)
    await refusal(stripe.paymentIntents.create({ ...base, customer: one.id, payment_method: method.id }))
    const loose = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await stripe.paymentIntents.create({ ...base, payment_method: loose.id })
    const error = await refusal(stripe.paymentIntents.create({ ...base, payment_method: loose.id }))
    expect(error.message).toContain('may not be used again')
  })

  test('updates the amount until the payment is made, and rejects later updates', async () => {
    const { stripe } = trial
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      metadata: { a: '1', b: '2' },
    })
    const updated = await stripe.paymentIntents.update(intent.id, {
      amount: 800,
      metadata: { a: '', c: '3' },
      payment_method: 'pm_card_visa',
    })
    expect(updated).toMatchObject({
      amount: 800,
      metadata: { b: '2', c: '3' },
      status: 'requires_confirmation',
    })
    await stripe.paymentIntents.confirm(intent.id, { return_url: 'https://shop.example/back' })
    expect(await refusal(stripe.paymentIntents.update(intent.id, { amount: 900 }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })
})
