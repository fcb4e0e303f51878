import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPage } from './pages.ts'

const origin = 'https://parking.example'
const id = 'Ab3Ab3Ab3Ab3Ab3Ab3Ab3Ab3'
const spot = '0196f3a1-2b3c-7d4e-8f50-617283940a1b'

test('reads our own pages, as a path or with our origin, into one canonical form', () => {
  expect(readPage(`/l/${id}`, origin)).toEqual({
    kind: 'LOT',
    path: `/l/${id}`,
    public_id: id,
    spot_id: null,
  })
  expect(readPage(`${origin}/l/${id}`, origin)).toEqual(readPage(`/l/${id}`, origin))
  expect(readPage(`/l/${id}?spot_id=${spot}`, origin)).toMatchObject({ kind: 'SPOT', spot_id: spot })
  expect(readPage(`/l/${id}?gate_id=${spot}`, origin)).toMatchObject({ kind: 'GATE', spot_id: null })
  expect(readPage(`/book/${id}`, origin)).toMatchObject({ kind: 'BOOK', public_id: id })
  expect(readPage(`/v/${id}`, origin)).toMatchObject({ kind: 'VALIDATION', public_id: null })
  expect(readPage(`/l/${id}/check`, origin)).toMatchObject({ kind: 'PLATE_CHECK', public_id: id })
  expect(readPage(`/l/${id}/cameras`, origin)).toMatchObject({ kind: 'CAMERA_POLICY', public_id: id })
  expect(readPage(`/l/${id}/cameras?spot_id=${spot}`, origin)).toBeNull()
})

const elsewhere = 'evil.example'
const schemes = [
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'ftp',
  'ws',
  'intent',
  'http',
  'mailto',
  'tel',
  'JaVaScRiPt',
]
/** URLs that have caused open redirects in other products. */
const hostile = [
  ...schemes.flatMap((scheme) => [
    `${scheme}://${elsewhere}/l/${id}`,
    `${scheme}:/l/${id}`,
    `${scheme}:alert(1)//l/${id}`,
  ]),
  ...[
    '//',
    '///',
    '////',
    '/\\',
    '\\/',
    '\\\\',
    '/\\/',
    '\\',
    './/',
    '/.//',
    '/..//',
    '/%2f',
    '/%5c',
    '%2f%2f',
    '\t//',
    '\n//',
    ' //',
    '/\t/',
    '/\n/',
    '/ /',
    '\u00a0//',
    '\u3002//',
    '／／',
    '/\u2215',
    '\0//',
  ].flatMap((start) => [`${start}${elsewhere}`, `${start}${elsewhere}/l/${id}`]),
  ...[
    '.evil.example',
    '@evil.example',
    ':pw@evil.example',
    '%40evil.example',
    '\\@evil.example',
    '#@evil.example',
    '?@evil.example',
    ':8443',
    '.',
    '%00',
    '\\.evil.example',
    '&evil.example',
    ',evil.example',
    'evil.example',
    '%2eevil.example',
    '。evil.example',
  ].map((after) => `${origin}${after}/l/${id}`),
  `https://evil.example/${origin}/l/${id}`,
  `https://evil.example?${origin}/l/${id}`,
  `https://evil.example#${origin}/l/${id}`,
  `https://user@parking.example/l/${id}`,
  `https://parking.example@evil.example/l/${id}`,
  `http://parking.example/l/${id}`,
  `HTTPS://parking.example/l/${id}`,
  `https:parking.example/l/${id}`,
  `https:/parking.example/l/${id}`,
  `//parking.example/l/${id}`,
  `https://parking.example//evil.example/l/${id}`,
  `https://parking.example/\\evil.example`,
  `https://parking.example/l/../../${id}`,
  `https://pаrking.example/l/${id}`,
  `https://xn--prking-9ua.example/l/${id}`,
  `/l/${id}/..//evil.example`,
  `/l/${id}/`,
  `/l/${id}#x`,
  `/l/${id}?`,
  `/l/${id}?next=https://evil.example`,
  `/l/${id}?spot_id=${spot}&next=//evil.example`,
  `/l/${id}?spot_id=//evil.example`,
  `/l/${id}?spot_id=${spot}?x`,
  `/l/${id}?spot_id=${spot.toUpperCase()}`,
  `/l/${id}?constructor=${spot}`,
  `/l/${id}?__proto__=${spot}`,
  `/l/${id}\r\nlocation: https://evil.example`,
  `/l/${id}\u2028`,
  `/l/${id}%0d%0aset-cookie:x=1`,
  `/l/${id}"><script>alert(1)</script>`,
  `/l/short`,
  `/l/${'a'.repeat(41)}`,
  `/l/${id}${'a'.repeat(400)}`,
  '/l/',
  '/l',
  '/',
  '',
  '/api/v1/auth/logout',
  '/sign-in?next=//evil.example',
  '/q/abcdefghij',
  `/L/${id}`,
  `l/${id}`,
  `.//l/${id}`,
  `/v/${id}?spot_id=${spot}`,
  `/book/${id}?gate_id=${spot}`,
  `/me/../l/${id}`,
  `/%6c/${id}`,
  `//l/${id}`,
]

test('rejects a hundred malicious URLs', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(100)
  expect(hostile.filter((url) => readPage(url, origin) !== null)).toEqual([])
})

test('every accepted URL stays on our origin, and its canonical path is read the same again', () => {
  const parts = fc.constantFrom(
    ...hostile.flatMap((url) => url.split(/(?=[/?@\\:#])/)),
    '/',
    'l',
    id,
    origin,
    `?spot_id=${spot}`,
  )
  const urls = fc.oneof(
    fc.array(parts, { maxLength: 8 }).map((some) => some.join('')),
    fc
      .constantFrom('/l/', '/book/', '/v/')
      .chain((start) => fc.string({ maxLength: 50 }).map((rest) => start + id + rest)),
  )
  fc.assert(
    fc.property(urls, (url) => {
      const page = readPage(url, origin)
      if (!page) return
      const led = new URL(page.path, origin)
      expect([led.origin, led.pathname + led.search]).toEqual([origin, page.path])
      expect(readPage(page.path, origin)).toEqual(page)
    }),
    { numRuns: 5000 },
  )
})
