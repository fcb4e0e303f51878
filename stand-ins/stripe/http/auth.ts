import { ApiError } from '../protocol/errors.ts'
import type { Context } from '../state/context.ts'

/**
 * Accepts the API key as a bearer token or as the user name of basic authentication:
 * https://docs.stripe.com/api/authentication. Only test keys are accepted.
 */
export function authenticate(context: Context, authorization: string | undefined): void {
  const key = keyOf(authorization)
  if (!key)
    throw refusal(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://docs.stripe.com/api#authentication for details, or we can help at https://support.stripe.com/.",
    )
  const known = context.secret_keys ? context.secret_keys.includes(key) : /^(sk|rk)_test_\w+$/.test(key)
  if (!known) throw refusal(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`)
}

function keyOf(authorization: string | undefined): string | undefined {
  if (authorization?.startsWith('Bearer ')) return authorization.slice(7).trim()
  if (authorization?.startsWith('Basic '))
    return Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':')[0]
  return undefined
}

function refusal(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message })
}

/** PostgreSQL gave up waiting for a lock or detected a deadlock; Stripe also answers this with 409. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')
}
