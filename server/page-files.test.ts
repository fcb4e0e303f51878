import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressPageFiles, sendPageFile } from './page-files.ts'

const script = 'export const value = 1\n'.repeat(200)
let build: string
let server: Server
beforeAll(async () => {
  build = mkdtempSync(path.join(tmpdir(), 'openspot-pages-'))
  mkdirSync(path.join(build, 'static/chunks'), { recursive: true })
  writeFileSync(path.join(build, 'static/chunks/a1.js'), script)
  writeFileSync(path.join(build, 'static/chunks/b2.css'), 'a { color: red }')
  writeFileSync(path.join(build, 'static/chunks/font.woff2'), 'font')
  await compressPageFiles(build)
  writeFileSync(path.join(build, 'static/chunks/later.js'), script)
  writeFileSync(path.join(build, 'secret.js'), 'secret')
  writeFileSync(path.join(build, 'secret.js.br'), 'secret')
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    if (!(await sendPageFile(build, incoming, response))) response.writeHead(204).end()
  }
  server = createServer((incoming, response) => void answer(incoming, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(build, { recursive: true, force: true })
})

/** Requests a path as it is, which `fetch` would normalize and decompress. */
async function get(url: string, accepted: string, more: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const headers = { 'accept-encoding': accepted, ...more }
  const sent = request({ port, host: '127.0.0.1', path: url, headers, method })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

test('a script is sent with its best compression, to be kept for a year', async () => {
  const { status, headers, body } = await get('/_next/static/chunks/a1.js?v=1', 'gzip, deflate, br, zstd')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  expect(brotliDecompressSync(body).toString('utf8')).toBe(script)
  expect(body.length).toBeLessThan(script.length / 20)
  const style = await get('/_next/static/chunks/b2.css', 'br;q=0.5')
  expect(style.headers['content-type']).toBe('text/css; charset=UTF-8')
})

test('a script that the browser still has is not sent again, and a HEAD request gets no body', async () => {
  const { headers } = await get('/_next/static/chunks/a1.js', 'br')
  const again = await get('/_next/static/chunks/a1.js', 'br', { 'if-none-match': String(headers['etag']) })
  expect([again.status, again.body.length]).toEqual([304, 0])
  const head = await get('/_next/static/chunks/a1.js', 'br', {}, 'HEAD')
  expect([head.status, head.body.length]).toEqual([200, 0])
})

test.each([
  ['the client accepts only gzip', '/_next/static/chunks/a1.js', 'gzip'],
  ['the client refuses Brotli', '/_next/static/chunks/a1.js', 'gzip, br;q=0'],
  ['the client names no encoding', '/_next/static/chunks/a1.js', ''],
  ['the file is of another type', '/_next/static/chunks/font.woff2', 'br'],
  ['the file has no compressed one', '/_next/static/chunks/later.js', 'br'],
  ['there is no such file', '/_next/static/chunks/none.js', 'br'],
  ['the path is that of a page', '/sign-in.js', 'br'],
  ['the path leads out of the folder', '/_next/static/../secret.js', 'br'],
  ['the encoded path leads out of the folder', '/_next/static/%2e%2e/secret.js', 'br'],
])('another server answers if %s', async (_why, url, accepted) => {
  const { status, headers } = await get(url, accepted)
  expect(status).toBe(204)
  expect(headers['content-encoding']).toBeUndefined()
})
