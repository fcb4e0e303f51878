import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { eachByItself } from '../../failures.ts'
import { callerOf } from '../../plugins/access.ts'
import { chargeMonth } from '../billing/invoices.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { hasCardOrBank } from './monthly-consent.sql.ts'
import { insertPlanConsent, listChargesToMake, listUnpaidPlanBills } from './plan-bills.sql.ts'
import { findScheduled, lockSubscription, type SubscriptionRow } from './subscriptions.sql.ts'

/**
 * Charges the bills of a plan to a payment method of the calling owner from now on, at the price that they were shown, and
 * addresses the unpaid ones to them. Throws `subscription_ended`, `subscription_change_not_possible`, `proration_changed`, and
 * `payment_method_needed`.
 */
export async function setPlanMethod(
  app: FastifyInstance,
  request: FastifyRequest,
  subscription_id: string,
  order: { payment_method_id: string; agreed_month_cents?: number | undefined },
): Promise<void> {
  const { user_id, session_id } = callerOf(request)
  await app.db.transaction().execute(async (tx) => {
    const state = await lockSubscription(tx, subscription_id)
    const unpaid = await listUnpaidPlanBills(tx, subscription_id, user_id)
    if (state.ended_at !== null && unpaid.length === 0)
      refuse('subscription_ended', { message: (t) => t('apiErrors.plans.ended') })
    const agreed_cents = priceToAgree(state, await findScheduled(tx, subscription_id), unpaid)
    if (agreed_cents === 0)
      refuse('subscription_change_not_possible', { message: (t) => t('apiErrors.plans.freePlan') })
    if (order.agreed_month_cents !== agreed_cents) {
      refuse('proration_changed', {
        field: 'agreed_month_cents',
        message: (t) => t('apiErrors.plans.priceChanged'),
        details: { month_cents: agreed_cents },
      })
    }
    const { payment_method_id } = order
    if (!(await hasCardOrBank(tx, user_id, payment_method_id)))
      refuse('payment_method_needed', { field: 'payment_method_id' })
    const given = { user_id, session_id, payment_method_id, agreed_cents }
    await insertPlanConsent(tx, app.ports.now(), subscription_id, given)
    await writeAudit(tx, request, {
      action: 'subscription.method',
      subject_kind: 'subscription',
      subject_id: subscription_id,
      details: { payment_method_id, agreed_cents },
    })
  })
}

/**
 * Returns the monthly price that an owner agrees to: the higher of the price of the plan now and the one that it changes to,
 * or, if it costs nothing anymore, what is still unpaid of it.
 */
export const priceToAgree = (
  state: Pick<SubscriptionRow, 'month_cents'>,
  scheduled: { month_cents: number | null } | null,
  unpaid: readonly { amount_cents: number }[],
): number =>
  Math.max(state.month_cents, scheduled?.month_cents ?? 0) ||
  Math.max(0, ...unpaid.map(({ amount_cents }) => amount_cents))

/** Makes the charges of a plan that were created under a consent. Safe to repeat. Returns how many failed. */
export async function chargePlan(deps: PaymentDeps, subscription_id: string): Promise<number> {
  return eachByItself(
    { log: deps.log, task: 'charge_plan' },
    await listChargesToMake(deps.db, subscription_id),
    ({ payment_id }) => payment_id,
    (charge) => chargeMonth(deps, charge),
  )
}
