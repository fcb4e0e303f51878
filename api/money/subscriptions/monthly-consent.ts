import { serviceFeeOn } from '@openspot/core/quote/fee.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { findConsent, hasMethod, insertConsent, recordAcceptance } from './monthly-consent.sql.ts'
import { applyReservationPrices } from './reservations.sql.ts'
import { findChange, lockSubscription, type SubscriptionRow } from './subscriptions.sql.ts'

/** Returns whether the driver's consent covers a month at this price in minor units. The service fee is added here. */
export async function isWithinConsent(db: Db, state: SubscriptionRow, month_cents: number): Promise<boolean> {
  const consent = await findConsent(db, state)
  return (consent?.max_cents ?? 0) >= month_cents + serviceFeeOn(month_cents, state)
}

/**
 * Accepts a pending price as the driver: consents to later months at that price, charged to the given payment method.
 * Throws `subscription_change_not_waiting` if no change awaits acceptance.
 */
export async function acceptPrice(
  app: FastifyInstance,
  request: FastifyRequest,
  requested: { subscription_id: string; change_id: string; payment_method_id: string },
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const state = await lockSubscription(tx, requested.subscription_id)
    const change = await findChange(tx, state.id, requested.change_id)
    const isWaiting = change?.state === 'SCHEDULED' && change.needs_acceptance && state.ended_at === null
    if (!isWaiting || change.month_cents === null) return refuse('subscription_change_not_waiting')
    const agreed_cents = change.month_cents + serviceFeeOn(change.month_cents, state)
    await consent(tx, request, state, { ...requested, agreed_cents, given_by: 'PRICE' })
    const now = app.ports.now()
    await recordAcceptance(tx, now, change.id, state.lot_id)
    await applyReservationPrices(tx, now, state.id)
  })
}

/** Charges the next months to another payment method of the driver. Throws `subscription_ended`. */
export async function setMethod(
  app: FastifyInstance,
  request: FastifyRequest,
  subscription_id: string,
  payment_method_id: string,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const state = await lockSubscription(tx, subscription_id)
    if (state.ended_at !== null || state.kind !== 'RESERVATION') return refuse('subscription_ended')
    const before = await findConsent(tx, state)
    const agreed_cents = before?.agreed_cents ?? state.month_cents + serviceFeeOn(state.month_cents, state)
    if (agreed_cents === 0) return refuse('invoice_not_open', { message: (t) => t('apiErrors.plans.free') })
    await consent(tx, request, state, { payment_method_id, agreed_cents, given_by: 'METHOD' })
  })
}

/** Inserts the consent as the caller's own act. The database verifies the session and the payment method (OS021). */
async function consent(
  tx: Tx,
  request: FastifyRequest,
  state: SubscriptionRow,
  given: { payment_method_id: string; agreed_cents: number; given_by: 'PRICE' | 'METHOD' },
): Promise<void> {
  const { user_id, session_id } = callerOf(request)
  if (!(await hasMethod(tx, user_id, given.payment_method_id)))
    return refuse('payment_method_needed', { field: 'payment_method_id' })
  await insertConsent(tx, request.server.ports.now(), state, { ...given, session_id })
}
