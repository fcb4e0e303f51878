import type { Foundation } from '../../app.ts'
import { reportFailure } from '../../failures.ts'
import { refusedKey, watchKey } from '../../money/payments/refused-key.ts'
import { alert, resolveAlert } from './alert.ts'

/** Alerts the operator when the card provider refuses our key, and resolves the alert when a key works again. */
export function watchProviderKey(foundation: Foundation): void {
  const { stripe, log, ports } = foundation
  const event = 'PROVIDER_REFUSED'
  watchKey(stripe, log, ports, (isRefused) => {
    const told = isRefused
      ? alert(foundation, { event, summary: refusedKey })
      : resolveAlert(foundation, event)
    told.catch((error: unknown) => reportFailure(log, { task: 'alert', id: event, error }))
  })
}
