import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'

let behindProxy: TestApi
let direct: TestApi
beforeAll(async () => {
  behindProxy = await testApi({ OPENSPOT_TRUSTED_PROXIES: '1' })
  direct = await testApi({ OPENSPOT_TRUSTED_PROXIES: '0' })
})
afterAll(async () => {
  await behindProxy.close()
  await direct.close()
})

/** Returns the request IDs of the response's header and body. */
async function idsOf(api: TestApi, sent: string): Promise<[string | null, string]> {
  const answer = await fetch(`${api.base}/api/v1/users/me`, { headers: { 'x-request-id': sent } })
  const body = (await answer.json()) as { request_id: string }
  return [answer.headers.get('x-request-id'), body.request_id]
}

test('keeps a well-formed inbound request ID behind a trusted proxy', async () => {
  expect(await idsOf(behindProxy, 'abc_DEF-0123')).toEqual(['abc_DEF-0123', 'abc_DEF-0123'])
})

test.each(['abc_DEF-01234', 'abc DEF-0123', 'x', '"},{"a":"b" '])(
  'replaces the malformed inbound request ID %j behind a trusted proxy',
  async (sent) => {
    const [header, body] = await idsOf(behindProxy, sent)
    expect(header).toMatch(/^[\w-]{12}$/)
    expect([header, body]).not.toContain(sent)
    expect(header).toBe(body)
  },
)

test('replaces an inbound request ID without a trusted proxy', async () => {
  const [header, body] = await idsOf(direct, 'abc_DEF-0123')
  expect(header).toMatch(/^[\w-]{12}$/)
  expect([header, body]).not.toContain('abc_DEF-0123')
})
