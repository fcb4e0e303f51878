import { type Db, query, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { SubscriptionRow } from './subscriptions.sql.ts'

const lotsAtOnce = 5000

const lotsWithoutPlan = statement(
  'list_lots_without_plan',
  { id: 'uuid' },
  `select l.id from lots l where not exists (select from subscriptions s where s.lot_id = l.id and s.kind = 'LOT_PLAN')
     order by l.created_at limit ${lotsAtOnce}`,
)

/** Returns the ids of lots that never had a subscription, the oldest lots first. */
export async function listLotsWithoutPlan(pool: pg.Pool): Promise<string[]> {
  const rows = await query(pool, lotsWithoutPlan, [])
  return rows.map(({ id }) => id)
}

const duePlans = statement(
  'list_due_plans',
  { id: 'uuid' },
  `select s.id from subscriptions s join lots l on l.id = s.lot_id join plans p on p.id = s.plan_id
       left join subscription_changes k on k.subscription_id = s.id and k.lot_id = s.lot_id and k.state = 'SCHEDULED'
     where s.kind = 'LOT_PLAN' and s.ended_at is null and (s.billed_until <= $1 or k.effective_at <= $1
       or p.max_spots < l.spot_count and k.id is null or k.id is not null and k.requested_by_user_id is null)
     order by s.billed_until`,
)

/**
 * Returns the ids of lots' subscriptions with a month to bill, a change to apply, or a plan that the lot has outgrown or
 * fits again.
 */
export async function listDuePlans(pool: pg.Pool, now: Date): Promise<string[]> {
  const rows = await query(pool, duePlans, [now.toISOString()])
  return rows.map(({ id }) => id)
}

/** Returns the active super admins of a lot. */
export function listOwners(
  db: Db,
  lot_id: string,
): Promise<{ id: string; email: string | null; language: string }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.language'])
    .where('m.lot_id', '=', lot_id)
    .where('m.role', '=', 'SUPER_ADMIN')
    .where('m.status', '=', 'ACTIVE')
    .where('u.account_status', '=', 'ACTIVE')
    .execute()
}

/**
 * Charges a month of a plan, or the rest of one after a change, to the lot's earnings, in minor units; a negative amount
 * is a credit. Each is charged once. Locks the subscription.
 */
export async function chargePlan(
  tx: Tx,
  now: Date,
  bill: {
    subscription_id: string
    plan_id: string | null
    amount_cents: number
    starts_at: string
    ends_at: string
    change_id?: string
  },
): Promise<void> {
  await sql`select charge_plan(${now.toISOString()}, ${bill.subscription_id}, ${bill.plan_id}, ${bill.amount_cents},
    ${bill.starts_at}, ${bill.ends_at}, ${bill.change_id ?? null})`.execute(tx)
}

export async function updateSubscription(
  tx: Tx,
  subscription_id: string,
  patch: Partial<
    Pick<SubscriptionRow, 'plan_id' | 'month_cents' | 'billed_until' | 'anchor_at' | 'ended_at'>
  >,
): Promise<void> {
  await tx.updateTable('subscriptions').set(patch).where('id', '=', subscription_id).execute()
}

/** Saves since when a lot without a plan takes no bookings; null allows them again. */
export async function setPlanEnd(tx: Tx, lot_id: string, plan_ended_at: string | null): Promise<void> {
  await tx.updateTable('lots').set({ plan_ended_at }).where('id', '=', lot_id).execute()
}
