import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes, refusal, sendForm, startTrial, type Trial } from '../testing/stand-in.ts'

const back = 'https://shop.example/saved?from=account'

describe('setup intents and the authentication page', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  test('saves a card without authentication immediately', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({})
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: back,
      expand: ['payment_method'],
    })
    expect(intent).toMatchObject({ status: 'succeeded', payment_method: { customer: customer.id } })
    expect((await eventTypes(stripe)).slice(-3)).toEqual([
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
    ])
  })

  test('saves a card after authentication, and then charges it off-session', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({})
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: back,
    })
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    const page = intent.next_action?.redirect_to_url?.url ?? ''
    const response = await fetch(page)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Complete authentication')
    const left = await sendForm(page, { outcome: 'complete' })
    const to = new URL(left.location)
    expect(to.origin + to.pathname).toBe('https://shop.example/saved')
    expect(Object.fromEntries(to.searchParams)).toEqual({
      from: 'account',
      setup_intent: intent.id,
      setup_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    const saved = await stripe.setupIntents.retrieve(intent.id)
    const paid = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer: customer.id,
      payment_method: String(saved.payment_method),
      off_session: true,
      confirm: true,
    })
    expect(paid.status).toBe('succeeded')
  })

  test('a failed authentication saves nothing and reports the reason', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({})
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: back,
    })
    const left = await sendForm(intent.next_action?.redirect_to_url?.url ?? '', { outcome: 'fail' })
    expect(new URL(left.location).searchParams.get('redirect_status')).toBe('failed')
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([])
  })

  test('the authentication page is 404 without the client secret', async () => {
    const intent = await trial.stripe.setupIntents.create({
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: back,
    })
    expect((await fetch(`${trial.url}/authenticate/${intent.id}?client_secret=guess`)).status).toBe(404)
    expect((await sendForm(`${trial.url}/authenticate/${intent.id}`, { outcome: 'complete' })).status).toBe(
      404,
    )
  })

  test('a decline includes the intent, and a canceled intent stays canceled', async () => {
    const { stripe } = trial
    const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] })
    const error = await refusal(
      stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }),
    )
    expect(error).toMatchObject({
      statusCode: 402,
      decline_code: 'insufficient_funds',
      setup_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    expect((await stripe.setupIntents.cancel(intent.id)).status).toBe('canceled')
    expect(
      await refusal(stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      code: 'setup_intent_unexpected_state',
    })
  })

  test('a bank account requires a mandate', async () => {
    const { stripe } = trial
    const customer = await stripe.customers.create({})
    const params = {
      customer: customer.id,
      allowed_payment_method_types: ['us_bank_account' as const],
      payment_method: 'pm_usBankAccount',
      confirm: true,
    }
    await refusal(stripe.setupIntents.create(params))
    const intent = await stripe.setupIntents.create({
      ...params,
      mandate_data: {
        customer_acceptance: { type: 'online', online: { ip_address: '1.2.3.4', user_agent: 'x' } },
      },
    })
    expect(intent.status).toBe('succeeded')
    expect(await stripe.mandates.retrieve(String(intent.mandate))).toMatchObject({ status: 'active' })
  })
})

describe('payments that require authentication', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  async function confirmWithBankCheck(payment_method: string) {
    return trial.stripe.paymentIntents.create({
      amount: 2500,
      currency: 'usd',
      payment_method,
      confirm: true,
      return_url: 'https://shop.example/paid',
    })
  }

  test('completing the authentication pays once, however often the form is submitted', async () => {
    const intent = await confirmWithBankCheck('pm_card_threeDSecure2Required')
    expect(intent).toMatchObject({ status: 'requires_action', latest_charge: null })
    const page = intent.next_action?.redirect_to_url?.url ?? ''
    const ways = await Promise.all(Array.from({ length: 5 }, () => sendForm(page, { outcome: 'complete' })))
    for (const { status, location } of ways) {
      expect(status).toBe(303)
      expect(new URL(location).searchParams.get('redirect_status')).toBe('succeeded')
      expect(new URL(location).searchParams.get('payment_intent')).toBe(intent.id)
    }
    expect((await trial.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
    expect(await eventTypes(trial.stripe)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  test('a failed authentication takes no money', async () => {
    const intent = await confirmWithBankCheck('pm_card_authenticationRequired')
    await sendForm(intent.next_action?.redirect_to_url?.url ?? '', { outcome: 'fail' })
    expect(await trial.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
  })

  test('a card can be authenticated and then declined', async () => {
    const intent = await confirmWithBankCheck('pm_card_threeDSecureRequiredChargeDeclined')
    const left = await sendForm(intent.next_action?.redirect_to_url?.url ?? '', { outcome: 'complete' })
    expect(new URL(left.location).searchParams.get('redirect_status')).toBe('failed')
    expect(await trial.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      last_payment_error: { code: 'card_declined' },
    })
  })

  test('an off-session payment that needs authentication fails', async () => {
    const customer = await trial.stripe.customers.create({})
    const method = await trial.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    })
    const error = await refusal(
      trial.stripe.paymentIntents.create({
        amount: 2500,
        currency: 'usd',
        customer: customer.id,
        payment_method: method.id,
        off_session: true,
        confirm: true,
      }),
    )
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
      payment_method: { id: method.id },
    })
  })
})
