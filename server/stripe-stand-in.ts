import type { Ports } from '@openspot/api/ports.ts'
import { type CardForm, connectStripe, type StripeAddress } from '@openspot/api/stripe.ts'
import { createStripeStandIn } from '@openspot/stripe-stand-in/stand-in.ts'
import { standInCardForm, standInUrl } from './card-form.ts'

/** The stand-in accepts any test key, because it has no accounts. */
const secret_key = 'sk_test_openspot_stand_in'

export interface StripeAccess {
  address: StripeAddress
  webhook_secret: string
  /** For events of connected accounts. */
  connect_webhook_secret: string
  /** Absent or null: cards are entered on the provider's own page. */
  card_form?: CardForm | null
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
  standIn.setPublicUrl(standInUrl(wanted.public_url, at.port))
  const address: StripeAddress = {
    secret_key,
    host: { host: '127.0.0.1', port: Number(at.port), protocol: 'http' },
  }
  if (url !== null) await forgetOthers(address, [url, connect_url], ports)
  return {
    address,
    webhook_secret,
    connect_webhook_secret,
    card_form: standInCardForm(standIn.publicUrl()),
    close: () => standIn.close(),
  }
}

/** Removes webhook endpoints at which nobody listens any longer. Other processes on the same database keep theirs. */
async function forgetOthers(
  address: StripeAddress,
  webhook_urls: string[],
  ports: Pick<Ports, 'fetch'>,
): Promise<void> {
  const stripe = connectStripe(address)
  for (const { id, url } of (await stripe.webhookEndpoints.list({ limit: 100 })).data) {
    if (webhook_urls.includes(url) || (await isLive(url, ports))) continue
    await stripe.webhookEndpoints.del(id).catch((error: unknown) => {
      // Another process that starts has forgotten it meanwhile.
      if (!(error instanceof Error && 'statusCode' in error && error.statusCode === 404)) throw error
    })
  }
}

/** A process answers this from the moment when it listens. */
async function isLive(url: string, ports: Pick<Ports, 'fetch'>): Promise<boolean> {
  try {
    const answer = await ports.fetch(new URL('/api/health/live', url).href, {
      signal: AbortSignal.timeout(2_000),
    })
    return answer.ok
  } catch (error) {
    // A busy process is not gone.
    return error instanceof Error && error.name === 'TimeoutError'
  }
}
