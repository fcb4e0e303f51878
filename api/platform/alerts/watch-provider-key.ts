import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import { refusedKey, watchKey } from '../../money/payments/refused-key.ts'
import { alert, resolveAlert } from './alert.ts'

/** Alerts the operator when the card provider refuses our key, and resolves the alert when a key works again. */
export function watchProviderKey(deps: Deps): void {
  const { stripe, log, ports } = deps
  const event = 'PROVIDER_REFUSED'
  watchKey(stripe, log, ports, (isRefused) => {
    const told = isRefused ? alert(deps, { event, summary: refusedKey }) : resolveAlert(deps, event)
    told.catch((error: unknown) => reportFailure(log, { task: 'alert', id: event, error }))
  })
}
