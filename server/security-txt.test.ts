import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '@openspot/api/log.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { placedDatabase } from '@openspot/api/testing/placed-database.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { afterEach, expect, test } from 'vitest'
import { securityTxt } from './security-txt.ts'
import { startServer } from './server.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

const ports = { ...realPorts, now: () => new Date('2026-03-01T14:30:00Z') }
const settingsOf = (env: Record<string, string>) =>
  readSettings({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'fatal', OPENSPOT_ROLES: 'api', ...env })

/** Serves only the two pages on a separate port; everything else is 404. */
async function serve(env: Record<string, string>) {
  const pages = securityTxt(settingsOf(env), ports)
  const server: Server = createServer((request, response) => {
    if (!pages(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  opened.push(() => new Promise((done) => server.close(done)))
  return caller((server.address() as AddressInfo).port)
}

const caller =
  (port: number | undefined) =>
  (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method })

test('a running server serves security.txt and the policy with the configured contact', async () => {
  const database = await placedDatabase()
  opened.push(() => database.drop())
  const said: string[] = []
  const server = await startServer(
    settingsOf({
      OPENSPOT_SECURITY_CONTACT: 'security@garage.example',
      OPENSPOT_PUBLIC_URL: 'https://park.example',
    }),
    database,
    (line) => said.push(line),
    createLog({ log_level: 'fatal' }),
    ports,
  )
  opened.push(() => server.close())
  const request = caller(server.deps?.settings.port)
  const answer = await request('/.well-known/security.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect((await answer.text()).split('\n')).toEqual([
    'Contact: mailto:security@garage.example',
    'Expires: 2026-05-30T00:00:00Z',
    'Preferred-Languages: en',
    'Canonical: https://park.example/.well-known/security.txt',
    'Policy: https://park.example/security-policy',
    '',
  ])
  const policy = await (await request('/security-policy')).text()
  expect(policy).toContain('security@garage.example')
  expect(policy).not.toContain('security@openspot.example')
  expect((await request('/api/health/live')).status).toBe(200)
})

test('omits the web addresses if the product is reached without https, as RFC 9116 requires', async () => {
  const request = await serve({ OPENSPOT_SECURITY_CONTACT: 'https://garage.example/report' })
  const text = await (await request('/.well-known/security.txt')).text()
  expect(text).toMatch(
    /^Contact: https:\/\/garage\.example\/report\nExpires: \S+\nPreferred-Languages: en\n$/,
  )
})

test('answers HEAD without a body and rejects other methods with 405', async () => {
  const request = await serve({ OPENSPOT_SECURITY_CONTACT: 'security@garage.example' })
  const head = await request('/.well-known/security.txt', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  const posted = await request('/.well-known/security.txt', 'POST')
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('serves neither page if no contact is set', async () => {
  const request = await serve({})
  expect((await request('/.well-known/security.txt')).status).toBe(404)
  expect((await request('/security-policy')).status).toBe(404)
})
