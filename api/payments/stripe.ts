import type { ErrorCode } from '@openspot/contract/errors.ts'
import Stripe from 'stripe'
import { refuse } from '../errors.ts'
import type { HttpClient } from '../observability/watch-provider.ts'

/** Where Stripe is: its own address, or one that speaks its protocol (the stand-in). Nothing else tells them apart. */
export interface StripeAddress {
  secret_key: string
  host?: { host: string; port: number; protocol: 'http' | 'https' }
}

/** `httpClient`: one that is watched (`api/observability/watch-provider.ts`) in place of Stripe's own. */
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
 * Whether an error leaves open what happened at the provider: no answer, or one that says it is in trouble itself.
 * Such a call is asked about later, never taken for a refusal.
 */
export function isUnsettled(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // The same key is being worked on: by an earlier try of ours.
    error instanceof Stripe.errors.StripeIdempotencyError ||
    isRefusedKey(error)
  )
}

/** Whether the provider refuses our own key: nothing was done, and nothing can be until the operator has a good one. */
export function isRefusedKey(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    (error instanceof Stripe.errors.StripePermissionError && !isLostAccount(error))
  )
}

/** A call of the provider made for somebody who waits: its silence and its refusals become ours, in words. */
export async function askProvider<T>(work: () => Promise<T>, whenRefused: ErrorCode): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUnsettled(error)) return refuse('provider_unavailable', { retry_after_seconds: 5 })
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return refuse(whenRefused)
    throw error
  }
}

/** Whether the provider says that an account is not ours any more, or that there is none. */
export function isLostAccount(error: unknown): boolean {
  // By its code: a key of ours that may not ask is refused with the same status, and says nothing of the account.
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === 'resource_missing' || error.code === 'account_invalid')
  )
}
