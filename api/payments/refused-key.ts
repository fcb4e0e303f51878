import type Stripe from 'stripe'
import type { Log } from '../log.ts'
import type { Ports } from '../ports.ts'

const quietMilliseconds = 60_000
export const refusedKey = 'The card provider refuses our key. Check STRIPE_SECRET_KEY.'

/**
 * Writes an error line when the card provider refuses our own key (revoked, rotated, or without a right that we need), at
 * most once a minute: every call fails then, and none can say more. `onChange` is told with each line, and once when the
 * provider takes a call, again or for the first time.
 */
export function watchKey(
  stripe: Stripe,
  log: Log,
  ports: Pick<Ports, 'now'>,
  onChange: (isRefused: boolean) => void = () => {},
): Stripe {
  let quiet_until = 0
  // Unknown at first: an earlier process may have said so.
  let wasRefused: boolean | null = null
  stripe.on('response', ({ status, account, request_id }: Stripe.ResponseEvent) => {
    // With an account in the call, 403 says that the account is not ours any more.
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
