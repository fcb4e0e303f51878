import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { aLot, type TestLot } from '../testing/factories/lots.ts'
import { aMember, type Person } from '../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let owner: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 30)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
})
afterAll(() => api.close())

/** Requests without decompressing the answer. */
async function send(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body: Buffer | string = '',
) {
  const sent = request(api.base + path, { method, headers })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

const hours = (ahead: number) => new Date(api.ports.now().getTime() + ahead * 3_600_000).toISOString()
const spots = () =>
  `/api/v1/search/lot-spots?${new URLSearchParams({ lot_id: lot.lot_id, starts_at: hours(2), ends_at: hours(4) })}`

test('a list is compressed as the client accepts it, and says the same', async () => {
  const path = spots()
  const plain = await send(path, {})
  expect(plain.status).toBe(200)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const small = await send(path, { 'accept-encoding': 'gzip, deflate, br' })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(JSON.parse(brotliDecompressSync(small.body).toString('utf8'))).toEqual(
    JSON.parse(plain.body.toString('utf8')),
  )
  expect(small.body.length).toBeLessThan(plain.body.length / 4)
  const zipped = await send(path, { 'accept-encoding': 'gzip' })
  expect(JSON.parse(gunzipSync(zipped.body).toString('utf8'))).toEqual(
    JSON.parse(plain.body.toString('utf8')),
  )
})

test('a short answer is not compressed', async () => {
  const short = await send('/api/health/live', { 'accept-encoding': 'br' })
  expect([short.status, short.headers['content-encoding']]).toEqual([200, undefined])
})

/** Changes the lot, which answers with all of it. */
const describe = (headers: Record<string, string>, body: Buffer | string) =>
  send(
    `/api/v1/lots/id/${lot.lot_id}`,
    { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
    'PATCH',
    body,
  )
const change = JSON.stringify({ description: 'Beside the station. '.repeat(80) })

test('the answer of a call that changes something is not compressed', async () => {
  const { status, headers, body } = await describe({ 'accept-encoding': 'br' }, change)
  expect(status).toBe(200)
  expect(body.length).toBeGreaterThan(1500)
  expect(headers['content-encoding']).toBeUndefined()
})

test('a compressed request is refused rather than decompressed', async () => {
  const { status } = await describe({ 'content-encoding': 'gzip' }, gzipSync(change))
  expect(status).toBe(400)
})
