import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBotCheckRoute, startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

const secret = 'secret-of-the-vendor'

/** Starts a vendor's siteverify endpoint. It accepts each issued token once, and only with the correct secret. */
async function aVendor() {
  const given = new Set<string>()
  let isAway = false
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (isAway) return response.writeHead(503).end('down for maintenance')
    const form = new URLSearchParams(body)
    const success = form.get('secret') === secret && given.delete(form.get('response') ?? '')
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify({ success, ...(success ? {} : { 'error-codes': ['invalid-input-response'] }) }),
    )
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    give(token: string) {
      given.add(token)
      return token
    },
    away(is: boolean) {
      isAway = is
    },
    close: () => server.close(),
  }
}

describe.each(['TURNSTILE', 'RECAPTCHA'] as const)('%s', (kind) => {
  let api: TestApi
  let vendor: Awaited<ReturnType<typeof aVendor>>
  beforeAll(async () => {
    vendor = await aVendor()
    api = await testApi({
      [`${kind}_SITE_KEY`]: 'site-key',
      [`${kind}_SECRET_KEY`]: secret,
      [`${kind}_VERIFY_URL`]: vendor.url,
    })
  })
  afterAll(async () => {
    await api.close()
    vendor.close()
  })
  const guest = (bot_check: string) => ({
    body: { email: 'guest@people.example', first_name: 'Gil', last_name: 'Example', bot_check },
  })

  test('accepts each token of the vendor once and rejects all others with 422 challenge_failed', async () => {
    expect(await api.call(getBotCheckRoute, {})).toEqual({ kind, site_key: 'site-key' })
    const token = vendor.give('a-token')
    await api.call(startGuestRoute, guest(token))
    for (const wrong of [token, 'made-up', await solvedCheck(api)]) {
      expect(await api.refusal(startGuestRoute, guest(wrong))).toMatchObject({
        status: 422,
        code: 'challenge_failed',
        field: 'bot_check',
        details: { kind },
      })
    }
  })

  test('accepts our own puzzle only while the vendor is unreachable', async () => {
    vendor.away(true)
    expect(await api.call(getBotCheckRoute, {})).toEqual({ kind: 'ALTCHA', site_key: null })
    const refused = await api.refusal(startGuestRoute, guest(vendor.give('unasked')))
    expect(refused).toMatchObject({ code: 'challenge_failed', details: { kind: 'ALTCHA' } })
    const own = await solvedCheck(api)
    await api.call(startGuestRoute, guest(own))
    expect((await api.refusal(startGuestRoute, guest(own))).code).toBe('challenge_failed')
    const late = await solvedCheck(api)
    vendor.away(false)
    expect((await api.refusal(startGuestRoute, guest(late))).code).toBe('challenge_failed')
    await api.call(startGuestRoute, guest(vendor.give('asked')))
  })
})
