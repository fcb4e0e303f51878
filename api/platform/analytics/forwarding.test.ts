import { randomUUID } from 'node:crypto'
import { getPlatformUsageRoute } from '@openspot/contract/platform/analytics.ts'
import { FORWARD_DAYS } from '@openspot/core/analytics/limits.ts'
import { PostHogStandIn, posthogKey } from '@openspot/page-vendors-stand-in/posthog.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { forwardEvents } from './forward-events.ts'

let posthog: PostHogStandIn
let api: TestApi
let admin: Person
const start = async (env: Record<string, string>) => {
  api = await testApi(env)
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
}
let host: string
beforeEach(async () => {
  posthog = new PostHogStandIn()
  host = await posthog.listen()
})
afterEach(async () => {
  await api.close()
  await posthog.close()
})

const visitor_id = '0b0b0b0b-1111-4111-8111-111111111111'
const post = (more: Record<string, unknown> = {}) =>
  fetch(`${api.base}/api/v2/usage/e`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      event: 'search',
      uuid: randomUUID(),
      distinct_id: visitor_id,
      properties: { result_count: 3, $current_url: 'https://openspot.example/secret' },
      ...more,
    }),
  })
const forwarding = async () => (await api.call(getPlatformUsageRoute, { query: {} }, admin.token)).forwarding
const run = () => forwardEvents(api.deps)
const alerts = async () =>
  (
    await api.deps.database.pool.query<{ event: string; resolved_at: string | null }>(
      'select event, resolved_at from alerts',
    )
  ).rows
const forwardedMetric = async (outcome: string) =>
  (await api.deps.metrics.registry.getSingleMetricAsString('openspot_usage_events_forwarded_total'))
    .split('\n')
    .find((line) => line.includes(`outcome="${outcome}"`))
    ?.split(' ')[1]

test('without a key nothing is sent, and events are counted', async () => {
  await start({})
  expect((await post()).status).toBe(200)
  await run()
  expect(posthog.captures).toBe(0)
  const { events, forwarding: state } = await api.call(getPlatformUsageRoute, { query: {} }, admin.token)
  expect(state).toBeNull()
  expect(events).toContainEqual({ event: 'search', count: 1 })
})

test('with a key PostHog gets the events of visitors who allowed it, once, under another name', async () => {
  await start({ POSTHOG_KEY: posthogKey, POSTHOG_HOST: host })
  await post()
  await post({ distinct_id: '$posthog_cookieless' })
  // A page does not wait for PostHog.
  expect(posthog.captures).toBe(0)
  await run()
  await run()
  expect(posthog.events).toMatchObject([
    {
      event: 'search',
      properties: { result_count: 3, $process_person_profile: false, $geoip_disable: true },
    },
  ])
  const text = JSON.stringify(posthog.events)
  for (const kept of [visitor_id, 'secret', 'Ada', '127.0.0.1']) expect(text).not.toContain(kept)
  expect(await forwarding()).toMatchObject({ sent_count: 1, waiting_count: 0, failure: null })
  expect(await forwardedMetric('sent')).toBe('1')
})

test('PostHog gets what drivers do from the time of the key on, without the driver', async () => {
  await start({ POSTHOG_KEY: posthogKey, POSTHOG_HOST: host })
  const lot = await aLot(api)
  const before = await aPerson(api)
  await bookAs(api, before, { lot_id: lot.lot_id, payment_method_id: await aCard(api, before) })
  api.ports.advance({ minutes: 1 })
  await run()
  api.ports.advance({ minutes: 1 })
  const driver = await aPerson(api)
  const { reservation } = await bookAs(api, driver, {
    lot_id: lot.lot_id,
    payment_method_id: await aCard(api, driver),
  })
  await api.runJobs()
  // Later than every transaction that could still be running.
  api.ports.advance({ minutes: 3 })
  await run()
  await run()
  const booked = posthog.events.filter(({ event }) => event === 'hold' || event === 'paid')
  expect(booked.map(({ event }) => event)).toEqual(['hold', 'paid'])
  expect(booked[0]).toMatchObject({
    timestamp: reservation.created_at,
    properties: { lot_id: lot.lot_id, total_cents: reservation.total_cents, currency: 'USD' },
  })
  expect(booked[0]?.distinct_id).toBe(booked[1]?.distinct_id)
  for (const kept of [driver.user_id, driver.email, reservation.id])
    expect(JSON.stringify(posthog.events)).not.toContain(kept)
})

test('a wrong key loses nothing: events wait, the operator is alerted at once, and the right key sends them', async () => {
  await start({ POSTHOG_KEY: 'phc_wrong', POSTHOG_HOST: host })
  expect((await post()).status).toBe(200)
  await run()
  expect(await forwarding()).toMatchObject({ waiting_count: 1, sent_count: 0, failure: 'KEY_REFUSED' })
  expect(await alerts()).toMatchObject([{ event: 'ANALYTICS_FAILING', resolved_at: null }])
  expect(await forwardedMetric('failed')).toBe('1')
  expect(api.lines).toContainEqual(
    expect.objectContaining({ task: 'forward_events', failure: 'KEY_REFUSED' }),
  )
  expect(JSON.stringify(api.lines)).not.toContain('phc_wrong')
  api.deps.settings.posthog = { key: posthogKey, host }
  await run()
  expect(posthog.events).toHaveLength(1)
  expect(await forwarding()).toMatchObject({ waiting_count: 0, sent_count: 1, failure: null })
  expect(await alerts()).toMatchObject([{ resolved_at: expect.any(String) }])
})

test.each<[string, (vendor: PostHogStandIn) => unknown, string]>([
  ['down', (vendor) => vendor.close(), 'UNAVAILABLE'],
  ['broken', (vendor) => Object.assign(vendor, { status: 503 }), 'UNAVAILABLE'],
  ['over its quota', (vendor) => Object.assign(vendor, { isOverQuota: true }), 'QUOTA_REACHED'],
  ['refusing the batch', (vendor) => Object.assign(vendor, { status: 400 }), 'REFUSED'],
])('with PostHog %s events wait, and are sent when it is back', async (_name, breakIt, failure) => {
  await start({ POSTHOG_KEY: posthogKey, POSTHOG_HOST: host })
  await breakIt(posthog)
  expect((await post()).status).toBe(200)
  await run()
  expect(await forwarding()).toMatchObject({ waiting_count: 1, failure })
  // An outage is reported when it lasts an hour, everything that a person must repair at once.
  expect(await alerts()).toHaveLength(failure === 'UNAVAILABLE' ? 0 : 1)
  api.ports.advance({ hours: 1 })
  await run()
  expect(await alerts()).toHaveLength(failure === 'UNAVAILABLE' ? 1 : 2)
  const again = new PostHogStandIn()
  api.deps.settings.posthog = { key: posthogKey, host: await again.listen() }
  await run()
  expect(again.events).toHaveLength(1)
  await again.close()
})

test('gives up events that could not be sent for a week, and says so', async () => {
  await start({ POSTHOG_KEY: posthogKey, POSTHOG_HOST: host })
  posthog.status = 503
  await post()
  api.ports.advance({ days: FORWARD_DAYS, minutes: 1 })
  await run()
  expect(await forwarding()).toMatchObject({ waiting_count: 0, expired_count: 1 })
  expect(api.lines).toContainEqual(expect.objectContaining({ event: 'usage_events_expired', count: 1 }))
  expect(await forwardedMetric('expired')).toBe('1')
})
