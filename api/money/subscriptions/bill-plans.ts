import { eachByItself, refuseFailed } from '../../failures.ts'
import { ensureLotSubscription } from './subscriptions.sql.ts'
import type { OwnersTill } from './tell-owners.ts'
import { turnPlan } from './turn-plan.ts'

const lotsAtOnce = 5000

/**
 * Advances all plans: creates missing subscriptions, bills the months that have begun, applies due changes, and
 * notifies lots that have outgrown their plan. Safe to repeat or run concurrently.
 */
export async function billPlans(till: OwnersTill): Promise<void> {
  const now = till.ports.now()
  // One lot's failure does not stop the others. The job fails at the end, so that it is retried.
  const each = (ids: string[], work: (id: string) => Promise<unknown>) =>
    eachByItself({ log: till.log, task: 'bill_plan' }, ids, (id) => id, work)
  const failed =
    (await each(await listWithoutPlan(till), (lot_id) => ensureLotSubscription(till.db, now, lot_id))) +
    (await each(await listDue(till, now), (id) => turnPlan(till, id)))
  refuseFailed(failed, 'bill_plans')
}

async function listWithoutPlan({ pool }: Pick<OwnersTill, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select l.id from lots l where not exists (select from subscriptions s where s.lot_id = l.id and s.kind = 'LOT_PLAN')
     order by l.created_at limit ${lotsAtOnce}`,
  )
  return rows.map(({ id }) => id)
}

async function listDue({ pool }: Pick<OwnersTill, 'pool'>, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select s.id from subscriptions s join lots l on l.id = s.lot_id join plans p on p.id = s.plan_id
       left join subscription_changes k on k.subscription_id = s.id and k.lot_id = s.lot_id and k.state = 'SCHEDULED'
     where s.kind = 'LOT_PLAN' and s.ended_at is null and (s.billed_until <= $1 or k.effective_at <= $1
       or p.max_spots < l.spot_count and k.id is null or k.id is not null and k.asked_by_user_id is null)
     order by s.billed_until`,
    [now.toISOString()],
  )
  return rows.map(({ id }) => id)
}

/** Applies the due price changes of monthly reservations. One failure does not stop the others. */
export async function applyChanges({
  log,
  pool,
  ports,
}: Pick<OwnersTill, 'log' | 'pool' | 'ports'>): Promise<void> {
  const now = ports.now().toISOString()
  const { rows } = await pool.query<{ id: string }>(
    `select distinct s.id from subscriptions s
       join subscription_changes k on k.subscription_id = s.id and k.lot_id = s.lot_id
     where s.kind = 'STAY' and k.state = 'SCHEDULED' and (s.ended_at is not null or k.kind = 'PRICE' and k.effective_at <= $1)`,
    [now],
  )
  const failed = await eachByItself(
    { log, task: 'apply_change' },
    rows,
    ({ id }) => id,
    ({ id }) => pool.query('select apply_stay_prices($1, $2)', [now, id]),
  )
  refuseFailed(failed, 'apply_changes')
}
