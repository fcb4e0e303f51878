import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createStripeStandIn } from './stand-in.ts'
import { seededRandom } from './state/ports.ts'
import { type Mailbox, openMailbox, startTrial, type Trial } from './testing/stand-in.ts'

describe('webhooks', () => {
  let trial: Trial
  let mailbox: Mailbox
  let endpoint: Stripe.WebhookEndpoint
  beforeAll(async () => {
    trial = await startTrial()
    mailbox = await openMailbox()
    endpoint = await trial.stripe.webhookEndpoints.create({ url: mailbox.url, enabled_events: ['*'] })
  })
  afterEach(async () => {
    trial.standIn.faults.clear()
    mailbox.answers(200)
    await trial.standIn.deliverDueWebhooks()
    mailbox.received.length = 0
  })
  afterAll(async () => {
    await mailbox.close()
    await trial.end()
  })

  const types = () => mailbox.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  const wall = () => trial.clock.now().getTime()

  test('the SDK accepts the signature and rejects changed content', async () => {
    const customer = await trial.stripe.customers.create({ name: 'Zoë' })
    expect(await trial.standIn.deliverDueWebhooks()).toBe(1)
    const [delivery] = mailbox.received
    const secret = endpoint.secret ?? ''
    const open = (body: string, key = secret) =>
      trial.stripe.webhooks.constructEvent(body, delivery?.signature ?? '', key, 300, undefined, wall())
    expect(open(delivery?.body ?? '')).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      data: { object: { id: customer.id, name: 'Zoë' } },
    })
    expect(() => open(`${delivery?.body ?? ''} `)).toThrow(Stripe.errors.StripeSignatureVerificationError)
    expect(() => open(delivery?.body ?? '', 'whsec_other')).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
  })

  test("signatures use the real time even if the stand-in's clock is ahead", async () => {
    await trial.standIn.advance({ days: 9 })
    await trial.stripe.customers.create({})
    await trial.standIn.deliverDueWebhooks()
    const [delivery] = mailbox.received
    expect(() =>
      trial.stripe.webhooks.constructEvent(
        delivery?.body ?? '',
        delivery?.signature ?? '',
        endpoint.secret ?? '',
        300,
        undefined,
        wall(),
      ),
    ).not.toThrow()
  })

  test('are retried with increasing delays until accepted', async () => {
    mailbox.answers(500)
    const customer = await trial.stripe.customers.create({})
    const tries: number[] = []
    for (const wait of [0, 4, 1, 29, 1, 120]) {
      trial.clock.advance(wait)
      tries.push(await trial.standIn.deliverDueWebhooks())
    }
    expect(tries).toEqual([1, 0, 1, 0, 1, 1])
    const [event] = (await trial.stripe.events.list({ type: 'customer.created', limit: 1 })).data
    expect(event?.data.object).toMatchObject({ id: customer.id })
    expect((await trial.stripe.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(1)
    mailbox.answers(200)
    trial.clock.advance(600)
    expect(await trial.standIn.deliverDueWebhooks()).toBe(1)
    trial.clock.advance(86_400)
    expect(await trial.standIn.deliverDueWebhooks()).toBe(0)
    expect((await trial.stripe.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(0)
    expect(new Set(mailbox.received.map(({ body }) => body)).size).toBe(1)
  })

  test('are given up after three days', async () => {
    mailbox.answers(500)
    await trial.stripe.customers.create({})
    for (let hour = 0; hour < 120; hour++) {
      await trial.standIn.deliverDueWebhooks()
      trial.clock.advance(3600)
    }
    expect(mailbox.received).toHaveLength(12)
  })

  test('survive a restart of the stand-in', async () => {
    mailbox.answers(503)
    await trial.stripe.customers.create({})
    await trial.standIn.deliverDueWebhooks()
    mailbox.answers(200)
    mailbox.received.length = 0
    // A second stand-in on the same database stands for the first one after a restart.
    const second = await createStripeStandIn({
      database_url: trial.database_url,
      clock: trial.clock,
      random: seededRandom(8),
      background: false,
    })
    try {
      expect(await second.deliverDueWebhooks()).toBe(0)
      trial.clock.advance(5)
      expect(await second.deliverDueWebhooks()).toBe(1)
      expect(types()).toEqual(['customer.created'])
      expect(second.now()).toEqual(trial.standIn.now())
    } finally {
      await second.close()
    }
  })

  test('a delivery interrupted by a crash is repeated', async () => {
    await trial.stripe.customers.create({})
    let begun = (): void => {}
    const sending = new Promise<void>((resolve) => {
      begun = resolve
    })
    const dying = await createStripeStandIn({
      database_url: trial.database_url,
      clock: trial.clock,
      random: seededRandom(9),
      background: false,
      post: () => {
        begun()
        return new Promise(() => {})
      },
    })
    void dying.deliverDueWebhooks()
    await sending
    await dying.close()
    expect(await trial.standIn.deliverDueWebhooks()).toBe(0)
    trial.clock.advance(31)
    await trial.standIn.deliverDueWebhooks()
    expect(types()).toEqual(['customer.created'])
  })

  test('go only to enabled, existing endpoints that subscribed to them', async () => {
    const other = await openMailbox()
    const picky = await trial.stripe.webhookEndpoints.create({
      url: other.url,
      enabled_events: ['customer.deleted'],
    })
    const customer = await trial.stripe.customers.create({})
    await trial.stripe.customers.del(customer.id)
    await trial.standIn.deliverDueWebhooks()
    expect(other.received).toHaveLength(1)
    expect(types()).toEqual(['customer.created', 'customer.deleted'])
    await trial.stripe.webhookEndpoints.update(picky.id, { enabled_events: ['*'], disabled: true })
    await trial.stripe.customers.create({})
    await trial.standIn.deliverDueWebhooks()
    expect(other.received).toHaveLength(1)
    await trial.stripe.webhookEndpoints.del(picky.id)
    expect((await trial.stripe.webhookEndpoints.list()).data.map((one) => [one.id, one.secret])).toEqual([
      [endpoint.id, undefined],
    ])
    await other.close()
  })

  test('the fault plan can duplicate, drop, lose, delay, and reorder them', async () => {
    const { faults } = trial.standIn
    const make = async (count: number) => {
      mailbox.received.length = 0
      for (let i = 0; i < count; i++) await trial.stripe.customers.create({ name: String(i) })
      return trial.standIn.deliverDueWebhooks()
    }
    const names = () =>
      mailbox.received.map(
        ({ body }) => (JSON.parse(body) as { data: { object: { name: string } } }).data.object.name,
      )

    faults.webhooks = { double: { rate: 1, copies: 3 } }
    await make(1)
    expect(mailbox.received).toHaveLength(3)
    faults.webhooks = { drop: 1 }
    await make(1)
    expect(mailbox.received).toHaveLength(0)
    faults.webhooks = {}
    trial.clock.advance(5)
    await trial.standIn.deliverDueWebhooks()
    expect(mailbox.received).toHaveLength(1)
    faults.webhooks = { lose: 1 }
    await make(1)
    faults.webhooks = {}
    trial.clock.advance(10 * 86_400)
    await trial.standIn.deliverDueWebhooks()
    expect(mailbox.received).toHaveLength(0)
    faults.webhooks = { delay: { rate: 1, seconds: 3600 } }
    await make(1)
    expect(mailbox.received).toHaveLength(0)
    trial.clock.advance(3600)
    await trial.standIn.deliverDueWebhooks()
    expect(mailbox.received).toHaveLength(1)
    faults.webhooks = { reorder: 1 }
    await make(8)
    expect(names()).not.toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    expect(names().sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })
})

test('an endpoint configured at start keeps its secret and is not created twice', async () => {
  const mailbox = await openMailbox()
  const webhook_endpoints = [{ url: mailbox.url, secret: 'whsec_known' }]
  const trial = await startTrial({ webhook_endpoints })
  const again = await createStripeStandIn({
    database_url: trial.database_url,
    webhook_endpoints,
    background: false,
  })
  await again.close()
  await trial.stripe.customers.create({})
  await trial.standIn.deliverDueWebhooks()
  expect(mailbox.received).toHaveLength(1)
  const [delivery] = mailbox.received
  trial.stripe.webhooks.constructEvent(
    delivery?.body ?? '',
    delivery?.signature ?? '',
    'whsec_known',
    300,
    undefined,
    trial.clock.now().getTime(),
  )
  await trial.end()
  await mailbox.close()
})

test('delivers automatically in the background', async () => {
  let arrive = (_body: string): void => {}
  const arrived = new Promise<string>((resolve) => {
    arrive = resolve
  })
  const trial = await startTrial({
    background: true,
    webhook_endpoints: [{ url: 'http://127.0.0.1:1/webhooks', secret: 'whsec_x' }],
    post: (_url, _headers, body) => {
      arrive(body)
      return Promise.resolve(200)
    },
  })
  await trial.stripe.customers.create({ name: 'Self' })
  expect(await arrived).toContain('customer.created')
  await trial.end()
})
