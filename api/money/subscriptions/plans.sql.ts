import {
  MIN_PLAN_CHARGE_CENTS,
  PLAN_GRACE_DAYS,
  PLAN_RETRY_DAYS,
} from '@openspot/core/billing/plan-dunning.ts'
import { type Db, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
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

/**
 * Bills a month of a plan, or the rest of one after a change, in minor units: from the lot's earnings if they cover it, or
 * by an invoice to an owner; a negative amount is a credit. Each is billed once. Locks the subscription and the earnings.
 */
export async function billPlan(
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
  await sql`select bill_plan(${now.toISOString()}, ${bill.subscription_id}, ${bill.plan_id}, ${bill.amount_cents},
    ${bill.starts_at}, ${bill.ends_at}, ${bill.change_id ?? null}, ${[...PLAN_RETRY_DAYS]}, ${PLAN_GRACE_DAYS},
    ${MIN_PLAN_CHARGE_CENTS})`.execute(tx)
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

const planBeginning = statement(
  'begin_plan',
  { id: 'uuid' },
  `update subscriptions s set begun_at = $2, anchor_at = $3, billed_until = $3
     from lots l
     where s.id = $1 and s.begun_at is null and l.id = s.lot_id
       and (l.trust_level = 'TRUSTED' or exists (select from reservations r where r.lot_id = s.lot_id and r.confirmed_at is not null))
     returning s.id`,
)

/**
 * Begins the first month of a lot's plan at `anchor_at` if the lot was approved or booked by now. Members can book a lot
 * before it is approved. Returns whether the plan began.
 */
export async function beginPlan(
  tx: Tx,
  subscription_id: string,
  at: { now: Date; anchor_at: string },
): Promise<boolean> {
  const rows = await queryPrepared(tx, planBeginning, [subscription_id, at.now.toISOString(), at.anchor_at])
  return rows.length > 0
}

const personsChoice = statement(
  'find_plan_choice',
  { is_chosen: 'boolean' },
  `select exists (select from subscription_changes k where k.subscription_id = $1 and k.state = 'APPLIED'
     and k.requested_by_user_id is not null) as is_chosen`,
)

/** Returns whether a person changed the plan of a lot. */
export async function isChosen(db: Db, subscription_id: string): Promise<boolean> {
  const [row] = await queryPrepared(db, personsChoice, [subscription_id])
  return row?.is_chosen ?? false
}

/** Saves since when a lot without a plan takes no bookings. */
export async function setPlanEnd(tx: Tx, lot_id: string, plan_ended_at: string): Promise<void> {
  await tx.updateTable('lots').set({ plan_ended_at }).where('id', '=', lot_id).execute()
}

/** Lets a lot with a plan take bookings again, unless a bill of it is overdue. */
export async function resumeBookings(tx: Tx, lot_id: string): Promise<void> {
  await sql`select resume_bookings(${lot_id}::uuid)`.execute(tx)
}
