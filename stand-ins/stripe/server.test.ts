import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseForm } from './protocol/form.ts'
import { api_version } from './state/events.ts'
import { refusal, sdkFor, startTrial, type Trial } from './testing/stand-in.ts'

describe('API conventions', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterAll(() => trial.end())

  const post = (
    path: string,
    body: string,
    headers: Record<string, string> = { authorization: 'Bearer sk_test_x' },
  ) =>
    fetch(`${trial.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  test('returns 401 for a wrong key, a live key, and no key', async () => {
    for (const key of ['sk_live_x', 'nonsense'])
      expect(await refusal(sdkFor(trial.url).customers.list({}, { apiKey: key }))).toMatchObject({
        type: 'StripeAuthenticationError',
        statusCode: 401,
      })
    expect((await post('/v1/customers', '', {})).status).toBe(401)
  })

  test('accepts only the configured keys', async () => {
    const guarded = await startTrial({ secret_keys: ['sk_test_mine'] })
    expect((await refusal(guarded.stripe.customers.list())).statusCode).toBe(401)
    expect((await guarded.stripe.customers.list({}, { apiKey: 'sk_test_mine' })).data).toEqual([])
    await guarded.end()
  })

  test('names unknown, missing, empty, and malformed parameters', async () => {
    const cases: [string, string, string, string][] = [
      ['/v1/customers', 'nonsense=1', 'parameter_unknown', 'nonsense'],
      ['/v1/customers', 'address[planet]=1', 'parameter_unknown', 'address[planet]'],
      ['/v1/payment_intents', 'currency=usd', 'parameter_missing', 'amount'],
      ['/v1/payment_intents', 'amount=1.5&currency=usd', 'parameter_invalid_integer', 'amount'],
      ['/v1/payment_intents', 'amount=49&currency=usd', 'amount_too_small', 'amount'],
      ['/v1/payment_intents', 'amount=100000000&currency=usd', 'amount_too_large', 'amount'],
      [
        '/v1/payment_intents',
        'amount=100&currency=usd&description=',
        'parameter_invalid_empty',
        'description',
      ],
      [
        '/v1/payment_intents',
        'amount=100&currency=usd&payment_method_types[]=card',
        'parameter_unknown',
        'payment_method_types',
      ],
      ['/v1/payment_intents', 'amount=100&currency=usd&customer=cus_no', 'resource_missing', 'customer'],
    ]
    for (const [path, body, code, param] of cases) {
      const answer = await post(path, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error', code, param } })
    }
  })

  test('returns 404 for missing objects and unknown calls', async () => {
    expect(await refusal(trial.stripe.paymentIntents.retrieve('pi_no'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_no'",
    })
    expect((await refusal(trial.stripe.subscriptions.list())).message).toContain('Unrecognized request URL')
  })

  test('rejects fields that cannot be expanded', async () => {
    const customer = await trial.stripe.customers.create({})
    const error = await refusal(
      trial.stripe.customers.retrieve(customer.id, { expand: ['email.owner', 'object'] }),
    )
    expect(error.message).toContain('cannot be expanded')
  })

  test('parses forms like Stripe', () => {
    const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)))
    expect(plain('a=1&b[c]=2&b[d][e]=%C3%A9+x&l[]=1&l[]=2&m[0][k]=v')).toEqual({
      a: '1',
      b: { c: '2', d: { e: 'é x' } },
      l: { '0': '1', '1': '2' },
      m: { '0': { k: 'v' } },
    })
    parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(Object.prototype).not.toHaveProperty('polluted')
    expect(() => parseForm(`a${'[b]'.repeat(20)}=1`)).toThrow('nested too deeply')
  })

  test("the API version equals the SDK's", async () => {
    const { lastResponse } = await trial.stripe.customers.list()
    expect(lastResponse.requestId).toMatch(/^req_/)
    expect(trial.stripe.getApiField('version')).toBe(api_version)
  })

  test('a call of its own advances the clock', async () => {
    const before = trial.standIn.now().getTime()
    expect((await post('/v1/test_helpers/stand-in/advance', 'days=2', {})).status).toBe(401)
    expect((await post('/v1/test_helpers/stand-in/advance', 'days=x')).status).toBe(400)
    const answer = await post('/v1/test_helpers/stand-in/advance', 'days=2')
    expect(answer.status).toBe(200)
    expect(trial.standIn.now().getTime() - before).toBe(2 * 86_400_000)
  })
})
