import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrial, type Trial } from '../testing/stand-in.ts'

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial.end())

const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }
const send = async (fields: Record<string, string>) => {
  const answer = await fetch(`${trial.url}/elements/card`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return (await answer.json()) as {
    payment_method: { id: string } | null
    wrong: { field: string | null; message: string }[]
  }
}

test('the frame may be shown in any page, and sends what is entered to its own server only', async () => {
  const answer = await fetch(`${trial.url}/elements/card?id=payment-0&theme=night&shop=http://shop.example`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).not.toContain('frame-ancestors')
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("form-action 'none'")
  expect(await answer.text()).toContain('autocomplete="cc-number"')
})

test('the frame is in the language that the shop asks for, and in English in one that is not known', async () => {
  const read = async (locale: string) => (await fetch(`${trial.url}/elements/card?locale=${locale}`)).text()
  expect(await read('ar')).toContain('<html lang="ar" dir="rtl">')
  expect(await read('ja')).toContain('>カード番号</label>')
  expect(await read('xx')).toContain('>Security code</label>')
})

test('checking a card names what is missing, and makes nothing', async () => {
  const blank = await send({ number: '', expiry: '', cvc: '', only_check: '1' })
  expect(blank.wrong.map(({ field }) => field)).toEqual(['number', 'expiry', 'cvc'])
  const typo = await send({ ...good, number: '4242 4242 4242 4241', only_check: '1' })
  expect(typo.wrong).toEqual([{ field: 'number', message: 'Your card number is invalid.' }])
  expect(await send({ ...good, only_check: '1' })).toEqual({ payment_method: null, wrong: [] })
})

test('an entered card becomes a payment method that nobody has saved, and pays once', async () => {
  const { payment_method, wrong } = await send(good)
  expect(wrong).toEqual([])
  const id = payment_method?.id ?? ''
  expect(await trial.stripe.paymentMethods.retrieve(id)).toMatchObject({
    customer: null,
    card: { last4: '4242', exp_month: 12, exp_year: 2030 },
  })
  const pay = () =>
    trial.stripe.paymentIntents.create({
      amount: 899,
      currency: 'usd',
      payment_method: id,
      allowed_payment_method_types: ['card'],
      confirm: true,
    })
  expect((await pay()).status).toBe('succeeded')
  await expect(pay()).rejects.toThrow('previously used')
})
