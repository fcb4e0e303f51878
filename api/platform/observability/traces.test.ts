import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson } from '../../testing/factories/people.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface Export {
  resourceSpans: {
    resource: { attributes: Span['attributes'] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

/** A collector that accepts OTLP over HTTP. */
const received: { path: string; type: string; body: string }[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (data) => {
    body += data
  })
  request.on('end', () => {
    received.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

let api: TestApi
let isLoadedBefore = true
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { port } = collector.address() as AddressInfo
  const plain = await testApi()
  isLoadedBefore = isSdkLoaded()
  await plain.close()
  api = await testApi({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
})
afterAll(() => collector.close())

const isSdkLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@opentelemetry/sdk-trace'))

const valueOf = (span: Span, key: string) => {
  const value = span.attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('loads the OpenTelemetry SDK only with an endpoint', async () => {
  expect(isLoadedBefore).toBe(false)
  expect(isSdkLoaded()).toBe(true)
})

test('creates a server span per request and a child span per statement without values', async () => {
  const driver = await aPerson(api)
  const plate = 'SECRET42'
  await api.call(createCarRoute, { body: { plate } }, driver.token)
  // Closing sends the remaining spans.
  await api.close()
  expect(received.length).toBeGreaterThan(0)
  expect(received[0]).toMatchObject({ path: '/v1/traces', type: 'application/json' })
  const sent = received.flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
  expect(sent[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'openspot' },
  })
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const [request, ...others] = spans.filter(({ kind }) => kind === 2)
  expect(others).toEqual([])
  expect(request?.name).toBe('POST /api/v2/cars')
  expect([
    valueOf(request as Span, 'http.route'),
    Number(valueOf(request as Span, 'http.response.status_code')),
  ]).toEqual(['/api/v2/cars', 201])
  const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(children.map(({ name }) => name)).toContain('look_up_caller')
  expect(children.some((span) => String(valueOf(span, 'db.query.text')).includes('insert into'))).toBe(true)
  expect(children).toHaveLength(spans.length - 1)
  expect(children.every(({ traceId }) => traceId === request?.traceId)).toBe(true)
  const text = received.map(({ body }) => body).join('')
  for (const value of [plate, driver.email, driver.token]) expect(text).not.toContain(value)
})
