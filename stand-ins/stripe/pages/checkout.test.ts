import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card_form, eventTypes, refusal, sendForm, startTrial, type Trial } from '../testing/stand-in.ts'

const success_url = 'https://shop.example/done?session={CHECKOUT_SESSION_ID}'
const cancel_url = 'https://shop.example/cart'

describe('checkout sessions that save a card', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  async function open(allowed: ('card' | 'us_bank_account')[] = ['card', 'us_bank_account']) {
    const customer = await trial.stripe.customers.create({ email: 'j@example.com' })
    const session = await trial.stripe.checkout.sessions.create({
      mode: 'setup',
      customer: customer.id,
      allowed_payment_method_types: allowed,
      success_url,
      cancel_url,
      metadata: { member: '7' },
      setup_intent_data: { metadata: { member: '7' } },
    })
    return { customer, session, page: session.url ?? '' }
  }

  test('saves the card, redirects to success_url, and sends a webhook', async () => {
    const { customer, session, page } = await open()
    expect(session).toMatchObject({
      status: 'open',
      mode: 'setup',
      payment_status: 'no_payment_required',
      amount_total: null,
    })
    const html = await (await fetch(page)).text()
    expect(html).toContain('Save card')
    expect(html).toContain(`href="${cancel_url}"`)
    const left = await sendForm(page, card_form)
    expect(left).toMatchObject({ status: 303, location: `https://shop.example/done?session=${session.id}` })
    const done = await trial.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['setup_intent.payment_method'],
    })
    expect(done).toMatchObject({
      status: 'complete',
      url: null,
      metadata: { member: '7' },
      setup_intent: {
        status: 'succeeded',
        metadata: { member: '7' },
        payment_method: {
          customer: customer.id,
          card: { last4: '4242' },
          billing_details: { name: 'Jenny Rosen', address: { postal_code: '12345' } },
        },
      },
    })
    expect((await eventTypes(trial.stripe)).slice(-3)).toEqual([
      'payment_method.attached',
      'setup_intent.succeeded',
      'checkout.session.completed',
    ])
    // A second press of the button, or the page from the browser history.
    expect((await sendForm(page, card_form)).location).toBe(left.location)
    expect((await fetch(page, { redirect: 'manual' })).headers.get('location')).toBe(left.location)
  })

  test('shows each problem at its field and keeps what was typed', async () => {
    const { page, session } = await open()
    const bad = await sendForm(page, {
      ...card_form,
      number: '4242 4242 4242 4241',
      expiry: '01 / 26',
      cvc: '1',
      zip: '',
      name: '<b>"J"</b>',
    })
    expect(bad.status).toBe(400)
    for (const words of [
      'Your card number is invalid.',
      'Your card&#39;s expiration date is in the past.',
      'Your card&#39;s security code is incomplete.',
      'Your ZIP is incomplete.',
    ])
      expect(bad.text).toContain(words)
    expect(bad.text).toContain('role="alert"')
    expect(bad.text).toContain('aria-describedby="number-wrong"')
    expect(bad.text).toContain('value="&lt;b&gt;&quot;J&quot;&lt;/b&gt;"')
    const past = await sendForm(page, { ...card_form, expiry: '12/25' })
    expect(past.text).toContain('expiration year is in the past')
    expect((await trial.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  test('shows a decline, and another card works', async () => {
    const { customer, page } = await open()
    const declined = await sendForm(page, { ...card_form, number: '4000000000009995' })
    expect(declined.status).toBe(402)
    expect(declined.text).toContain('Your card has insufficient funds.')
    const real = await sendForm(page, { ...card_form, number: '4539578763621486' })
    expect(real.text).toContain('test mode')
    expect((await sendForm(page, card_form)).status).toBe(303)
    expect((await trial.stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)
  })

  test('redirects to the bank for authentication and back, also after a failure', async () => {
    const { session, page } = await open()
    const form = { ...card_form, number: '4000002500003155' }
    const away = await sendForm(page, form)
    expect(away.location).toContain('/authenticate/seti_')
    expect((await sendForm(away.location, { outcome: 'fail' })).location).toBe(page)
    expect(await (await fetch(page)).text()).toContain('We are unable to authenticate your payment method.')
    const again = await sendForm(page, form)
    const back = await sendForm(again.location, { outcome: 'complete' })
    expect(back.location).toBe(page)
    const end = await fetch(back.location, { redirect: 'manual' })
    expect(end.headers.get('location')).toBe(`https://shop.example/done?session=${session.id}`)
  })

  test('saves a bank account with its mandate', async () => {
    const { customer, session, page } = await open()
    expect(await (await fetch(`${page}?method=us_bank_account`)).text()).toContain('Routing number')
    const form = {
      method: 'us_bank_account',
      name: 'Jenny Rosen',
      routing_number: '110000000',
      account_number: '000123456789',
    }
    expect((await sendForm(page, { ...form, routing_number: '11' })).text).toContain('nine digits')
    expect((await sendForm(page, form)).status).toBe(303)
    const done = await trial.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['setup_intent.payment_method'],
    })
    expect(done).toMatchObject({ setup_intent: { payment_method: { us_bank_account: { last4: '6789' } } } })
    const intent = await trial.stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer: customer.id,
      payment_method: (await trial.stripe.customers.listPaymentMethods(customer.id)).data[0]?.id ?? '',
      off_session: true,
      confirm: true,
    })
    expect(intent.status).toBe('processing')
  })

  test('choosing a test card fills the form', async () => {
    const { page } = await open()
    const html = await (await fetch(`${page}?card=4000000000000002`)).text()
    expect(html).toContain('value="4000 0000 0000 0002"')
    expect(html).toContain('value="12 / 29"')
  })

  test('an expired session returns 410, whether it expired by time or by a call', async () => {
    const one = await open()
    const two = await open()
    expect((await trial.stripe.checkout.sessions.expire(one.session.id)).status).toBe('expired')
    await trial.standIn.advance({ days: 1 })
    expect((await trial.stripe.checkout.sessions.retrieve(two.session.id)).status).toBe('expired')
    expect((await sendForm(two.page, card_form)).status).toBe(410)
    expect((await fetch(two.page)).status).toBe(410)
    expect((await trial.stripe.setupIntents.retrieve(String(two.session.setup_intent))).status).toBe(
      'canceled',
    )
    expect((await eventTypes(trial.stripe)).slice(-1)).toEqual(['checkout.session.expired'])
  })

  test('pages have a strict content security policy, and unknown ones return 404', async () => {
    const { page } = await open()
    const answer = await fetch(page)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).not.toContain('<script')
    expect((await fetch(`${trial.url}/pay/cs_test_nothing`)).status).toBe(404)
  })

  test('rejects sessions without required parameters', async () => {
    const { stripe } = trial
    expect((await refusal(stripe.checkout.sessions.create({ mode: 'setup', currency: 'usd' }))).param).toBe(
      'success_url',
    )
    expect((await refusal(stripe.checkout.sessions.create({ mode: 'payment', success_url }))).param).toBe(
      'line_items',
    )
    expect((await refusal(stripe.checkout.sessions.create({ mode: 'setup', success_url }))).param).toBe(
      'currency',
    )
  })
})

