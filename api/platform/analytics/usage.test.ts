import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { sendUsageRoute } from '@openspot/contract/platform/analytics.ts'
import { choiceCookie, DECLINED, MAX_EVENTS } from '@openspot/core/analytics/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPerson } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
})
beforeEach(async () => {
  await api.deps.database.pool.query('delete from analytics_events')
  // Another window of the limits.
  api.ports.advance({ minutes: 2 })
})
afterAll(() => api.close())

const search = (more: Record<string, unknown> = {}) => ({
  event: 'search',
  properties: { result_count: 3, by_map: false, ...more },
})

interface Stored {
  event: string
  lot_id: string | null
  visitor: string
  is_recognized: boolean
  properties: Record<string, unknown>
  delivery: string
}
const stored = async () =>
  (await api.deps.database.pool.query<Stored>('select * from analytics_events order by at, event desc')).rows

/** Posts as a browser at an address. */
const post = (body: unknown, headers: Record<string, string> = {}, path = 'e') =>
  fetch(`${api.base}/api/v2/usage/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.7',
      'user-agent': 'Browser/1',
      ...headers,
    },
    body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
  })

test('stores the events of a page with the properties of the catalog, and drops what the library adds', async () => {
  const { lot_id } = lot
  const batch = [
    search({ $current_url: 'https://openspot.example/?q=ada@people.example', token: 'phc_x' }),
    { event: 'lot_view', properties: { lot_id, has_price: true, lead_hours: 4 } },
  ]
  expect(await api.call(sendUsageRoute, { query: {}, body: { api_key: 'phc_x', batch } })).toEqual({
    status: 1,
  })
  expect(await stored()).toMatchObject([
    { event: 'search', lot_id: null, properties: { result_count: 3, by_map: false }, delivery: 'NONE' },
    { event: 'lot_view', lot_id, properties: { has_price: true, lead_hours: 4 } },
  ])
  expect(JSON.stringify(await stored())).not.toContain('ada@')
})

test.each([
  ['a batch', { batch: [search()] }],
  ['a list', [search()]],
  ['one event', search()],
])('reads %s, as JSON or compressed as text/plain', async (_name, body) => {
  expect((await post(body)).status).toBe(200)
  const compressed = gzipSync(JSON.stringify(body))
  expect((await post(compressed, { 'content-type': 'text/plain' }, 'batch')).status).toBe(200)
  expect(await stored()).toHaveLength(2)
})

test('counts an event that is sent twice once', async () => {
  const sent = { ...search(), uuid: randomUUID() }
  await post({ batch: [sent, sent] })
  await post(sent)
  expect(await stored()).toHaveLength(1)
})

test.each<[string, unknown, string]>([
  ['an unknown event', { event: 'clicked' }, 'batch.0.event'],
  ['an event of the server', { event: 'paid', properties: {} }, 'batch.0.event'],
  ['an unknown property', search({ email: 'ada@people.example' }), 'batch.0.properties'],
  ['a text for a number', search({ result_count: '3' }), 'batch.0.properties.result_count'],
  ['a number that is too large', search({ result_count: 3_125_550_142 }), 'batch.0.properties.result_count'],
  ['a text for yes or no', search({ by_map: 'IL ABC123' }), 'batch.0.properties.by_map'],
  [
    'a lot that does not exist',
    { event: 'lot_view', properties: { lot_id: randomUUID() } },
    'batch.0.properties.lot_id',
  ],
  ['an ID that is a name', { ...search(), distinct_id: 'Ada Example' }, 'batch.0.distinct_id'],
  ['an ID of an event that is a text', { ...search(), uuid: 'Ada' }, 'batch.0.uuid'],
])('refuses %s with 400, names the field, and stores nothing', async (_name, event, field) => {
  const answer = await post({ batch: [event] })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'request_invalid', field })
  expect(await stored()).toEqual([])
})

test('refuses bodies that are too large, decompressed too, too many events, and what is not JSON', async () => {
  const long = 'x'.repeat(200_000)
  const text = { 'content-type': 'text/plain' }
  expect((await post(search({ $x: long }))).status).toBe(413)
  expect((await post(gzipSync(JSON.stringify(search({ $x: long }))), text)).status).toBe(413)
  expect((await post(Array.from({ length: MAX_EVENTS + 1 }, () => search()))).status).toBe(400)
  expect((await post(Buffer.from('not json'), text)).status).toBe(400)
  expect((await post(Buffer.from([0x1f, 0x8b, 1]), text)).status).toBe(400)
  expect(await stored()).toEqual([])
})

test('refuses other sites, and more than 120 requests a minute from one address', async () => {
  const foreign = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }
  expect((await post(search(), { ...foreign, 'content-type': 'text/plain' })).status).toBe(403)
  const from = { 'x-forwarded-for': '203.0.113.99' }
  for (let sent = 0; sent < 120; sent++) await post({ batch: [] }, from)
  expect((await post(search(), from)).status).toBe(429)
})

test.each<[string, Record<string, string>]>([
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
  ['a declined choice', { cookie: `${choiceCookie}=${DECLINED}` }],
  ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Examplebot/2.1)' }],
])('stores nothing with %s, of pages or of calls', async (_name, headers) => {
  expect((await post(search(), headers)).status).toBe(200)
  await quote(headers)
  // A quote that is counted afterwards shows that the other one would have been stored by now.
  await quote({ 'user-agent': 'Another' })
  await expect.poll(stored).toMatchObject([{ event: 'quote' }])
})

/** Gets a price that can be booked. */
async function quote(headers: Record<string, string>): Promise<void> {
  const { token } = await aPerson(api)
  const query = new URLSearchParams({ lot_id: lot.lot_id, ...twoHours(api) })
  const answer = await fetch(`${api.base}${getCheckoutRoute.url}?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7', ...headers },
  })
  expect(answer.status).toBe(200)
}

