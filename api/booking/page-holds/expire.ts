import type { PaymentDeps } from '../../money/payments/pay.ts'
import { expireHolds } from './page-holds.sql.ts'

/** Gives back the spots that booking pages held until now. */
export async function expirePageHolds(deps: Pick<PaymentDeps, 'changes' | 'pool' | 'ports'>): Promise<void> {
  for (const lot_id of await expireHolds(deps.pool, deps.ports.now())) deps.changes.announce(lot_id)
}
