import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

let number = 0
const anEvent = (account?: string) => ({
  id: `evt_test_${number++}`,
  object: 'event',
  type: 'account.updated',
  ...(account ? { account } : {}),
  data: { object: { id: account ?? 'acct_none', object: 'account' } },
})

async function send(path: string, secret: string, event: object, at = api.ports.now().getTime() / 1000) {
  const body = JSON.stringify(event)
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const answer = await fetch(`${api.base}/api/webhooks/stripe${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${mac}` },
    body,
  })
  return answer.status
}
const kept = async (id: string) =>
  (await api.deps.database.pool.query('select processed_at from webhook_events where id = $1', [id])).rows

test('accepts account events and our own only with their own secret and a recent timestamp', async () => {
  const { stripe_webhook_secret: own, stripe_connect_webhook_secret: connect } = api.app
  expect(own).not.toBe(connect)
  expect(await send('/connect', connect, anEvent('acct_a'))).toBe(200)
  expect(await send('', own, anEvent())).toBe(200)
  expect(await send('/connect', own, anEvent('acct_a'))).toBe(400)
  expect(await send('', connect, anEvent())).toBe(400)
  // The correct secret with the wrong kind of event.
  expect(await send('', own, anEvent('acct_a'))).toBe(400)
  expect(await send('/connect', connect, anEvent())).toBe(400)
  expect(await send('/connect', '', anEvent('acct_a'))).toBe(400)
  const now = api.ports.now().getTime() / 1000
  expect(await send('/connect', connect, anEvent('acct_a'), now - 301)).toBe(400)
  expect(await send('/connect', connect, anEvent('acct_a'), now + 301)).toBe(400)
})

test('stores an event before processing it and processes it once, also for an unknown account', async () => {
  const event = anEvent('acct_unknown')
  expect(await send('/connect', api.app.stripe_connect_webhook_secret, event)).toBe(200)
  expect(await kept(event.id)).toEqual([{ processed_at: null }])
  expect(await send('/connect', api.app.stripe_connect_webhook_secret, event)).toBe(200)
  await api.runJobs()
  expect(await kept(event.id)).toEqual([{ processed_at: expect.any(String) }])
})
