import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { realPorts } from '@openspot/api/ports.ts'
import { connectStripe } from '@openspot/api/stripe.ts'
import { testDatabase } from '@openspot/db/testing/database.ts'
import { expect, test } from 'vitest'
import { startStripeStandIn } from './stripe-stand-in.ts'

/** A process of the product, as far as stand-ins of other processes can see it. */
async function listening() {
  const server = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/stripe`
  return { url, close: () => new Promise((done) => server.close(done)) }
}

test('stand-ins that start together on one database keep the endpoints of living processes and forget those of ended ones', async () => {
  const database = await testDatabase()
  const start = (webhook_url: string) =>
    startStripeStandIn(database.owner_url, realPorts, {
      port: 0,
      public_url: 'http://localhost',
      webhook_url,
      webhook_secret: 'whsec_one',
      connect_webhook_secret: 'whsec_two',
    })
  // A port that nothing listens on: another test could take one that is only unused now.
  const ended = 'http://127.0.0.1:9/api/webhooks/stripe'
  await (await start(ended)).close()
  const processes = [await listening(), await listening(), await listening()]
  const standIns = await Promise.all(processes.map(({ url }) => start(url)))
  const { data } = await connectStripe(standIns[0]?.address ?? { secret_key: '' }).webhookEndpoints.list({
    limit: 100,
  })
  expect(data.map(({ url }) => url).toSorted()).toEqual(
    processes.flatMap(({ url }) => [url, `${url}/connect`]).toSorted(),
  )
  for (const each of [...standIns, ...processes]) await each.close()
  await database.drop()
})
