import type { Plan } from '@openspot/contract/money/subscriptions.ts'
import { monthAt } from '@openspot/core/billing/proration.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { notifyOwners, type OwnerNoticeDeps } from './notify-owners.ts'
import { anchorOf, fits, freePlan, prorationAt } from './plan.rules.ts'
import { beginPlan, billPlan, isChosen, resumeBookings, setPlanEnd, updateSubscription } from './plans.sql.ts'
import {
  type ChangeRow,
  endChange,
  findScheduled,
  insertChange,
  listPlans,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.sql.ts'

/**
 * Advances a lot's plan: applies the due changes and bills the months that have begun, in order. Safe to repeat or run
 * concurrently.
 */
export async function advancePlan(deps: OwnerNoticeDeps, subscription_id: string): Promise<void> {
  await deps.db.transaction().execute((tx) => advanceLocked(tx, deps, subscription_id))
}

/** Like `advancePlan`, in the caller's transaction. Locks the subscription. */
export async function advanceLocked(tx: Tx, deps: OwnerNoticeDeps, subscription_id: string): Promise<void> {
  const now = deps.ports.now()
  for (;;) {
    const state = await lockBegun(tx, subscription_id, now)
    const waiting = await findScheduled(tx, subscription_id)
    if (state.ended_at !== null) {
      if (waiting) await endChange(tx, waiting, 'WITHDRAWN')
      return
    }
    const isDue = waiting !== null && waiting.effective_at <= now.toISOString()
    const isInMonth =
      waiting !== null &&
      (waiting.effective_at <= state.billed_until || state.billed_until > now.toISOString())
    if (isDue && (isInMonth || !state.has_begun)) {
      await apply(tx, deps, state, waiting)
    } else if (!state.has_begun) {
      await fitPlan(tx, state)
      return
    } else if (state.billed_until <= now.toISOString()) {
      await growAtOnce(tx, deps, state)
      await billMonth(tx, deps, subscription_id)
    } else {
      await planGrowth(tx, deps, state, waiting)
      return
    }
  }
}

/** Locks a subscription and begins it if it waited and the lot was approved or booked since. */
async function lockBegun(tx: Tx, subscription_id: string, now: Date): Promise<SubscriptionRow> {
  const state = await lockSubscription(tx, subscription_id)
  if (state.has_begun || state.ended_at !== null) return state
  const anchor_at = anchorOf(state.time_zone, now)
  const isBegun = await beginPlan(tx, subscription_id, { now, anchor_at })
  return isBegun ? { ...state, anchor_at, billed_until: anchor_at, has_begun: true } : state
}

/**
 * Puts a lot that was neither approved nor booked on the smallest plan that fits, unless a person chose another one. Nothing
 * is billed yet, so nobody is notified.
 */
async function fitPlan(tx: Tx, state: SubscriptionRow): Promise<void> {
  const plans = await listPlans(tx, state.currency)
  const fitting = plans.find((each) => fits(each, state.spot_count))
  if (!fitting || fitting.id === state.plan_id) return
  if (grown(state, plans) === null && (await isChosen(tx, state.id))) return
  const month_cents = fitting.month_cents ?? state.month_cents
  await updateSubscription(tx, state.id, { plan_id: fitting.id, month_cents })
}

/** Like the job that advances plans, but at once and without beginning the plan: owners who just added spots look at what they will pay. */
export async function fitWaitingPlan(
  db: Db,
  { id, has_begun, ended_at, plan_id, currency, spot_count }: SubscriptionRow,
): Promise<void> {
  if (has_begun || ended_at !== null) return
  const fitting = (await listPlans(db, currency)).find((each) => fits(each, spot_count))
  if (!fitting || fitting.id === plan_id) return
  await db.transaction().execute(async (tx) => {
    const state = await lockSubscription(tx, id)
    if (!state.has_begun && state.ended_at === null) await fitPlan(tx, state)
  })
}

async function billMonth(
  tx: Tx,
  { ports }: Pick<PaymentDeps, 'ports'>,
  subscription_id: string,
): Promise<void> {
  const state = await lockSubscription(tx, subscription_id)
  const month = monthAt(state.time_zone, minutesOf(state.anchor_at), minutesOf(state.billed_until))
  await billPlan(tx, ports.now(), {
    subscription_id: state.id,
    plan_id: state.plan_id,
    amount_cents: state.month_cents,
    starts_at: isoOf(month.starts),
    ends_at: isoOf(month.ends),
  })
  await updateSubscription(tx, state.id, { billed_until: isoOf(month.ends) })
}

/** Applies a planned change. */
async function apply(
  tx: Tx,
  deps: OwnerNoticeDeps,
  state: SubscriptionRow,
  change: ChangeRow,
): Promise<void> {
  const applied_at = deps.ports.now().toISOString()
  if (change.kind === 'CANCEL') {
    const free = freePlan(await listPlans(tx, state.currency), state.spot_count)
    await endChange(tx, change, 'APPLIED', { applied_at })
    if (free) return updateSubscription(tx, state.id, { plan_id: free.id, month_cents: 0 })
    await updateSubscription(tx, state.id, { ended_at: change.effective_at })
    await setPlanEnd(tx, state.lot_id, applied_at)
    return notifyOwners(tx, state, { kind: 'PLAN_ENDED', about: change.id }, deps)
  }
  const plan_id = change.plan_id ?? state.plan_id
  const month_cents = change.month_cents ?? state.month_cents
  const proration_cents = await prorate(tx, deps, state, change, { plan_id, month_cents })
  await endChange(tx, change, 'APPLIED', { applied_at, proration_cents })
}

/**
 * Switches to another plan and price at an instant and settles the rest of the paid month. Returns the proration in
 * minor units.
 */
async function prorate(
  tx: Tx,
  { ports }: Pick<PaymentDeps, 'ports'>,
  state: SubscriptionRow,
  change: Pick<ChangeRow, 'id' | 'effective_at'>,
  target: { plan_id: string | null; month_cents: number },
): Promise<number> {
  const cents = prorationAt(state, target.month_cents, change.effective_at)
  const month = monthAt(state.time_zone, minutesOf(state.anchor_at), minutesOf(change.effective_at))
  await billPlan(tx, ports.now(), {
    subscription_id: state.id,
    plan_id: target.plan_id,
    amount_cents: cents,
    starts_at: change.effective_at,
    ends_at: isoOf(month.ends),
    change_id: change.id,
  })
  await updateSubscription(tx, state.id, target)
  return cents
}

/** Restarts an ended plan today with a whole month, which the billing then charges. */
export async function reopen(
  tx: Tx,
  deps: OwnerNoticeDeps,
  state: SubscriptionRow,
  { plan_id, month_cents }: { plan_id: string | null; month_cents: number },
): Promise<void> {
  const anchor_at = anchorOf(state.time_zone, deps.ports.now())
  await updateSubscription(tx, state.id, {
    plan_id,
    month_cents,
    ended_at: null,
    anchor_at,
    billed_until: anchor_at,
  })
  await resumeBookings(tx, state.lot_id)
}

/**
 * Returns the plan and price that an outgrown lot moves to, or null. A plan without a price in the currency keeps the
 * current price.
 */
function grown(state: SubscriptionRow, plans: readonly Plan[]): { plan: Plan; month_cents: number } | null {
  const current = plans.find(({ id }) => id === state.plan_id)
  if (!current || fits(current, state.spot_count)) return null
  const plan = plans.find((each) => fits(each, state.spot_count))
  return plan ? { plan, month_cents: plan.month_cents ?? state.month_cents } : null
}

const why = (state: SubscriptionRow, plans: readonly Plan[]) => {
  const current = plans.find(({ id }) => id === state.plan_id)
  return `The lot has ${state.spot_count} spots, but ${current?.name ?? 'its plan'} allows at most ${current?.max_spots ?? 0}.`
}

/**
 * Notifies a lot that has outgrown its plan once about the plan from the next month on, and withdraws that if it
 * shrinks again.
 */
async function planGrowth(
  tx: Tx,
  deps: OwnerNoticeDeps,
  state: SubscriptionRow,
  waiting: ChangeRow | null,
): Promise<void> {
  const plans = await listPlans(tx, state.currency)
  const next = grown(state, plans)
  const isOurs = waiting !== null && waiting.requested_by_user_id === null
  if (waiting !== null && !isOurs) return
  if (isOurs && waiting.plan_id === next?.plan.id) return
  if (isOurs) await endChange(tx, waiting, 'WITHDRAWN')
  if (!next) return
  const change_id = await insertChange(tx, deps.ports.now(), state, {
    kind: 'PLAN',
    state: 'SCHEDULED',
    effective_at: state.billed_until,
    plan_id: next.plan.id,
    month_cents: next.month_cents,
    proration_cents: 0,
    reason: why(state, plans),
    requested_by_user_id: null,
  })
  const { name } = next.plan
  const notice = {
    kind: 'PLAN_GROWS',
    about: change_id,
    plan_name: name,
    month_cents: next.month_cents,
  } as const
  await notifyOwners(tx, state, { ...notice, from: state.billed_until }, deps)
}

/** Moves an outgrown lot before a month begins, even if it could not be notified earlier. */
async function growAtOnce(tx: Tx, deps: OwnerNoticeDeps, state: SubscriptionRow): Promise<void> {
  const plans = await listPlans(tx, state.currency)
  const next = grown(state, plans)
  if (!next) return
  const { plan, month_cents } = next
  const change_id = await insertChange(tx, deps.ports.now(), state, {
    kind: 'PLAN',
    state: 'APPLIED',
    effective_at: state.billed_until,
    plan_id: plan.id,
    month_cents,
    proration_cents: 0,
    reason: why(state, plans),
    requested_by_user_id: null,
  })
  await updateSubscription(tx, state.id, { plan_id: plan.id, month_cents })
  const notice = { kind: 'PLAN_GROWS', about: change_id, plan_name: plan.name, month_cents } as const
  await notifyOwners(tx, state, { ...notice, from: state.billed_until }, deps)
}
