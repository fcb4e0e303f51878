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

/** The request IDs of the answer's header and of its body. */
async function idsOf(api: TestApi, sent: string): Promise<[string | null, string]> {
  const answer = await fetch(`${api.base}/api/v1/users/me`, { headers: { 'x-request-id': sent } })
  const body = (await answer.json()) as { request_id: string }
  return [answer.headers.get('x-request-id'), body.request_id]
}

test('behind a trusted proxy an inbound request ID in our form is taken over', async () => {
  expect(await idsOf(behindProxy, 'abc_DEF-0123')).toEqual(['abc_DEF-0123', 'abc_DEF-0123'])
})

test.each(['abc_DEF-01234', 'abc DEF-0123', 'x', '"},{"a":"b" '])(
  'behind a trusted proxy the request ID %j, which is not in our form, is replaced',
  async (sent) => {
    const [header, body] = await idsOf(behindProxy, sent)
    expect(header).toMatch(/^[\w-]{12}$/)
    expect([header, body]).not.toContain(sent)
    expect(header).toBe(body)
  },
)

test('without a trusted proxy an inbound request ID is replaced', async () => {
  const [header, body] = await idsOf(direct, 'abc_DEF-0123')
  expect(header).toMatch(/^[\w-]{12}$/)
  expect([header, body]).not.toContain('abc_DEF-0123')
})
