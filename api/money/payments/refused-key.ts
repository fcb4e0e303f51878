import type Stripe from 'stripe'
import type { Log } from '../../log.ts'
import type { Ports } from '../../ports.ts'

const quietMilliseconds = 60_000
export const refusedKey = 'Stripe rejects our API key. Check STRIPE_SECRET_KEY.'

/**
 * Logs an error when the card provider refuses our own key (revoked, rotated, or without a permission that we need).
 * Every call fails then, so it logs at most once a minute. `onChange` runs with each log line, and once when the
 * provider accepts a call, for the first time or again.
 */
export function watchKey(
  stripe: Stripe,
  log: Log,
  ports: Pick<Ports, 'now'>,
  onChange: (isRefused: boolean) => void = () => {},
): Stripe {
  let quiet_until = 0
  // Null until the first response, because an earlier process may have reported a refused key.
  let wasRefused: boolean | null = null
  stripe.on('response', ({ status, account, request_id }: Stripe.ResponseEvent) => {
    // If the call names an account, 403 means that the account is no longer connected to us.
    const isRefused = status === 401 || (status === 403 && account === undefined)
    const now = ports.now().getTime()
    if (!isRefused && wasRefused !== false) onChange(false)
    wasRefused = isRefused
    if (!isRefused || now < quiet_until) return
    quiet_until = now + quietMilliseconds
    log.error({ event: 'provider_key_refused', status, request_id }, refusedKey)
    onChange(true)
  })
  return stripe
}
