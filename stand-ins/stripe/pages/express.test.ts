import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrial, type Trial } from '../testing/stand-in.ts'

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial.end())

const pay = async (fields: Record<string, string>) => {
  const answer = await fetch(`${trial.url}/elements/wallet`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Wanda Wallet', email: '', ...fields }),
  })
  return (await answer.json()) as {
    payment_method: { id: string } | null
    billing_details: { name: string; email?: string }
    message: string | null
  }
}

test('the frames of buttons and sheets may be shown in any page, and send what is entered to their own server only', async () => {
  for (const path of ['express', 'wallet?wallet=apple_pay']) {
    const answer = await fetch(`${trial.url}/elements/${path}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(answer.status).toBe(200)
    expect(policy).not.toContain('frame-ancestors')
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("form-action 'none'")
  }
})

test('the sheet says which wallet it is, who is paid, and how much, and escapes what the shop calls itself', async () => {
  const query = new URLSearchParams({
    wallet: 'google_pay',
    amount: '1299',
    currency: 'usd',
    business: '<b>Lot</b>',
  })
  const text = await (await fetch(`${trial.url}/elements/wallet?${query}`)).text()
  expect(text).toContain('<h1 id="title">Google Pay</h1>')
  expect(text).toContain('&lt;b&gt;Lot&lt;/b&gt;: $12.99')
  expect(text).not.toContain('name="email"')
  const asked = await (await fetch(`${trial.url}/elements/wallet?${query}&email=1`)).text()
  expect(asked).toContain('name="email"')
})

test.each([
  ['apple_pay', { type: 'apple_pay', dynamic_last4: '4242', apple_pay: {} }],
  ['google_pay', { type: 'google_pay', dynamic_last4: '4242', google_pay: {} }],
  ['link', { type: 'link', dynamic_last4: null, link: {} }],
])(
  'a card in %s becomes a payment method that names its wallet and owner, and pays',
  async (wallet, given) => {
    const made = await pay({ wallet, card: 'tok_visa', email: 'wanda@example.com' })
    expect(made).toMatchObject({
      billing_details: { name: 'Wanda Wallet', email: 'wanda@example.com' },
      message: null,
    })
    const id = made.payment_method?.id ?? ''
    expect(await trial.stripe.paymentMethods.retrieve(id)).toMatchObject({
      customer: null,
      billing_details: { name: 'Wanda Wallet', email: 'wanda@example.com' },
      card: { last4: '4242', wallet: given },
    })
    const intent = await trial.stripe.paymentIntents.create({
      amount: 899,
      currency: 'usd',
      payment_method: id,
      allowed_payment_method_types: ['card'],
      confirm: true,
    })
    expect(intent.status).toBe('succeeded')
  },
)

test('a card that the wallet does not have makes no payment method, and the sheet says why', async () => {
  const made = await pay({ wallet: 'link', card: 'tok_unknown' })
  expect(made.payment_method).toBeNull()
  expect(made.message).toContain('tok_unknown')
})
