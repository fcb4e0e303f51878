import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { placedDatabase } from '@openspot/api/testing/placed-database.ts'
import type { TestDatabase } from '@openspot/db/testing/database.ts'
import { unusedPort } from '@openspot/db/testing/unused-port.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { address, commandRuns } from './testing/product.ts'

const { openspot, endAll, remove } = commandRuns({ LOG_LEVEL: 'fatal' })
let database: TestDatabase

beforeAll(async () => {
  database = await placedDatabase()
})
afterEach(endAll)
afterAll(async () => {
  await database.drop()
  remove()
})

const addresses = () => ({ DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.owner_url })

interface Raw {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends a request line that `fetch` would not send, and reads the response until the connection is closed. */
function sendRaw(url: string, line: string): Promise<Raw> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    let text = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: close\r\n\r\n`),
    )
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', fail)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const [first = '', ...rest] = head.split('\r\n')
      const headers = rest.map((each) => each.split(/: ?(.*)/s))
      done({
        status: Number(first.split(' ')[1]),
        headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
        body,
      })
    })
  })
}

const sourceOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

/** Returns scripts of a page that a policy allows neither by origin nor by nonce or hash. */
function refusedScripts(page: string, sources: string): string[] {
  const nonce = /'nonce-([^']+)'/.exec(sources)?.[1]
  return [...page.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
    .filter(([, tag = '']) => !/ src=/.test(tag) && !/type="application\/(ld\+)?json"/.test(tag))
    .filter(([, tag = '']) => nonce === undefined || !tag.includes(`nonce="${nonce}"`))
    .filter(([, , code = '']) => !sources.includes(`'${sourceOf(code)}'`))
    .map(([script]) => script)
}

describe('requests outside the API', () => {
  test('OPTIONS * lists the methods, TRACE gets 405, and a target that is not a path is rejected', async () => {
    const url = await address(openspot(['start'], { ...addresses(), OPENSPOT_ROLES: 'api,web' }))
    const options = await sendRaw(url, 'OPTIONS *')
    expect([options.status, options.headers['allow']]).toEqual([
      204,
      'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    ])
    for (const target of ['/', '/api/health/live', '/sign-in', '*']) {
      const { status, headers, body } = await sendRaw(url, `TRACE ${target}`)
      expect([target, status, headers['allow'] !== undefined]).toEqual([target, 405, true])
      expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', request_id: expect.any(String) })
    }
    for (const target of [
      'http://evil.example/',
      'http://evil.example//sign-in',
      'HTTPS://evil.example/x',
      '*',
    ]) {
      const { status, headers, body } = await sendRaw(url, `GET ${target}`)
      expect([target, status, headers['location']]).toEqual([target, 400, undefined])
      expect(JSON.parse(body)).toMatchObject({ code: 'request_invalid' })
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    for (const target of [
      '//evil.example/',
      '//evil.example/..',
      '/\\evil.example',
      '/%2f%2fevil.example/',
      '///evil.example/x/',
    ]) {
      const { headers } = await sendRaw(url, `GET ${target}`)
      const location = new URL(headers['location'] ?? '/', url)
      expect([target, location.host]).toEqual([target, new URL(url).host])
    }
  }, 180_000)

  test('every inline script has a new nonce, or in a page for everyone its hash, and HSTS follows the public URL', async () => {
    const port = await unusedPort()
    const run = openspot(['start'], {
      ...addresses(),
      OPENSPOT_ROLES: 'api,web',
      OPENSPOT_PUBLIC_URL: 'https://openspot.example',
      PORT: String(port),
    })
    await run.said(/Openspot is at https:/)
    const nonces = new Set<string>()
    // Both routers, and missing pages.
    const shared = ['/', '/help', '/l/none']
    const paths = [...shared, '/sign-in', '/sign-up', '/no/such/page', '/me', '/book/none', '/lots/x/y']
    for (const path of [...paths, ...paths]) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: 'manual',
        // A nonce chosen by the client is not used.
        headers: { 'content-security-policy': "script-src 'nonce-chosen'" },
      })
      const page = await answer.text()
      const policy = answer.headers.get('content-security-policy') ?? ''
      const sources = policy.split('; ').find((part) => part.startsWith('script-src ')) ?? ''
      const nonce = /^script-src 'self' 'nonce-([^']{20,})'/.exec(sources)?.[1]
      if (nonce !== undefined) nonces.add(nonce)
      expect([path, nonce === undefined]).toEqual([path, shared.includes(path)])
      expect(sources).not.toContain('unsafe')
      expect([path, refusedScripts(page, sources)]).toEqual([path, []])
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(answer.headers.get('x-powered-by')).toBeNull()
    }
    expect(nonces.size).toBe((paths.length - shared.length) * 2)
  }, 180_000)
})
