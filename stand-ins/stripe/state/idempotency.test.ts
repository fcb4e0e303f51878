import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal, startTrial, type Trial, twentyAtOnce } from '../testing/stand-in.ts'

describe('idempotency keys', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  const params = {
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
  }

  test('runs the same request once and replays its response', async () => {
    const { stripe } = trial
    const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'one' })
    const second = await stripe.paymentIntents.create(params, { idempotencyKey: 'one' })
    expect(second).toEqual(first)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect((await stripe.charges.list({ payment_intent: first.id })).data).toHaveLength(1)
    // The replayed response does not show later changes.
    await stripe.paymentIntents.update(first.id, { description: 'later' })
    expect((await stripe.paymentIntents.create(params, { idempotencyKey: 'one' })).description).toBeNull()
  })

  test('rejects other parameters or another call with the same key', async () => {
    const { stripe } = trial
    await stripe.paymentIntents.create(params, { idempotencyKey: 'two' })
    for (const call of [
      stripe.paymentIntents.create({ ...params, amount: 1001 }, { idempotencyKey: 'two' }),
      stripe.customers.create({}, { idempotencyKey: 'two' }),
    ])
      expect(await refusal(call)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('replays a decline without a second attempt', async () => {
    const { stripe } = trial
    const declined = { ...params, payment_method: 'pm_card_visa_chargeDeclined' }
    const first = await refusal(stripe.paymentIntents.create(declined, { idempotencyKey: 'three' }))
    const second = await refusal(stripe.paymentIntents.create(declined, { idempotencyKey: 'three' }))
    expect(second).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      payment_intent: { id: first.payment_intent?.id },
    })
    expect((await stripe.charges.list({ payment_intent: first.payment_intent?.id ?? '' })).data).toHaveLength(
      1,
    )
  })

  test('a request rejected by validation does not use up its key', async () => {
    const { stripe } = trial
    const wrong = { ...params, amount: 'much' as unknown as number }
    expect((await refusal(stripe.paymentIntents.create(wrong, { idempotencyKey: 'four' }))).code).toBe(
      'parameter_invalid_integer',
    )
    expect((await stripe.paymentIntents.create(params, { idempotencyKey: 'four' })).status).toBe('succeeded')
  })

  test('a concurrent request with the same key gets 409 idempotency_key_in_use', async () => {
    const { stripe, standIn } = trial
    const held = standIn.faults.hold('POST /v1/payment_intents')
    const first = stripe.paymentIntents.create(params, { idempotencyKey: 'five' })
    await held.arrived
    const error = await refusal(stripe.paymentIntents.create(params, { idempotencyKey: 'five' }))
    expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    held.release()
    const done = await first
    expect((await stripe.paymentIntents.create(params, { idempotencyKey: 'five' })).id).toBe(done.id)
  })

  test('twenty concurrent requests with one key charge once', async () => {
    const { stripe } = trial
    const results = await twentyAtOnce(stripe, () =>
      stripe.paymentIntents.create(params, { idempotencyKey: 'six' }),
    )
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    expect(new Set(ids).size).toBe(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ statusCode: 409 })
  })

  test('forgets a key after a day', async () => {
    const { stripe, standIn } = trial
    const first = await stripe.customers.create({}, { idempotencyKey: 'seven' })
    await standIn.advance({ hours: 23 })
    expect((await stripe.customers.create({}, { idempotencyKey: 'seven' })).id).toBe(first.id)
    await standIn.advance({ hours: 2 })
    expect((await stripe.customers.create({}, { idempotencyKey: 'seven' })).id).not.toBe(first.id)
  })

  test('the same key in different accounts is independent', async () => {
    const { stripe } = trial
    const account = await stripe.accounts.create({ type: 'express' })
    const mine = await stripe.customers.create({}, { idempotencyKey: 'eight' })
    const theirs = await stripe.customers.create({}, { idempotencyKey: 'eight', stripeAccount: account.id })
    expect(theirs.id).not.toBe(mine.id)
    expect((await refusal(stripe.customers.retrieve(theirs.id))).statusCode).toBe(404)
  })
})
