import { sendPhoneCodeRoute } from '@openspot/contract/identity/phone-codes.ts'
import { getSiteRoute, reportMapFailureRoute } from '@openspot/contract/platform/site.ts'
import { MapStandIn, mapKey } from '@openspot/page-vendors-stand-in/map.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

let vendor: MapStandIn
let url: string
let api: TestApi
beforeEach(async () => {
  vendor = new MapStandIn()
  url = await vendor.listen()
})
afterEach(async () => {
  await api.close()
  await vendor.close()
})

const withKey = async (key: string) => {
  api = await testApi({
    OPENSPOT_MAP_STYLE_URL: `${url}/styles/streets/style.json?key={key}`,
    OPENSPOT_MAP_KEY: key,
  })
}
const styleUrl = async () => (await api.call(getSiteRoute, {})).map_style_url
const report = (reason: 'KEY' | 'QUOTA' | 'DOWN', from: string) =>
  fetch(`${api.base}${reportMapFailureRoute.url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ reason }),
  })
const alerts = async () =>
  (await api.deps.database.pool.query<{ summary: string }>('select summary from alerts')).rows

test('without a setting pages show the bundled map, and reports change nothing', async () => {
  api = await testApi()
  expect(await api.call(getSiteRoute, {})).toEqual({
    asks_to_count: false,
    is_text_available: true,
    wallets: { apple: false, google: false },
    support_email: null,
    card_form: null,
    map_style_url: null,
  })
  expect((await report('KEY', '203.0.113.1')).status).toBe(204)
  expect(api.lines).toEqual([])
})

test('with a key pages get the style with the key', async () => {
  await withKey(mapKey)
  expect(await styleUrl()).toBe(`${url}/styles/streets/style.json?key=${mapKey}`)
})

test.each([
  ['a wrong key', (): void => {}, 'wrong', 'OPENSPOT_MAP_KEY'],
  ['a used up quota', () => void Object.assign(vendor, { styleStatus: 429 }), mapKey, 'quota'],
])(
  'with %s the operator is alerted at the first report, and no page asks the vendor for some minutes',
  async (_name, breakIt, key, said) => {
    await withKey(key)
    breakIt()
    await report('KEY', '203.0.113.1')
    await expect.poll(alerts).toEqual([{ summary: expect.stringContaining(said) }])
    expect(await styleUrl()).toBeNull()
    expect(api.lines).toContainEqual(expect.objectContaining({ event: 'map_failed' }))
    expect(JSON.stringify(api.lines)).not.toContain(mapKey)
    api.ports.advance({ minutes: 6 })
    expect(await styleUrl()).not.toBeNull()
  },
)

test('what only pages see alerts the operator when it is reported from three addresses', async () => {
  await withKey(mapKey)
  for (const last of [1, 1, 2]) await report('QUOTA', `203.0.113.${last}`)
  expect(await alerts()).toEqual([])
  await report('QUOTA', '203.0.113.3')
  await expect.poll(alerts).toEqual([{ summary: expect.stringContaining('quota') }])
  expect(await styleUrl()).not.toBeNull()
})

test('an outage is logged and counted, and alerts nobody', async () => {
  await withKey(mapKey)
  await vendor.close()
  for (const last of [1, 2, 3, 4]) await report('DOWN', `203.0.113.${last}`)
  expect(await alerts()).toEqual([])
  const metric = await api.deps.metrics.registry.getSingleMetricAsString(
    'openspot_page_vendor_failures_total',
  )
  expect(metric).toContain('openspot_page_vendor_failures_total{vendor="map",reason="DOWN"} 4')
})

test('says that texts can be sent only with a provider, or with the outbox of the local environment', async () => {
  api = await testApi()
  const isAvailable = async () => (await api.call(getSiteRoute, {})).is_text_available
  expect(await isAvailable()).toBe(true)
  api.deps.settings.environment = 'staging'
  expect(await isAvailable()).toBe(false)
  const body = { phone: '+13125550100', country: 'US', bot_check: await solvedCheck(api) }
  expect(await api.refusal(sendPhoneCodeRoute, { body })).toMatchObject({ code: 'texts_unavailable' })
})
