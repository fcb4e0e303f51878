import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes, refusal, startTrial, type Trial } from '../testing/stand-in.ts'

const mandate_data = {
  customer_acceptance: { type: 'online' as const, online: { ip_address: '1.2.3.4', user_agent: 'x' } },
}

describe('bank debits', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  async function debit(account_number: string) {
    return trial.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_data: {
        type: 'us_bank_account',
        billing_details: { name: 'Jenny Rosen' },
        us_bank_account: { account_number, routing_number: '110000000', account_holder_type: 'individual' },
      },
      mandate_data,
      confirm: true,
    })
  }

  test('is processing for four days and then paid, minus the debit fee', async () => {
    const { stripe, clock, standIn } = trial
    const intent = await debit('000123456789')
    expect(intent.status).toBe('processing')
    expect(await refusal(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    await refusal(stripe.refunds.create({ payment_intent: intent.id }))
    clock.advance(4 * 86_400 - 1)
    expect(await standIn.settleDue()).toBe(0)
    clock.advance(1)
    expect(await standIn.settleDue()).toBe(1)
    expect(
      await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.balance_transaction'] }),
    ).toMatchObject({
      status: 'succeeded',
      amount_received: 10_000,
      latest_charge: { status: 'succeeded', balance_transaction: { type: 'payment', fee: 80 } },
    })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 })
    expect(refund.status).toBe('pending')
  })

  test.each([
    ['000222222227', 'insufficient_funds'],
    ['000111111113', 'account_closed'],
    ['000111111116', 'no_account'],
    ['000333333335', 'debit_not_authorized'],
  ])('from %s it fails days later with %s', async (account_number, code) => {
    const { stripe, standIn } = trial
    const intent = await debit(account_number)
    await standIn.advance({ days: 4 })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    })
    expect(await stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({
      status: 'failed',
      failure_code: code,
    })
    expect((await eventTypes(stripe)).slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
  })

  test('can stay in processing forever, or be disputed', async () => {
    const { stripe, standIn } = trial
    const stuck = await debit('000000000009')
    const disputed = await debit('000555555559')
    await standIn.advance({ days: 40 })
    expect((await stripe.paymentIntents.retrieve(stuck.id)).status).toBe('processing')
    expect((await stripe.disputes.list({ payment_intent: disputed.id })).data).toHaveLength(1)
  })

  test('settles once when several processes handle it concurrently', async () => {
    const { stripe, clock, standIn } = trial
    const intents = []
    for (let i = 0; i < 10; i++) intents.push(await debit('000123456789'))
    clock.advance(5 * 86_400)
    await Promise.all(Array.from({ length: 5 }, () => standIn.settleDue()))
    for (const intent of intents) {
      const lines = await stripe.balanceTransactions.list({ source: String(intent.latest_charge) })
      expect(lines.data).toHaveLength(1)
    }
  })

  test('requires a mandate', async () => {
    const error = await refusal(
      trial.stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        allowed_payment_method_types: ['us_bank_account'],
        payment_method: 'pm_usBankAccount',
        confirm: true,
      }),
    )
    expect(error.param).toBe('mandate_data')
  })
})
