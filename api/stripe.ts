import type { ErrorCode } from '@openspot/contract/errors.ts'
import Stripe from 'stripe'
import { refuse } from './errors.ts'

export type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** The address of Stripe or of the Stripe stand-in, which speaks the same protocol. Nothing else distinguishes them. */
export interface StripeAddress {
  secret_key: string
  host?: { host: string; port: number; protocol: 'http' | 'https' }
}

/** The provider's form for cards on our own pages: card numbers go from it to the provider and never reach us. */
export interface CardForm {
  script_url: string
  /** Identifies our account to the script. It is public. */
  publishable_key: string
}

/**
 * `httpClient` replaces Stripe's own client, for example with the metered one of `api/platform/observability/watch-provider.ts`.
 */
export function connectStripe(address: StripeAddress, httpClient?: HttpClient): Stripe {
  return new Stripe(address.secret_key, {
    ...address.host,
    ...(httpClient ? { httpClient } : {}),
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
  })
}

/**
 * Returns whether an error leaves the result at the provider unknown: it did not answer, or reported trouble of its
 * own. The call must be checked later, never treated as refused.
 */
export function isUnsettled(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // An earlier try of ours is still in progress under the same key.
    error instanceof Stripe.errors.StripeIdempotencyError ||
    isRefusedKey(error)
  )
}

/**
 * Returns whether the provider refuses our own key. Nothing was done, and nothing can be until the operator sets a
 * valid one.
 */
export function isRefusedKey(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    (error instanceof Stripe.errors.StripePermissionError && !isLostAccount(error))
  )
}

/**
 * Runs a provider call for a waiting user. Throws `provider_unavailable` if the provider did not answer, and
 * `whenRefused` if it refused the request.
 */
export async function callProvider<T>(work: () => Promise<T>, whenRefused: ErrorCode): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUnsettled(error)) return refuse('provider_unavailable', { retry_after_seconds: 5 })
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return refuse(whenRefused)
    throw error
  }
}

/** Returns whether the provider says that an account is no longer connected to us or does not exist. */
export function isLostAccount(error: unknown): boolean {
  // Check the code, not the status: a key of ours without the permission gets the same status, which says nothing about
  // the account.
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === 'resource_missing' || error.code === 'account_invalid')
  )
}
