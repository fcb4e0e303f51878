import type { Ports } from '@openspot/api/ports.ts'
import { connectStripe, type StripeAddress } from '@openspot/api/stripe.ts'
import { createStripeStandIn } from '@openspot/stripe-stand-in/stand-in.ts'

/** The stand-in accepts any test key, because it has no accounts. */
const secret_key = 'sk_test_openspot_stand_in'

export interface StripeAccess {
  address: StripeAddress
  webhook_secret: string
  /** For events of connected accounts. */
  connect_webhook_secret: string
  close(): Promise<void>
}

/**
 * Starts the Stripe stand-in in this process and registers our webhook. Its data is in the same database server in its
 * own schema and lasts as long as our data; pending events are delivered after a restart, signed with the same secret.
 * It listens only on this machine, because it accepts any test key.
 */
export async function startStripeStandIn(
  database_url: string,
  ports: Ports,
  wanted: {
    port: number
    public_url: string
    webhook_url: string | null
    webhook_secret: string
    connect_webhook_secret: string
  },
): Promise<StripeAccess> {
  const { webhook_url: url, webhook_secret, connect_webhook_secret } = wanted
  const connect_url = `${url}/connect`
  const standIn = await createStripeStandIn({
    database_url,
    clock: { now: () => ports.now() },
    webhook_endpoints:
      url === null
        ? []
        : [
            { url, secret: webhook_secret },
            { url: connect_url, secret: connect_webhook_secret, connect: true },
          ],
    background: url !== null,
  })
  const at = new URL(await standIn.listen({ host: '127.0.0.1', port: wanted.port }))
  // Its pages use the same host name as the product.
  standIn.setPublicUrl(`${at.protocol}//${new URL(wanted.public_url).hostname}:${at.port}`)
  const address: StripeAddress = {
    secret_key,
    host: { host: '127.0.0.1', port: Number(at.port), protocol: 'http' },
  }
  if (url !== null) await forgetOthers(address, [url, connect_url])
  return {
    address,
    webhook_secret,
    connect_webhook_secret,
    close: () => standIn.close(),
  }
}

/** Removes webhook endpoints for ports on which we no longer listen. */
async function forgetOthers(address: StripeAddress, webhook_urls: string[]): Promise<void> {
  const stripe = connectStripe(address)
  for (const { id, url } of (await stripe.webhookEndpoints.list({ limit: 100 })).data) {
    if (!webhook_urls.includes(url)) await stripe.webhookEndpoints.del(id)
  }
}
