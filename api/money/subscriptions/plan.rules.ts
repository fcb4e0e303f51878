import type { Plan, SubscriptionChangeOrder } from '@openspot/contract/money/subscriptions.ts'
import { monthAt, proration } from '@openspot/core/billing/proration.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import type { SubscriptionRow } from './subscriptions.sql.ts'

/** The state of a lot's plan that decides the effect of a change. */
export type PlanState = Pick<
  SubscriptionRow,
  | 'time_zone'
  | 'spot_count'
  | 'plan_id'
  | 'currency'
  | 'month_cents'
  | 'anchor_at'
  | 'billed_until'
  | 'ended_at'
  | 'has_begun'
>

/**
 * The effect of a change: when it applies, what it costs at once in minor units, and the plan and price from then on. A
 * null `plan_id` means that there is no plan.
 */
export interface PlanOutcome {
  effective_at: string
  proration_cents: number
  plan_id: string | null
  month_cents: number
}

const longestAheadDays = 400

export const fits = (plan: Pick<Plan, 'max_spots'>, spot_count: number) =>
  plan.max_spots === null || plan.max_spots >= spot_count

/** Computes the effect of a change, or throws with the reason. */
export function workOut(
  state: PlanState,
  plans: readonly Plan[],
  order: SubscriptionChangeOrder,
  now: Date,
  by_platform: boolean,
): PlanOutcome {
  const target = targetOf(state, plans, order, by_platform)
  if (state.ended_at !== null) return reopened(order, target, now)
  const effective_at = effectiveAt(state, order, now)
  return { effective_at, proration_cents: prorationAt(state, target.month_cents, effective_at), ...target }
}

type Target = Pick<PlanOutcome, 'plan_id' | 'month_cents'>

function targetOf(
  state: PlanState,
  plans: readonly Plan[],
  order: SubscriptionChangeOrder,
  by_platform: boolean,
): Target {
  if (order.kind === 'PLAN') return planTarget(state, plans, order, by_platform)
  if (state.ended_at !== null)
    return refuse('subscription_ended', { message: (t) => t('apiErrors.plans.ended') })
  if (order.kind === 'CANCEL') return afterCancelling(state, plans)
  if (!by_platform) return refuse('forbidden', { message: (t) => t('apiErrors.plans.priceByPlatform') })
  if (order.month_cents === undefined) return wants('month_cents', (t) => t('apiErrors.plans.priceMissing'))
  if (order.month_cents === state.month_cents)
    return isSo('month_cents', (t) => t('apiErrors.plans.samePrice'))
  return { plan_id: state.plan_id, month_cents: order.month_cents }
}

function planTarget(
  state: PlanState,
  plans: readonly Plan[],
  { plan_id, month_cents }: SubscriptionChangeOrder,
  by_platform: boolean,
): Target {
  const plan = plans.find(({ id }) => id === plan_id)
  if (!plan) return wants('plan_id', (t) => t('apiErrors.plans.missing'))
  if (month_cents !== undefined && !by_platform) {
    return refuse('forbidden', {
      field: 'month_cents',
      message: (t) => t('apiErrors.plans.priceByPlatform'),
    })
  }
  if (!fits(plan, state.spot_count)) {
    return refuse('plan_too_small', {
      field: 'plan_id',
      message: (t) =>
        t('apiErrors.plans.tooManySpots', {
          spots: state.spot_count,
          plan: plan.name,
          max: plan.max_spots ?? 0,
        }),
      details: { spot_count: state.spot_count, max_spots: plan.max_spots },
    })
  }
  const price = month_cents ?? plan.month_cents
  if (price === null) {
    return refuse('subscription_change_not_possible', {
      field: 'plan_id',
      message: (t) => t('apiErrors.plans.noPrice', { plan: plan.name, currency: state.currency }),
    })
  }
  if (state.ended_at === null && plan.id === state.plan_id && price === state.month_cents) {
    return isSo('plan_id', (t) => t('apiErrors.plans.samePlan', { plan: plan.name }))
  }
  return { plan_id: plan.id, month_cents: price }
}

/** A canceled lot falls back to the free plan if that is large enough; otherwise it has no plan. */
function afterCancelling(state: PlanState, plans: readonly Plan[]): Target {
  const free = freePlan(plans, state.spot_count)
  if (free && free.id === state.plan_id && state.month_cents === 0) {
    return isSo('kind', (t) => t('apiErrors.plans.nothingToCancel', { plan: free.name }))
  }
  return { plan_id: free?.id ?? null, month_cents: 0 }
}

/** Returns the free plan if it is large enough for that many spots. */
export const freePlan = (plans: readonly Plan[], spot_count: number): Plan | undefined =>
  plans.find((plan) => plan.month_cents === 0 && fits(plan, spot_count))

function effectiveAt(state: PlanState, { kind, effective_at }: SubscriptionChangeOrder, now: Date): string {
  if (effective_at === 'PERIOD_END') return state.billed_until
  if (kind === 'CANCEL') {
    return wants('effective_at', (t) => t('apiErrors.plans.endOfPeriod'))
  }
  if (effective_at === 'NOW') return now.toISOString()
  const at = minutesOf(effective_at)
  const ahead = at - now.getTime() / 60_000
  if (ahead <= 0) return wants('effective_at', (t) => t('apiErrors.plans.pastDay'))
  if (ahead > longestAheadDays * 1440) return wants('effective_at', (t) => t('apiErrors.plans.dayTooLate'))
  return isoOf(at)
}

/**
 * Returns the proration in minor units for the rest of the period that the change falls into. It is 0 at the start of a
 * period that is not billed yet.
 */
export function prorationAt(state: PlanState, month_cents: number, effective_at: string): number {
  // No month has been paid yet.
  if (!state.has_begun) return 0
  const at = minutesOf(effective_at)
  const month = monthAt(state.time_zone, minutesOf(state.anchor_at), at)
  const isBilled = at < minutesOf(state.billed_until)
  if (month.starts === at && !isBilled) return 0
  return proration(state.time_zone, state.month_cents, month_cents, month, at)
}

/** An ended plan restarts with a whole month. */
function reopened(order: SubscriptionChangeOrder, target: Target, now: Date): PlanOutcome {
  if (order.effective_at !== 'NOW') return wants('effective_at', (t) => t('apiErrors.plans.startsNow'))
  return { effective_at: now.toISOString(), proration_cents: target.month_cents, ...target }
}

/** Returns the instant that plan months are counted from: the start of the local day in the lot. */
export const anchorOf = (time_zone: string, at: Date): string =>
  isoOf(startOfLocalDay(time_zone, at.getTime() / 60_000))

const wants = (field: string, message: Message): never => refuse('request_invalid', { field, message })
const isSo = (field: string, message: Message): never =>
  refuse('subscription_change_not_possible', { field, message })
