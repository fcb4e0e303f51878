import Stripe from 'stripe'

/** Where Stripe is: its own address, or one that speaks its protocol (the stand-in). Nothing else tells them apart. */
export interface StripeAddress {
  secret_key: string
  host?: { host: string; port: number; protocol: 'http' | 'https' }
}

export function connectStripe(address: StripeAddress): Stripe {
  return new Stripe(address.secret_key, {
    ...address.host,
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
  })
}

/**
 * Whether an error leaves open what happened at the provider: no answer, or one that says it is in trouble itself.
 * Such a call is asked about later, never taken for a refusal.
 */
export function isUnsettled(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // The same key is being worked on: by an earlier try of ours.
    error instanceof Stripe.errors.StripeIdempotencyError
  )
}
