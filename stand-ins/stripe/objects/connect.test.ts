import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  eventTypes,
  type Mailbox,
  openMailbox,
  refusal,
  sendForm,
  startTrial,
  type Trial,
  twentyAtOnce,
} from '../testing/stand-in.ts'

describe('connected accounts', () => {
  let trial: Trial
  let mailbox: Mailbox
  beforeAll(async () => {
    trial = await startTrial()
    mailbox = await openMailbox()
    await trial.stripe.webhookEndpoints.create({ url: mailbox.url, enabled_events: ['*'], connect: true })
  })
  afterAll(async () => {
    await mailbox.close()
    await trial.end()
  })

  async function onboard(given: 'everything' | 'nothing' | 'some', bank = '000123456789') {
    const account = await trial.stripe.accounts.create({
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        stripe_dashboard: { type: 'express' },
      },
      country: 'US',
      email: 'owner@example.com',
      capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
      metadata: { lot: '3' },
    })
    const link = await trial.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      return_url: 'https://shop.example/payouts',
      refresh_url: 'https://shop.example/payouts/again',
    })
    const left = await sendForm(link.url, { given, bank })
    return { account, link, left }
  }

  async function fill(amount: number) {
    await trial.stripe.paymentIntents.create({
      amount,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_bypassPending',
      confirm: true,
    })
  }

  const available = async (account?: string) =>
    (await trial.stripe.balance.retrieve({}, account ? { stripeAccount: account } : {})).available[0]?.amount

  test('an account with complete information is ready for payouts', async () => {
    await trial.stripe.customers.create({})
    const { account, link, left } = await onboard('everything')
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    })
    expect(account.requirements?.currently_due).toContain('external_account')
    expect(left.location).toBe('https://shop.example/payouts')
    const ready = await trial.stripe.accounts.retrieve(account.id)
    expect(ready).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active', card_payments: 'active' },
      requirements: { currently_due: [] },
    })
    expect((await trial.stripe.accounts.listExternalAccounts(account.id)).data).toMatchObject([
      { last4: '6789' },
    ])
    await trial.standIn.deliverDueWebhooks()
    const told = mailbox.received.map(({ body }) => JSON.parse(body) as { type: string; account: string })
    expect(told.map((event) => event.type)).toContain('account.updated')
    // The endpoint for connected accounts receives no events of the platform.
    expect(new Set(told.map((event) => event.account))).toEqual(new Set([account.id]))
    // The link was used.
    expect((await fetch(link.url, { redirect: 'manual' })).headers.get('location')).toBe(
      'https://shop.example/payouts/again',
    )
  })

  test('incomplete and missing information give different requirements', async () => {
    const some = await onboard('some')
    expect(await trial.stripe.accounts.retrieve(some.account.id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: false,
      details_submitted: true,
      requirements: { currently_due: ['external_account', 'individual.verification.document'] },
    })
    const nothing = await onboard('nothing')
    expect(await trial.stripe.accounts.retrieve(nothing.account.id)).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    })
    await fill(5000)
    expect(
      await refusal(
        trial.stripe.transfers.create({ amount: 100, currency: 'usd', destination: nothing.account.id }),
      ),
    ).toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  })

  test('an account link expires after five minutes', async () => {
    const account = await trial.stripe.accounts.create({ type: 'express' })
    const link = await trial.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      return_url: 'https://shop.example/payouts',
      refresh_url: 'https://shop.example/payouts/again',
    })
    expect(await (await fetch(link.url)).text()).toContain('ready for payouts')
    trial.clock.advance(301)
    expect((await sendForm(link.url, { given: 'everything' })).location).toBe(
      'https://shop.example/payouts/again',
    )
  })

  test('transfers move money to the account, back in part, and out to its bank', async () => {
    const { stripe } = trial
    const { account } = await onboard('everything')
    const before = (await available()) ?? 0
    await fill(100_000)
    const transfer = await stripe.transfers.create({
      amount: 50_000,
      currency: 'usd',
      destination: account.id,
      transfer_group: 'lot-3',
      metadata: { payout: '1' },
    })
    expect(await available()).toBe(before + 100_000 - 2930 - 50_000)
    expect(await available(account.id)).toBe(50_000)
    const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 20_000 })
    expect(reversal).toMatchObject({ amount: 20_000, transfer: transfer.id })
    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 20_000,
      reversed: false,
    })
    expect((await stripe.transfers.list({ transfer_group: 'lot-3' })).data).toHaveLength(1)
    await refusal(stripe.transfers.createReversal(transfer.id, { amount: 30_001 }))

    const theirs = { stripeAccount: account.id }
    expect(await refusal(stripe.payouts.create({ amount: 30_001, currency: 'usd' }, theirs))).toMatchObject({
      code: 'balance_insufficient',
    })
    const payout = await stripe.payouts.create(
      { amount: 30_000, currency: 'usd', metadata: { run: '1' } },
      theirs,
    )
    expect(payout.status).toBe('pending')
    expect(await available(account.id)).toBe(0)
    await trial.standIn.advance({ days: 2 })
    expect((await stripe.payouts.retrieve(payout.id, {}, theirs)).status).toBe('paid')
    expect((await eventTypes(stripe, account.id)).slice(-2)).toEqual(['payout.created', 'payout.paid'])
    expect((await refusal(stripe.payouts.retrieve(payout.id))).statusCode).toBe(404)
    const lines = await stripe.balanceTransactions.list({ limit: 100 }, theirs)
    expect(lines.data.reduce((sum, line) => sum + line.net, 0)).toBe(0)
  })

  test('a payout refused by the bank returns the money', async () => {
    const { stripe } = trial
    const { account } = await onboard('everything', '000111111116')
    await fill(10_000)
    await stripe.transfers.create({ amount: 1000, currency: 'usd', destination: account.id })
    const theirs = { stripeAccount: account.id }
    const payout = await stripe.payouts.create({ amount: 1000, currency: 'usd' }, theirs)
    const canceled = await stripe.payouts.cancel(payout.id, {}, theirs)
    expect(canceled.status).toBe('canceled')
    const second = await stripe.payouts.create({ amount: 1000, currency: 'usd' }, theirs)
    await trial.standIn.advance({ days: 3 })
    expect(await stripe.payouts.retrieve(second.id, {}, theirs)).toMatchObject({
      status: 'failed',
      failure_code: 'no_account',
    })
    expect(await available(account.id)).toBe(1000)
  })

  test('twenty concurrent transfers and payouts never exceed the balance', async () => {
    const { stripe } = trial
    const { account } = await onboard('everything')
    const theirs = { stripeAccount: account.id }
    const drain = (await available()) ?? 0
    if (drain > 0) await stripe.payouts.create({ amount: drain, currency: 'usd' })
    await fill(10_330)
    const sent = await twentyAtOnce(stripe, () =>
      stripe.transfers.create({ amount: 1500, currency: 'usd', destination: account.id }),
    )
    expect(sent.filter((one) => one.status === 'fulfilled')).toHaveLength(6)
    const paid = await twentyAtOnce(stripe, () =>
      stripe.payouts.create({ amount: 2000, currency: 'usd' }, theirs),
    )
    expect(paid.filter((one) => one.status === 'fulfilled')).toHaveLength(4)
    expect(await available(account.id)).toBe(1000)
  })

  test('a destination charge splits the money, and a refund takes back each share', async () => {
    const { stripe } = trial
    const { account } = await onboard('everything')
    const before = (await available()) ?? 0
    const intent = await stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_bypassPending',
      confirm: true,
      transfer_data: { destination: account.id },
      application_fee_amount: 1500,
      expand: ['latest_charge.transfer', 'latest_charge.application_fee'],
    })
    expect(intent).toMatchObject({
      latest_charge: {
        transfer: { amount: 10_000, destination: account.id },
        application_fee: { amount: 1500 },
      },
    })
    expect(await available(account.id)).toBe(8500)
    expect(await available()).toBe(before + 10_000 - 320 - 10_000 + 1500)
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 5000,
      reverse_transfer: true,
      refund_application_fee: true,
    })
    expect(refund.transfer_reversal).toMatch(/^trr_/)
    expect(await available(account.id)).toBe(4250)
    await stripe.refunds.create({
      payment_intent: intent.id,
      reverse_transfer: true,
      refund_application_fee: true,
    })
    expect(await available(account.id)).toBe(0)
    expect(await available()).toBe(before - 320)
  })

  test('transfers from a charge never exceed it', async () => {
    const { stripe } = trial
    const { account } = await onboard('everything')
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const one = {
      amount: 600,
      currency: 'usd',
      destination: account.id,
      source_transaction: String(intent.latest_charge),
    }
    await stripe.transfers.create(one)
    await refusal(stripe.transfers.create(one))
    await stripe.transfers.create({ ...one, amount: 400 })
    expect((await stripe.balance.retrieve({}, { stripeAccount: account.id })).pending[0]?.amount).toBe(1000)
  })

  test('adds and removes bank accounts, and rejects unknown accounts', async () => {
    const { stripe } = trial
    const account = await stripe.accounts.create({ type: 'custom' })
    const bank = await stripe.accounts.createExternalAccount(account.id, {
      external_account: {
        object: 'bank_account',
        country: 'US',
        currency: 'usd',
        account_number: '000123456789',
        routing_number: '110000000',
      },
    })
    expect((await stripe.accounts.retrieve(account.id)).external_accounts?.data.map((one) => one.id)).toEqual(
      [bank.id],
    )
    await stripe.accounts.deleteExternalAccount(account.id, bank.id)
    expect((await stripe.accounts.listExternalAccounts(account.id)).data).toEqual([])
    expect(await refusal(stripe.balance.retrieve({}, { stripeAccount: 'acct_no' }))).toMatchObject({
      statusCode: 403,
      type: 'StripePermissionError',
    })
    expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
      id: 'acct_StandInPlatform',
      payouts_enabled: true,
    })
    expect((await stripe.accounts.update(account.id, { metadata: { lot: '9' } })).metadata).toEqual({
      lot: '9',
    })
    expect(await stripe.accounts.del(account.id)).toMatchObject({ deleted: true })
  })
})