test('counts a quote as the visitor who looked before, and no quote that was refused', async () => {
  await post(search())
  await quote({ 'user-agent': 'Browser/1' })
  await fetch(`${api.base}${getCheckoutRoute.url}?lot_id=${lot.lot_id}`)
  await expect.poll(stored).toHaveLength(2)
  const [first, second] = await stored()
  expect(second).toMatchObject({ event: 'quote', lot_id: lot.lot_id, visitor: first?.visitor })
})

test('a visitor has another name at another address, in another browser, and on another day', async () => {
  await post(search())
  await post(search())
  await post(search(), { 'x-forwarded-for': '203.0.113.8' })
  await post(search(), { 'user-agent': 'Browser/2' })
  expect(new Set((await stored()).map(({ visitor }) => visitor)).size).toBe(3)
  api.ports.advance({ days: 1 })
  await post(search())
  expect(new Set((await stored()).map(({ visitor }) => visitor)).size).toBe(4)
})

test('a visitor who allowed it keeps the name, which is not the ID that was sent', async () => {
  const id = randomUUID()
  await post({ ...search(), distinct_id: id })
  api.ports.advance({ days: 3 })
  await post(search(), { cookie: `${choiceCookie}=${id}`, 'x-forwarded-for': '203.0.113.8' })
  const rows = await stored()
  expect(rows.map(({ is_recognized }) => is_recognized)).toEqual([true, true])
  expect(rows[0]?.visitor).toBe(rows[1]?.visitor)
  expect(JSON.stringify(rows)).not.toContain(id)
})

test('deletes events after 90 days and salts after 2', async () => {
  await post(search())
  const salts = async () =>
    (await api.deps.database.pool.query<{ day: string }>('select day from analytics_salts')).rows.length
  api.ports.advance({ days: 89 })
  await purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
  expect(await stored()).toHaveLength(1)
  expect(await salts()).toBe(0)
  api.ports.advance({ days: 2 })
  await purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
  expect(await stored()).toEqual([])
})
