import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusal, sdkFor, startTrial, type Trial } from '../testing/stand-in.ts'
import { FaultPlan } from './faults.ts'

describe('the fault plan', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await startTrial()
  })
  afterEach(() => trial.standIn.faults.clear())
  afterAll(() => trial.end())

  const call = 'POST /v1/customers'
  const count = async () => (await trial.stripe.customers.list({ limit: 100 })).data.length

  test.each([
    ['error_500', 500, 'StripeAPIError'],
    ['error_429', 429, 'StripeRateLimitError'],
    ['error_409', 409, 'StripeAPIError'],
  ] as const)('%s is returned and nothing is done', async (fault, statusCode, type) => {
    const before = await count()
    trial.standIn.faults.add({ call, fault, times: 1 })
    expect(await refusal(trial.stripe.customers.create({}))).toMatchObject({ statusCode, type })
    expect(await count()).toBe(before)
  })

  test('a connection reset before the work leaves nothing behind', async () => {
    const before = await count()
    // The SDK retries a broken connection once, even with its retries off.
    trial.standIn.faults.add({ call, fault: 'reset', times: 2 })
    expect(await refusal(trial.stripe.customers.create({}))).toMatchObject({ type: 'StripeConnectionError' })
    expect(await count()).toBe(before)
  })

  test('a connection reset after the work keeps its result, and a retry with the same key replays it', async () => {
    const before = await count()
    trial.standIn.faults.add({ call, fault: 'reset_after_success', times: 2 })
    const lost = refusal(trial.stripe.customers.create({}, { idempotencyKey: 'broken' }))
    expect(await lost).toMatchObject({ type: 'StripeConnectionError' })
    await trial.stripe.customers.create({}, { idempotencyKey: 'broken' })
    expect(await count()).toBe(before + 1)
  })

  test('a request that times out after the work has done it', async () => {
    const before = await count()
    trial.standIn.faults.add({ call, fault: 'timeout_after_success', times: 1 })
    const hasty = sdkFor(trial.url, { timeout: 200 })
    expect(await refusal(hasty.customers.create({}))).toMatchObject({ type: 'StripeConnectionError' })
    expect(await count()).toBe(before + 1)
  })

  test("the SDK's automatic retry with its own key does not repeat the work", async () => {
    const before = await count()
    trial.standIn.faults.add({ call, fault: 'error_500_after_success', times: 1 })
    await sdkFor(trial.url, { maxNetworkRetries: 1 }).customers.create({})
    expect(await count()).toBe(before + 1)
  })

  test('the same seed gives the same faults, and another seed gives others', () => {
    const drawn = (seed: number) => {
      const plan = new FaultPlan(seed)
      plan.add({ fault: 'error_500', rate: 0.3 }, { fault: 'reset', rate: 0.2 })
      return Array.from({ length: 50 }, () => plan.forCall(call))
    }
    expect(drawn(5)).toEqual(drawn(5))
    expect(drawn(5)).not.toEqual(drawn(6))
    expect(new Set(drawn(5))).toEqual(new Set([null, 'error_500', 'reset']))
    expect(new FaultPlan(5).forCall(call)).toBeNull()
  })

  test('reads get no faults unless a rule names them', () => {
    const plan = new FaultPlan(1)
    plan.add({ fault: 'error_500' })
    expect(plan.forCall('GET /v1/customers/:id')).toBeNull()
    plan.add({ call: /^GET /, fault: 'reset' })
    expect(plan.forCall('GET /v1/customers/:id')).toBe('reset')
  })
})
