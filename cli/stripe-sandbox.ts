import { connectStripe, type StripeAddress } from '@openspot/api/payments/stripe.ts'
import type { Ports } from '@openspot/api/ports.ts'
import { createStripeSandbox } from '@openspot/stripe-sandbox/sandbox.ts'

/** Any key of the test form opens the stand-in: it knows no accounts. */
const secret_key = 'sk_test_openspot_stand_in'

export interface StripeAccess {
  address: StripeAddress
  webhook_secret: string
  close(): Promise<void>
}

/**
 * Starts the stand-in for Stripe beside us and tells it, in Stripe's own way, where our webhook is. What it knows lies
 * in the same database server, in a schema of its own, and lasts as long as our own data.
 */
export async function startStripeSandbox(
  database_url: string,
  ports: Ports,
  wanted: { port: number; host: string; public_url: string; webhook_url: string },
): Promise<StripeAccess> {
  const sandbox = await createStripeSandbox({ database_url, clock: { now: () => ports.now() } })
  const at = new URL(await sandbox.listen({ host: wanted.host, port: wanted.port }))
  // Its pages are reached by the name under which the product is.
  sandbox.setPublicUrl(`${at.protocol}//${new URL(wanted.public_url).hostname}:${at.port}`)
  const address: StripeAddress = {
    secret_key,
    host: { host: '127.0.0.1', port: Number(at.port), protocol: 'http' },
  }
  const stripe = connectStripe(address)
  // The secret is told once, when the endpoint is made: a new start makes a new one and takes the old ones away.
  const before = await stripe.webhookEndpoints.list({ limit: 100 })
  const made = await stripe.webhookEndpoints.create({ url: wanted.webhook_url, enabled_events: ['*'] })
  for (const endpoint of before.data) await stripe.webhookEndpoints.del(endpoint.id)
  return { address, webhook_secret: made.secret ?? '', close: () => sandbox.close() }
}
