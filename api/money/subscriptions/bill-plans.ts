import { eachByItself, refuseFailed } from '../../failures.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { advancePlan } from './advance-plan.ts'
import type { OwnerNoticeDeps } from './notify-owners.ts'
import { chargePlan } from './plan-payment.ts'
import { listDuePlans, listLotsWithoutPlan } from './plans.sql.ts'
import { applyReservationPrices, listDueReservations } from './reservations.sql.ts'
import { ensureLotSubscription } from './subscriptions.sql.ts'

/**
 * Advances all plans: creates missing subscriptions, bills the months that have begun and charges what the earnings do not
 * cover, applies due changes, and notifies lots that have outgrown their plan. Safe to repeat or run concurrently.
 */
export async function billPlans(deps: PaymentDeps & OwnerNoticeDeps): Promise<void> {
  const now = deps.ports.now()
  // One lot's failure does not stop the others. The job fails at the end, so that it is retried.
  const each = (ids: string[], work: (id: string) => Promise<unknown>) =>
    eachByItself({ log: deps.log, task: 'bill_plan' }, ids, (id) => id, work)
  const failed =
    (await each(await listLotsWithoutPlan(deps.pool), (lot_id) =>
      ensureLotSubscription(deps.db, now, lot_id),
    )) +
    (await each(await listDuePlans(deps.pool, now), async (id) => {
      await advancePlan(deps, id)
      const unmade = await chargePlan(deps, id)
      refuseFailed(unmade, 'charge_plan')
    }))
  refuseFailed(failed, 'bill_plans')
}

/** Applies the due price changes of monthly reservations. One failure does not stop the others. */
export async function applyChanges({
  db,
  log,
  pool,
  ports,
}: Pick<OwnerNoticeDeps, 'db' | 'log' | 'pool' | 'ports'>): Promise<void> {
  const now = ports.now()
  const failed = await eachByItself(
    { log, task: 'apply_change' },
    await listDueReservations(pool, now),
    (id) => id,
    (id) => applyReservationPrices(db, now, id),
  )
  refuseFailed(failed, 'apply_changes')
}
