import type { SubscriptionChangeOrder } from '@openspot/contract/money/subscriptions.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { advanceLocked, advancePlan, reopen } from './advance-plan.ts'
import { notifyOwners } from './notify-owners.ts'
import { type PlanOutcome, workOut } from './plan.rules.ts'
import { findPlanConsent, insertPlanConsent } from './plan-bills.sql.ts'
import {
  endChange,
  findScheduled,
  insertChange,
  listPlans,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.sql.ts'

export interface Done extends PlanOutcome {
  change_id: string | null
}

/**
 * Changes a lot's plan or previews the change. Immediate changes are applied here in the same way as the job applies
 * later ones (turn-plan.ts).
 */
export async function changePlan(
  app: FastifyInstance,
  request: FastifyRequest,
  subscription_id: string,
  order: SubscriptionChangeOrder,
): Promise<Done> {
  // Apply what is due first, so that the change is based on the current state.
  await advancePlan(app, subscription_id)
  return app.db.transaction().execute(async (tx) => {
    const state = await lockSubscription(tx, subscription_id)
    const waiting = await findScheduled(tx, subscription_id)
    // A person's choice replaces a change planned by the system.
    const givesWay = waiting !== null && waiting.requested_by_user_id === null && order.kind !== 'PRICE'
    if (waiting && !givesWay) refuse('change_planned', { details: { change_id: waiting.id } })
    const plans = await listPlans(tx, state.currency)
    const now = app.ports.now()
    const outcome = workOut(state, plans, order, now, request.granted === 'platform_admin')
    if (order.preview) return { ...outcome, change_id: null }
    if (outcome.proration_cents !== (order.expected_proration_cents ?? 0)) {
      refuse('proration_changed', {
        field: 'expected_proration_cents',
        details: { proration_cents: outcome.proration_cents },
      })
    }
    if (waiting) await endChange(tx, waiting, 'WITHDRAWN')
    const change_id = await plan(tx, state, outcome, order)
    await agreeAsPayer(tx, state, outcome)
    if (state.ended_at !== null) await reopen(tx, app, state, outcome)
    await advanceLocked(tx, app, subscription_id)
    if (request.granted === 'platform_admin') await notifyOfPlatformChange(tx, state, outcome, change_id)
    await writeAudit(tx, request, {
      action: 'subscription.change',
      subject_kind: 'subscription',
      subject_id: subscription_id,
      details: { kind: order.kind, reason: order.reason, change_id, ...outcome },
    })
    return { ...outcome, change_id }
  })

  /** The payer of the plan agrees to a new price by changing the plan. They must confirm what other people change. */
  async function agreeAsPayer(tx: Tx, state: SubscriptionRow, outcome: PlanOutcome): Promise<void> {
    const { user_id, session_id } = callerOf(request)
    const consent = await findPlanConsent(tx, state)
    const agreed_cents = Math.max(state.month_cents, outcome.month_cents, outcome.proration_cents)
    if (consent?.user_id !== user_id || !consent.payment_method || agreed_cents <= 0) return
    const given = { user_id, session_id, payment_method_id: consent.payment_method.id, agreed_cents }
    await insertPlanConsent(tx, app.ports.now(), state.id, given)
  }

  function plan(
    tx: Tx,
    state: SubscriptionRow,
    { plan_id, month_cents, proration_cents, effective_at }: PlanOutcome,
    { kind, reason }: SubscriptionChangeOrder,
  ): Promise<string> {
    return insertChange(tx, app.ports.now(), state, {
      kind,
      // A reopened plan has nothing to wait for.
      state: state.ended_at === null ? 'SCHEDULED' : 'APPLIED',
      effective_at,
      plan_id: kind === 'PLAN' ? plan_id : null,
      month_cents: kind === 'CANCEL' ? null : month_cents,
      proration_cents,
      reason,
      requested_by_user_id: callerOf(request).user_id,
    })
  }

  async function notifyOfPlatformChange(
    tx: Tx,
    state: SubscriptionRow,
    { plan_id, month_cents, effective_at }: PlanOutcome,
    about: string,
  ): Promise<void> {
    const named = (await listPlans(tx, state.currency)).find(({ id }) => id === plan_id)
    if (!named) return
    const notice = {
      kind: 'PLAN_CHANGED',
      about,
      plan_name: named.name,
      month_cents,
      from: effective_at,
    } as const
    await notifyOwners(tx, state, notice, app)
  }
}
