import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { localeHeader } from '@openspot/messages/locales.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PageCache, sendSharedPage } from './page-cache.ts'

let now = Date.parse('2026-03-02T15:00:00Z')
let server: Server
let pages: PageCache
/** The requests that were rendered. */
let rendered: IncomingMessage[]
/** What the renderer does before it answers. */
let before: () => Promise<void>
const inline = 'document.body.dataset.ready = "1"'

async function render(inner: IncomingMessage, answer: ServerResponse): Promise<void> {
  rendered.push(inner)
  await before()
  if (inner.url === '/l/gone') {
    answer.writeHead(404, { 'content-type': 'text/html' }).end('gone')
    return
  }
  if (inner.url === '/l/greeting') answer.setHeader('set-cookie', 'seen=1')
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  answer.end(
    `<p>${inner.url} ${String(inner.headers[localeHeader])} ${rendered.length}</p><script>${inline}</script><script src="/a.js"></script><script type="application/json">{}</script>${'x'.repeat(5000)}`,
  )
}

beforeAll(async () => {
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    if (!PageCache.isShared(incoming)) return response.writeHead(204).end()
    incoming.headers[localeHeader] ??= 'en-US'
    const page =
      pages.find(incoming) ?? (await pages.render(incoming, (inner, result) => void render(inner, result)))
    return sendSharedPage(page, incoming, response, (scripts) => `script-src ${scripts}`)
  }
  server = createServer((incoming, response) => void answer(incoming, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(() => {
  pages = new PageCache({ now: () => new Date(now) }, 2000)
  rendered = []
  before = async () => {}
})
afterAll(() => void server.close())

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', path, headers, method })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}
const textOf = async (...input: Parameters<typeof get>) =>
  /<p>(.*?)<\/p>/.exec((await get(...input)).body.toString('utf8'))?.[1]

test('a page is rendered once in two seconds for each address and locale', async () => {
  expect(await textOf('/')).toBe('/ en-US 1')
  expect(await textOf('/')).toBe('/ en-US 1')
  expect(await textOf('/?q=loop')).toBe('/?q=loop en-US 2')
  expect(await textOf('/', { [localeHeader]: 'de' })).toBe('/ de 3')
  now += 1999
  expect(await textOf('/')).toBe('/ en-US 1')
  now += 1
  expect(await textOf('/')).toBe('/ en-US 4')
  // The clock of a machine may be set back.
  now -= 60_000
  expect(await textOf('/')).toBe('/ en-US 5')
})

test('a page is rendered for each visit if the operator wants none to be sent again', async () => {
  pages = new PageCache({ now: () => new Date(now) }, 0)
  expect(await textOf('/')).toBe('/ en-US 1')
  expect(await textOf('/')).toBe('/ en-US 2')
})

test('requests at the same time wait for one rendering', async () => {
  let go = () => {}
  const held = new Promise<void>((done) => {
    go = done
  })
  before = () => held
  const waiting = Array.from({ length: 20 }, () => textOf('/l/abc'))
  await expect.poll(() => rendered.length).toBe(1)
  go()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['/l/abc en-US 1']))
})

test('a request with a session, and a page that may be personal, is not shared', async () => {
  for (const cookie of ['openspot=x', 'theme=dark; openspot=x', '__Host-openspot=x'])
    expect((await get('/', { cookie })).status).toBe(204)
  expect((await get('/', { authorization: 'Bearer x' })).status).toBe(204)
  for (const path of [
    '/me',
    '/book/abc',
    '/l/abc/cameras',
    '/pass/abc',
    '/sign-in',
    '/f/abc',
    '/_next/data/x/index.json',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 204])
  expect((await get('/', {}, 'POST')).status).toBe(204)
})

test('a page is rendered without anything of the visitor', async () => {
  await get('/', {
    cookie: 'locale=de; seen=1',
    'user-agent': 'Browser of a person',
    referer: 'https://elsewhere.example/x',
  })
  const [{ headers } = { headers: {} }] = rendered
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('referer')
  expect(JSON.stringify(headers)).not.toContain('person')
})

test('neither an error nor an answer with a cookie is kept', async () => {
  expect((await get('/l/gone')).status).toBe(404)
  expect((await get('/l/gone')).status).toBe(404)
  await get('/l/greeting')
  await get('/l/greeting')
  expect(rendered.length).toBe(4)
})

test('inline scripts are allowed by their hashes, and data in scripts needs none', async () => {
  const { headers } = await get('/')
  const hash = createHash('sha256').update(inline).digest('base64')
  expect(headers['content-security-policy']).toBe(`script-src 'sha256-${hash}'`)
})

test('a page is compressed for browsers that accept it, and HEAD gets its length without a body', async () => {
  const plain = await get('/')
  const small = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'cache-control': 'no-store',
  })
  expect(brotliDecompressSync(small.body)).toEqual(plain.body)
  expect(small.body.length).toBeLessThan(plain.body.length / 10)
  const head = await get('/', {}, 'HEAD')
  expect([head.body.length, head.headers['content-length']]).toEqual([0, String(plain.body.length)])
  expect(rendered.length).toBe(1)
})