describe('checkout sessions that take a payment', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  async function open() {
    const session = await trial.stripe.checkout.sessions.create({
      mode: 'payment',
      success_url,
      cancel_url,
      client_reference_id: 'reservation-9',
      customer_creation: 'always',
      line_items: [
        {
          quantity: 2,
          price_data: { currency: 'usd', unit_amount: 1250, product_data: { name: 'Parking, two days' } },
        },
      ],
      payment_intent_data: { metadata: { reservation: '9' }, setup_future_usage: 'off_session' },
    })
    return { session, page: session.url ?? '' }
  }
  const form = { ...card_form, email: 'j@example.com' }

  test('the page takes the money once', async () => {
    const { session, page } = await open()
    expect(session).toMatchObject({
      payment_status: 'unpaid',
      amount_total: 2500,
      currency: 'usd',
      payment_intent: null,
    })
    expect(await (await fetch(page)).text()).toContain('Pay $25.00')
    expect((await sendForm(page, card_form)).text).toContain('Enter an email address')
    const left = await Promise.all(Array.from({ length: 5 }, () => sendForm(page, form)))
    expect(new Set(left.map(({ location }) => location))).toEqual(
      new Set([`https://shop.example/done?session=${session.id}`]),
    )
    const done = await trial.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent', 'line_items', 'customer'],
    })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      client_reference_id: 'reservation-9',
      customer: { email: 'j@example.com' },
      customer_details: { email: 'j@example.com', name: 'Jenny Rosen' },
      payment_intent: { status: 'succeeded', amount: 2500, metadata: { reservation: '9' } },
      line_items: { data: [{ quantity: 2, amount_total: 2500, description: 'Parking, two days' }] },
    })
    expect((await trial.stripe.charges.list({})).data).toHaveLength(1)
  })

  test('a decline and an authentication use the same payment intent', async () => {
    const { session, page } = await open()
    const declined = await sendForm(page, { ...form, number: '4000000000000002' })
    expect(declined.text).toContain('Your card was declined.')
    const away = await sendForm(page, { ...form, number: '4000000000003220' })
    const back = await sendForm(away.location, { outcome: 'complete' })
    expect(back.location).toBe(page)
    const done = await trial.stripe.checkout.sessions.retrieve(session.id)
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid' })
    const charges = await trial.stripe.charges.list({ payment_intent: String(done.payment_intent) })
    expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed'])
  })

  test.each([
    ['000123456789', 'paid', 'checkout.session.async_payment_succeeded'],
    ['000222222227', 'unpaid', 'checkout.session.async_payment_failed'],
  ])('a debit from %s completes unpaid and ends %s', async (account_number, payment_status, type) => {
    const { session, page } = await open()
    const left = await sendForm(page, {
      method: 'us_bank_account',
      email: 'j@example.com',
      name: 'Jenny Rosen',
      routing_number: '110000000',
      account_number,
    })
    expect(left.status).toBe(303)
    expect(await trial.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
    await trial.standIn.advance({ days: 4 })
    expect((await trial.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(payment_status)
    expect((await eventTypes(trial.stripe)).slice(-1)).toEqual([type])
  })
})
