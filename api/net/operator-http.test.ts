import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { realPorts } from '../ports.ts'
import { askOperated, jsonOf } from './operator-http.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  const address = started.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}
const limits = { timeout_ms: 10_000, max_bytes: 1_000 }

test('returns status, headers, and body of a request that it sends', async () => {
  const url = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      response.writeHead(201, { 'x-kind': request.method ?? '' }).end(JSON.stringify({ body }))
    })
  })
  const answer = await askOperated(realPorts, { url, method: 'POST', body: 'hello', ...limits })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-kind')).toBe('POST')
  expect(jsonOf(answer)).toEqual({ body: 'hello' })
})

test('returns a redirect without following it', async () => {
  const seen: string[] = []
  const url = await serve((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const { status, ok } = await askOperated(realPorts, { url: `${url}/start`, ...limits })
  expect({ status, ok, seen }).toEqual({ status: 302, ok: false, seen: ['/start'] })
})

test('refuses a response above the limit while it is read, even if its length is not declared', async () => {
  const url = await serve((_, response) => {
    response.write('x'.repeat(900))
    // The response never ends.
    response.write('x'.repeat(900))
  })
  await expect(askOperated(realPorts, { url, ...limits })).rejects.toThrow('larger than 1000 bytes')
})

test('does not read the body if no bytes are allowed', async () => {
  const url = await serve((_, response) => {
    response.write('x'.repeat(5_000))
  })
  const { status, body } = await askOperated(realPorts, { url, timeout_ms: 10_000, max_bytes: 0 })
  expect({ status, length: body.length }).toEqual({ status: 200, length: 0 })
})

test.each(['no response', 'an unfinished response'])('throws when %s comes in time', async (kind) => {
  const url = await serve((_, response) => {
    if (kind === 'an unfinished response') response.write('x')
  })
  await expect(askOperated(realPorts, { url, timeout_ms: 50, max_bytes: 1_000 })).rejects.toThrow('timeout')
})

test('ends a request whose signal aborts', async () => {
  const ending = new AbortController()
  const url = await serve(() => ending.abort(new Error('closing')))
  const asked = askOperated(realPorts, { url, ...limits, signal: ending.signal })
  await expect(asked).rejects.toThrow('closing')
})

test('returns null for JSON that is none', async () => {
  const url = await serve((_, response) => response.end('<html>'))
  expect(jsonOf(await askOperated(realPorts, { url, ...limits }))).toBeNull()
})
