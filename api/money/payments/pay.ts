import type { Db } from '@openspot/db/database.ts'
import type pg from 'pg'
import Stripe from 'stripe'
import type { ChangeBus } from '../../changes.ts'
import type { Log } from '../../log.ts'
import type { Ports } from '../../ports.ts'
import { isRefusedKey, isUnsettled } from '../../stripe.ts'
import {
  acceptProcessing,
  cancelUnsent,
  findPayment,
  type PaymentRow,
  recordPaymentStatus,
  recordSecondReturned,
  savePaymentIntent,
  settleDeduction,
  settlePayment,
} from './payments.sql.ts'

/** The dependencies of a payment, in the API and in the worker. */
export interface PaymentDeps {
  stripe: Stripe
  db: Db
  pool: pg.Pool
  log: Log
  ports: Ports
  changes: ChangeBus
}

/**
 * The state of a payment attempt. `unsettled` means that the provider has not answered; asking again is safe. `code` is
 * for the waiting caller.
 */
export type PaymentState =
  | { state: 'paid' }
  | { state: 'processing' }
  | { state: 'action_needed'; url: string }
  | { state: 'declined'; code: string }
  | { state: 'canceled' }
  | { state: 'unsettled'; code: 'payment_unsettled' | 'provider_unavailable' }

/**
 * Makes the payment of a committed row. It takes two steps, so that a crash or a lost answer at any point is harmless:
 * it creates the provider's payment without moving money and saves its id, then confirms it. Both calls carry
 * idempotency keys derived from our row's id, so a repeated call finds the earlier result.
 */
export async function pay(
  deps: PaymentDeps,
  payment: PaymentRow,
  /** The URL to which the bank returns the payer. Null for an off-session charge under a consent. */
  return_url: string | null,
): Promise<PaymentState> {
  // A charge is off session if and only if it has a consent. The database has checked that the consent covers this
  // payment.
  if ((return_url === null) !== (payment.consent_id !== null))
    throw new Error(
      `Payment ${payment.id} is charged ${return_url === null ? 'without a consent' : 'under a consent although its payer is present'}.`,
    )
  if (payment.kind === 'EARNINGS_DEDUCTION') return payFromEarnings(deps, payment)
  try {
    const intent_id = payment.stripe_payment_intent_id ?? (await makeIntent(deps, payment))
    if (intent_id === null) return { state: 'canceled' }
    const intent = await deps.stripe.paymentIntents.confirm(
      intent_id,
      {
        payment_method: payment.stripe_payment_method_id ?? '',
        ...(return_url === null ? { off_session: true } : { return_url }),
      },
      { idempotencyKey: `confirm:${payment.id}` },
    )
    return await applyIntent(deps, payment.id, intent)
  } catch (error) {
    return failed(deps, payment, error)
  }
}

