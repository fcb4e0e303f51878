import type { Settings } from '@openspot/core/settings.ts'
import type { Deps } from '../deps.ts'
import type { PaymentDeps } from '../money/payments/pay.ts'

/** Returns the worker's dependencies in the shape that the tasks take. */
export function paymentDepsOf(deps: Deps): PaymentDeps & { settings: Settings } {
  const { database, log, ports, stripe, changes, settings } = deps
  return { db: database.db, pool: database.pool, log, ports, stripe, changes, settings }
}
