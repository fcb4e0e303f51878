import type Stripe from 'stripe'
import type { Log } from '../log.ts'
import type { Ports } from '../ports.ts'

const quietMilliseconds = 60_000

/**
 * Writes an error line when the card provider refuses our own key (revoked, rotated, or without a right that we need), at
 * most once a minute: every call fails then, and none can say more.
 */
export function watchKey(stripe: Stripe, log: Log, ports: Pick<Ports, 'now'>): Stripe {
  let quiet_until = 0
  stripe.on('response', ({ status, account, request_id }: Stripe.ResponseEvent) => {
    // With an account in the call, 403 says that the account is not ours any more.
    const isRefused = status === 401 || (status === 403 && account === undefined)
    const now = ports.now().getTime()
    if (!isRefused || now < quiet_until) return
    quiet_until = now + quietMilliseconds
    log.error(
      { event: 'provider_key_refused', status, request_id },
      'The card provider refuses our key. Check STRIPE_SECRET_KEY.',
    )
  })
  return stripe
}