async function payFromEarnings(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentState> {
  const settled = await settleDeduction(deps.pool, deps.ports.now(), payment.id)
  if (settled.lot_id && settled.outcome !== 'already') deps.changes.announce(settled.lot_id)
  if (settled.outcome !== 'insufficient') return { state: 'paid' }
  return { state: 'declined', code: 'earnings_insufficient' }
}

const unsettled = { state: 'unsettled', code: 'payment_unsettled' } as const

/** Returns null if the attempt was canceled meanwhile. */
async function makeIntent(deps: PaymentDeps, payment: PaymentRow): Promise<string | null> {
  const intent = await deps.stripe.paymentIntents.create(
    {
      amount: payment.amount_cents,
      currency: payment.currency.toLowerCase(),
      customer: payment.stripe_customer_id ?? '',
      payment_method: payment.stripe_payment_method_id ?? '',
      allowed_payment_method_types: ['card', 'us_bank_account'],
      ...(payment.saves_method ? { setup_future_usage: 'off_session' as const } : {}),
      metadata: {
        payment_id: payment.id,
        invoice_id: payment.invoice_id,
        ...(payment.reservation_id === null ? {} : { reservation_id: payment.reservation_id }),
        lot_id: payment.lot_id,
      },
    },
    { idempotencyKey: `payment:${payment.id}` },
  )
  return (await savePaymentIntent(deps.db, payment.id, intent.id)) ? intent.id : null
}

/** Reads the state of an attempt from the provider and saves it. Never makes a payment. */
export async function syncPayment(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentState> {
  if (payment.status === 'SUCCEEDED') return { state: 'paid' }
  if (payment.status === 'CANCELED') return { state: 'canceled' }
  if (payment.status === 'FAILED') return { state: 'declined', code: payment.failure_code ?? 'declined' }
  if (payment.kind === 'EARNINGS_DEDUCTION') return payFromEarnings(deps, payment)
  if (payment.stripe_payment_intent_id === null) return unsettled
  try {
    return await applyIntent(
      deps,
      payment.id,
      await deps.stripe.paymentIntents.retrieve(payment.stripe_payment_intent_id),
    )
  } catch (error) {
    return failed(deps, payment, error)
  }
}

/**
 * Makes sure that an attempt can no longer take money, unless it already has. An attempt without the provider's id was
 * never confirmed, so no money can have moved; but its id may be saved at this very moment by the call that makes the payment.
 */
export async function cancelPayment(deps: PaymentDeps, read: PaymentRow): Promise<PaymentState> {
  let payment = read
  if (isOpen(payment) && payment.stripe_payment_intent_id === null) {
    if (await cancelUnsent(deps.db, payment.id)) return { state: 'canceled' }
    payment = (await findPayment(deps.pool, payment.id)) ?? payment
  }
  if (!isOpen(payment) || payment.stripe_payment_intent_id === null) return syncPayment(deps, payment)
  try {
    const intent = await deps.stripe.paymentIntents.cancel(payment.stripe_payment_intent_id)
    return await applyIntent(deps, payment.id, intent)
  } catch (error) {
    // The payment cannot be canceled because it has ended; ask the provider how.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return syncPayment(deps, payment)
    return failed(deps, payment, error)
  }
}

const isOpen = ({ status }: PaymentRow) => ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'].includes(status)

/** Saves the provider's state of a payment. Safe to call any number of times and in any order. */
export async function applyIntent(
  deps: PaymentDeps,
  payment_id: string,
  intent: Stripe.PaymentIntent,
): Promise<PaymentState> {
  switch (intent.status) {
    case 'succeeded': {
      const charge =
        typeof intent.latest_charge === 'string' ? intent.latest_charge : (intent.latest_charge?.id ?? null)
      const settled = await settlePayment(deps.pool, deps.ports.now(), payment_id, intent.id, charge)
      if (settled.outcome === 'second') return returnSecond(deps, payment_id, intent)
      if (settled.lot_id && settled.outcome !== 'already') deps.changes.announce(settled.lot_id)
      return { state: 'paid' }
    }
    case 'processing':
      await acceptProcessing(deps.pool, deps.ports.now(), payment_id, intent.id)
      await announce(deps, payment_id)
      return { state: 'processing' }
    case 'requires_action':
      await recordPaymentStatus(deps.pool, deps.ports.now(), payment_id, 'REQUIRES_ACTION', intent.id)
      return { state: 'action_needed', url: intent.next_action?.redirect_to_url?.url ?? '' }
    case 'canceled':
      await recordPaymentStatus(deps.pool, deps.ports.now(), payment_id, 'CANCELED', intent.id)
      return { state: 'canceled' }
    case 'requires_payment_method': {
      const error = intent.last_payment_error
      // The payment was created but never confirmed, so nothing was tried yet.
      if (!error) return unsettled
      const code = error.decline_code ?? error.code ?? 'declined'
      await recordPaymentStatus(deps.pool, deps.ports.now(), payment_id, 'FAILED', intent.id, code)
      return { state: 'declined', code }
    }
    default:
      return unsettled
  }
}

/**
 * Returns the money of a payment whose invoice another payment pays, and records that for the driver and the staff. Neither is in our
 * books, so the provider's lines match each other.
 */
async function returnSecond(
  deps: PaymentDeps,
  payment_id: string,
  intent: Stripe.PaymentIntent,
): Promise<PaymentState> {
  deps.log.error(
    { payment_id, intent_id: intent.id },
    'an invoice was paid twice; the second payment is returned',
  )
  try {
    await deps.stripe.refunds.create(
      { payment_intent: intent.id, reason: 'duplicate' },
      { idempotencyKey: `second:${payment_id}` },
    )
  } catch (error) {
    // The event came again after the provider forgot the key.
    const isReturned =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'
    if (!isReturned) throw error
  }
  const lot_id = await recordSecondReturned(deps.pool, deps.ports.now(), payment_id)
  if (lot_id !== null) deps.changes.announce(lot_id)
  return { state: 'canceled' }
}

async function failed(deps: PaymentDeps, payment: PaymentRow, error: unknown): Promise<PaymentState> {
  if (error instanceof Stripe.errors.StripeCardError) {
    const code = error.decline_code ?? error.code ?? 'declined'
    await recordPaymentStatus(
      deps.pool,
      deps.ports.now(),
      payment.id,
      'FAILED',
      error.payment_intent?.id ?? null,
      code,
    )
    return { state: 'declined', code }
  }
  if (isRefusedKey(error)) return { state: 'unsettled', code: 'provider_unavailable' }
  if (isUnsettled(error)) return unsettled
  // The provider refused the call, for example because the amount is too small or the method was removed. If the
  // payment has already ended, save that result instead.
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (error.code === 'payment_intent_unexpected_state' && error.payment_intent)
      return applyIntent(deps, payment.id, error.payment_intent)
    const code = error.code ?? 'refused'
    await recordPaymentStatus(deps.pool, deps.ports.now(), payment.id, 'FAILED', null, code)
    return { state: 'declined', code }
  }
  throw error
}

async function announce(deps: PaymentDeps, payment_id: string): Promise<void> {
  const payment = await findPayment(deps.pool, payment_id)
  if (payment) deps.changes.announce(payment.lot_id)
}
