import { PostHogStandIn, posthogKey } from '@openspot/page-vendors-stand-in/posthog.ts'
import { PostHog } from 'posthog-node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { forwardEvents } from './forward-events.ts'

const visitor_id = '0b0b0b0b-1111-4111-8111-111111111111'
let posthog: PostHogStandIn
let host: string
let api: TestApi
beforeEach(async () => {
  posthog = new PostHogStandIn()
  host = await posthog.listen()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await api.close()
  await posthog.close()
})

const stored = async () =>
  (
    await api.deps.database.pool.query<{ event: string; properties: Record<string, unknown> }>(
      'select event, properties, delivery from analytics_events order by event',
    )
  ).rows

/** Sends two events with the library of PostHog for servers, and returns its errors. */
async function send(events: { event: string; properties: Record<string, unknown> }[]): Promise<unknown[]> {
  const errors: unknown[] = []
  const client = new PostHog('phc_any', {
    host: `${api.base}/api/v2/usage`,
    flushAt: 1,
    fetchRetryCount: 0,
  })
  client.on('error', (error) => errors.push(error))
  for (const event of events) client.capture({ distinctId: visitor_id, ...event })
  await client.shutdown()
  return errors
}

const vendors: Record<string, () => Promise<Record<string, string>>> = {
  'the key absent': async () => ({}),
  'the key present': async () => ({ POSTHOG_KEY: posthogKey, POSTHOG_HOST: host }),
  'the key wrong': async () => ({ POSTHOG_KEY: 'phc_wrong', POSTHOG_HOST: host }),
  'the vendor down': async () => {
    await posthog.close()
    return { POSTHOG_KEY: posthogKey, POSTHOG_HOST: host }
  },
}

describe.each(Object.entries(vendors))('posthog-node against our path with %s', (name, environment) => {
  test('delivers the events of the catalog without an error', async () => {
    api = await testApi(await environment())
    const { lot_id } = await aLot(api)
    const errors = await send([
      { event: 'search', properties: { result_count: 3 } },
      { event: 'lot_view', properties: { lot_id, has_price: true } },
    ])
    expect(errors).toEqual([])
    await forwardEvents(api.deps)
    const delivery = { 'the key absent': 'NONE', 'the key present': 'SENT' }[name] ?? 'WAITING'
    expect(await stored()).toEqual([
      { event: 'lot_view', properties: { has_price: true }, delivery },
      { event: 'search', properties: { result_count: 3 }, delivery },
    ])
    expect(posthog.events.map(({ event }) => event).toSorted()).toEqual(
      name === 'the key present' ? ['lot_view', 'search'] : [],
    )
  })

  test('learns that an event is not in the catalog', async () => {
    api = await testApi(await environment())
    // The library prints the error too.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const errors = await send([{ event: 'search', properties: { email: 'ada@people.example' } }])
    expect(errors).toMatchObject([{ status: 400 }])
    expect(await stored()).toEqual([])
  })

  test('gets no feature flags', async () => {
    api = await testApi(await environment())
    const client = new PostHog('phc_any', { host: `${api.base}/api/v2/usage`, flushAt: 1 })
    expect(await client.getAllFlags(visitor_id)).toEqual({})
    await client.shutdown()
  })
})
