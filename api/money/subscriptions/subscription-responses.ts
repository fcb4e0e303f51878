import type { Grant } from '@openspot/contract/access.ts'
import type { Plan, Subscription, SubscriptionChange } from '@openspot/contract/money/subscriptions.ts'
import { monthFrom, partOfMonth } from '@openspot/core/billing/month.ts'
import { monthAt } from '@openspot/core/billing/proration.ts'
import { serviceFeeOn } from '@openspot/core/quote/fee.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { Db } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { findConsent } from './monthly-consent.sql.ts'
import { freePlan } from './plan.rules.ts'
import { type ChangeRow, findScheduled, listPlans, type SubscriptionRow } from './subscriptions.sql.ts'

type Granted = Grant | null

/** Returns why the caller cannot withdraw a planned change, or null if they can. */
export function keeps(
  { kind }: Pick<SubscriptionRow, 'kind'>,
  change: Pick<ChangeRow, 'requested_by_user_id' | 'is_by_platform' | 'kind'>,
  granted: Granted,
): Message | null {
  if (kind === 'RESERVATION') return null
  if (change.requested_by_user_id === null) {
    return (t) => t('apiErrors.plans.keepsSpots')
  }
  if (change.is_by_platform && change.kind !== 'CANCEL' && granted !== 'platform_admin') {
    return (t) => t('apiErrors.plans.keepsPlatform')
  }
  return null
}

export function toPlanChange(
  state: SubscriptionRow,
  plans: readonly Plan[],
  change: ChangeRow,
  granted: Granted,
): SubscriptionChange {
  const isStaff =
    granted === 'super_admin' ||
    granted === 'platform_admin' ||
    (state.kind === 'RESERVATION' && granted === 'admin')
  return {
    ...change,
    plan: plans.find(({ id }) => id === change.plan_id) ?? null,
    can_withdraw: change.state === 'SCHEDULED' && isStaff && keeps(state, change, granted) === null,
  }
}

/** Maps a subscription to what the caller may see. */
export async function toSubscription(
  db: Db,
  state: SubscriptionRow,
  granted: Granted,
): Promise<Subscription> {
  const plans = await listPlans(db, state.currency)
  const scheduled = await findScheduled(db, state.id)
  const consent = state.kind === 'RESERVATION' ? await findConsent(db, state) : null
  const until = minutesOf(state.billed_until)
  const period = monthAt(
    state.time_zone,
    minutesOf(state.anchor_at),
    Math.max(minutesOf(state.anchor_at), until - 1),
  )
  return {
    id: state.id,
    kind: state.kind,
    lot: { id: state.lot_id, name: state.lot_name, time_zone: state.time_zone },
    reservation_id: state.reservation_id,
    currency: state.currency,
    plan: plans.find(({ id }) => id === state.plan_id) ?? null,
    month_cents: state.month_cents,
    period_starts_at: isoOf(period.starts),
    period_ends_at: state.billed_until,
    next_bill: nextBill(state, plans, scheduled),
    // Only the driver may see their payment method.
    payment_method:
      granted === 'resource_owner' && state.kind === 'RESERVATION' ? (consent?.payment_method ?? null) : null,
    max_month_cents: consent?.max_cents ?? null,
    scheduled: scheduled && toPlanChange(state, plans, scheduled, granted),
    has_begun: state.has_begun,
    created_at: state.created_at,
    ended_at: state.ended_at,
  }
}

/** Returns the cost of the month after the paid one, including the planned change. */
function nextBill(
  state: SubscriptionRow,
  plans: readonly Plan[],
  scheduled: ChangeRow | null,
): Subscription['next_bill'] {
  if (state.ended_at !== null || !state.has_begun) return null
  const isComing =
    scheduled !== null &&
    scheduled.effective_at <= state.billed_until &&
    (!scheduled.needs_acceptance || scheduled.accepted_at !== null)
  const change = isComing ? scheduled : null
  const at = state.billed_until
  if (state.kind === 'RESERVATION') return nextOfReservation(state, change?.month_cents ?? state.month_cents)
  if (change?.kind === 'CANCEL') {
    const free = freePlan(plans, state.spot_count)
    return free ? { at, plan: free, amount_cents: 0 } : null
  }
  const plan = plans.find(({ id }) => id === (change?.plan_id ?? state.plan_id)) ?? null
  return { at, plan, amount_cents: change?.month_cents ?? state.month_cents }
}

function nextOfReservation(state: SubscriptionRow, month_cents: number): Subscription['next_bill'] {
  const at = state.billed_until
  const ends = state.reservation_ends_at === null ? null : minutesOf(state.reservation_ends_at)
  if (ends !== null && ends <= minutesOf(at)) return null
  const month = monthFrom(state.time_zone, minutesOf(state.anchor_at), minutesOf(at), ends)
  const price = partOfMonth(state.time_zone, month_cents, month)
  return { at, plan: null, amount_cents: price + serviceFeeOn(price, state) }
}
