import { connect } from 'node:net'
import { watchLotRoute } from '@openspot/contract/booking/monitor.ts'
import { getFileRoute, uploadMapImageRoute } from '@openspot/contract/lots/files.ts'
import { minifyQrPngRoute, minifyQrSvgRoute } from '@openspot/contract/lots/qr.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { pictureForm } from '../testing/factories/files.ts'
import { aLot, type TestLot } from '../testing/factories/lots.ts'
import { aMember, type Person } from '../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi({ OPENSPOT_PUBLIC_URL: 'https://park.example' })
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

/** Returns the names of the protections that the headers lack. */
function leftOpen(headers: Headers): string[] {
  const policy = headers.get('content-security-policy') ?? ''
  const hasNoPlugins = /default-src 'none'|object-src 'none'/.test(policy)
  return [
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['sniffing']),
    ...(headers.get('referrer-policy') === 'no-referrer' ? [] : ['referrer']),
    ...(policy.includes("base-uri 'none'") ? [] : ['base']),
    ...(policy.includes("frame-ancestors 'none'") ? [] : ['embedding']),
    ...(hasNoPlugins ? [] : ['plugins']),
    ...(/unsafe-inline|https?:/.test(policy) ? ['foreign or inline content'] : []),
    ...(headers.has('access-control-allow-origin') ? ['other origins'] : []),
  ]
}

test('sends security headers with every kind of response', async () => {
  const get = (path: string) =>
    fetch(api.base + path, {
      headers: { authorization: `Bearer ${admin.token}`, origin: 'https://elsewhere.example' },
    })
  const { id } = await api.call(
    uploadMapImageRoute,
    { params: { lot_id: lot.lot_id }, body: await pictureForm() },
    admin.token,
  )
  const code = new URLSearchParams({ lot_id: lot.lot_id, url: `/l/${lot.public_id}` })
  const paths = [
    ['data', '/api/health/live', 200],
    ['a nonexistent path', '/api/nowhere', 404],
    ['the document', '/api/openapi.json', 200],
    ['its page', '/api/docs/', 200],
    ['a picture', getFileRoute.url.replace(':file_id', id), 200],
    // Another site must not create links with this cookie or token.
    ['a refusal', `${minifyQrPngRoute.url}?${code}`, 403],
  ] as const
  for (const [what, path, status] of paths) {
    const answer = await get(path)
    await answer.arrayBuffer()
    expect([what, answer.status, leftOpen(answer.headers)]).toEqual([what, status, []])
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=31536000; includeSubDomains/)
  }
  for (const { url } of [minifyQrPngRoute, minifyQrSvgRoute]) {
    const answer = await fetch(`${api.base}${url}?${code}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect([url, answer.status, leftOpen(answer.headers)]).toEqual([url, 200, []])
  }
})

test('sends security headers with an event stream, which bypasses the framework', async () => {
  const stop = new AbortController()
  const stream = await fetch(api.base + watchLotRoute.url.replace(':lot_id', lot.lot_id), {
    headers: { authorization: `Bearer ${admin.token}` },
    signal: stop.signal,
  })
  expect([stream.status, leftOpen(stream.headers)]).toEqual([200, []])
  expect(stream.headers.get('cache-control')).toBe('no-store')
  expect(stream.headers.get('strict-transport-security')).toContain('max-age=31536000')
  stop.abort()
})

test('sends security headers with the rejection of a malformed HTTP request', async () => {
  const { hostname, port } = new URL(api.base)
  const text = await new Promise<string>((done, fail) => {
    let said = ''
    const line = connect(Number(port), hostname, () => line.write('this is no HTTP\r\n\r\n'))
    line.on('data', (part) => {
      said += part.toString()
    })
    line.on('close', () => done(said))
    line.on('error', fail)
  })
  const [, ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']),
  )
  expect(leftOpen(headers)).toEqual([])
})
