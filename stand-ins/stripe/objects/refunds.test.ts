import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes, refusal, startTrial, type Trial, twentyAtOnce } from '../testing/stand-in.ts'

describe('refunds and the books', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  async function paid(amount: number, payment_method = 'pm_card_visa') {
    return trial.stripe.paymentIntents.create({
      amount,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method,
      confirm: true,
    })
  }

  test('refunds in parts up to the full amount and not more', async () => {
    const { stripe } = trial
    const intent = await paid(1000)
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 400,
      metadata: { refund: '1' },
    })
    expect(part).toMatchObject({
      amount: 400,
      status: 'succeeded',
      charge: intent.latest_charge,
      metadata: { refund: '1' },
    })
    const many = await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 601 }))
    expect(many).toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'amount',
      message: 'Refund amount ($6.01) is greater than unrefunded amount on charge ($6.00)',
    })
    expect((await stripe.refunds.create({ charge: String(intent.latest_charge) })).amount).toBe(600)
    expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
      'charge_already_refunded',
    )
    expect(await stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({
      amount_refunded: 1000,
      refunded: true,
    })
    expect(
      (await stripe.refunds.list({ payment_intent: intent.id })).data.map((refund) => refund.amount),
    ).toEqual([600, 400])
    expect((await eventTypes(stripe)).slice(-2)).toEqual(['refund.created', 'charge.refunded'])
  })

  test('twenty concurrent refunds never return more than was charged', async () => {
    const { stripe } = trial
    const intent = await paid(1000)
    const results = await twentyAtOnce(stripe, () =>
      stripe.refunds.create({ payment_intent: intent.id, amount: 130 }),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7)
    const charge = await stripe.charges.retrieve(String(intent.latest_charge), { expand: ['refunds'] })
    expect(charge.amount_refunded).toBe(910)
    expect(charge.refunds?.data.reduce((sum, refund) => sum + refund.amount, 0)).toBe(910)
  })

  test('cannot refund an uncaptured hold', async () => {
    const { stripe } = trial
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      capture_method: 'manual',
      confirm: true,
    })
    await refusal(stripe.refunds.create({ payment_intent: intent.id }))
    await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 300 })
    await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 301 }))
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(300)
  })

  test('a refund can be pending, and a successful one can fail later', async () => {
    const { stripe, standIn } = trial
    const slow = await paid(1000, 'pm_card_pendingRefund')
    const failing = await paid(1000, 'pm_card_refundFail')
    const pending = await stripe.refunds.create({ payment_intent: slow.id })
    const good = await stripe.refunds.create({ payment_intent: failing.id })
    expect([pending.status, good.status]).toEqual(['pending', 'succeeded'])
    await standIn.advance({ days: 2 })
    expect((await stripe.refunds.retrieve(pending.id)).status).toBe('succeeded')
    expect(await stripe.refunds.retrieve(good.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await stripe.charges.retrieve(String(failing.latest_charge))).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    })
    expect((await eventTypes(stripe)).slice(-5)).toEqual([
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
      'refund.updated',
      'charge.refund.updated',
    ])
  })

  test('the balance equals the sum of the balance transactions, before and after the money is available', async () => {
    const { stripe, standIn } = trial
    await paid(12_345)
    const whole = async () => {
      let net = 0
      for await (const line of stripe.balanceTransactions.list({ limit: 100 })) net += line.net
      const balance = await stripe.balance.retrieve()
      const sum = (side: { amount: number }[]) => side.reduce((total, { amount }) => total + amount, 0)
      return { net, available: sum(balance.available), pending: sum(balance.pending) }
    }
    const before = await whole()
    expect(before.pending).toBeGreaterThan(0)
    expect(before.available + before.pending).toBe(before.net)
    await standIn.advance({ days: 3 })
    const after = await whole()
    expect(after).toEqual({ net: before.net, available: before.net, pending: 0 })
  })

  test('lists can be paged in both directions and filtered by time', async () => {
    const { stripe, standIn } = trial
    const all = (await stripe.balanceTransactions.list({ limit: 100 })).data.map((line) => line.id)
    const first = await stripe.balanceTransactions.list({ limit: 3 })
    expect(first).toMatchObject({ has_more: true })
    const second = await stripe.balanceTransactions.list({
      limit: 3,
      starting_after: first.data[2]?.id ?? '',
    })
    const again = await stripe.balanceTransactions.list({ limit: 3, ending_before: second.data[0]?.id ?? '' })
    expect([...first.data, ...second.data].map((line) => line.id)).toEqual(all.slice(0, 6))
    expect(again.data.map((line) => line.id)).toEqual(all.slice(0, 3))
    const from = Math.floor(standIn.now().getTime() / 1000) + 1
    await standIn.advance({ seconds: 10 })
    await paid(500)
    expect((await stripe.balanceTransactions.list({ created: { gte: from } })).data).toHaveLength(1)
    expect((await refusal(stripe.balanceTransactions.list({ limit: 101 }))).param).toBe('limit')
  })

  test('a dispute withdraws the money with a fee, and evidence decides it', async () => {
    const { stripe } = trial
    const before = (await stripe.balance.retrieve()).available[0]?.amount ?? 0
    const intent = await paid(4000, 'pm_card_createDispute')
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 4000 })
    expect(dispute?.balance_transactions[0]).toMatchObject({ amount: -4000, fee: 1500, net: -5500 })
    expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe('charge_disputed')
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before - 5500)
    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    expect(won.status).toBe('won')
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before - 1500)

    const other = await paid(2000, 'pm_card_createDisputeProductNotReceived')
    const [second] = (await stripe.disputes.list({ payment_intent: other.id })).data
    expect((await stripe.disputes.close(second?.id ?? '')).status).toBe('lost')
    const types = await eventTypes(stripe)
    for (const type of ['created', 'funds_withdrawn', 'funds_reinstated', 'closed'])
      expect(types).toContain(`charge.dispute.${type}`)
  })
})
