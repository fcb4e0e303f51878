import type Stripe from 'stripe'
import { invalid } from '../protocol/errors.ts'
import { emit } from '../state/events.ts'
import { get, insert, lock, type Stored, save } from '../state/store.ts'
import type { BankFailure } from '../state/test-methods.ts'
import type { Work } from '../state/work.ts'
import { completeCharge, failCharge, startCharge } from './charges.ts'
import { giveUp, keepMethod, succeed } from './payment-outcomes.ts'

/** https://docs.stripe.com/payments/ach-direct-debit#ach-direct-debit-failures */
export function bankFailure(reason: BankFailure): { code: string; message: string } {
  switch (reason) {
    case 'account_closed':
      return { code: reason, message: "The customer's bank account has been closed." }
    case 'debit_not_authorized':
      return {
        code: reason,
        message: 'The customer has notified their bank that this payment was unauthorized.',
      }
    case 'insufficient_funds':
      return { code: reason, message: "The customer's account has insufficient funds to cover this payment." }
    case 'invalid_currency':
      return { code: reason, message: 'The bank was unable to process this payment because of its currency.' }
    case 'no_account':
      return { code: reason, message: "The customer's bank account could not be located." }
  }
}

/**
 * A debit needs a mandate, given now or when the account was set up:
 * https://docs.stripe.com/payments/ach-direct-debit#mandates
 */
export function needsMandate(method: Stored<'payment_method'>): boolean {
  return method.hidden.bank !== null && !method.hidden.set_up
}

export async function makeMandate(work: Work, method: Stored<'payment_method'>): Promise<string> {
  const mandate: Stripe.Mandate = {
    id: work.env.id('mandate'),
    object: 'mandate',
    customer_acceptance: {
      accepted_at: work.now,
      online: { ip_address: '127.0.0.1', user_agent: 'stripe-stand-in' },
      type: 'online',
    },
    livemode: false,
    multi_use: {},
    payment_method: method.object.id,
    payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
    status: 'active',
    type: 'multi_use',
  }
  await insert(work, 'mandate', mandate, {})
  return mandate.id
}

/** Bank debits take days: https://docs.stripe.com/payments/ach-direct-debit */
export async function startDebit(
  work: Work,
  intent: Stored<'payment_intent'>,
  method: Stored<'payment_method'>,
  mandate_given: boolean,
): Promise<undefined> {
  const { object } = intent
  if (needsMandate(method) && !mandate_given)
    throw invalid(
      'You must provide `mandate_data` to confirm this PaymentIntent with a us_bank_account that has not been set up.',
      { code: 'payment_intent_mandate_invalid', param: 'mandate_data' },
    )
  if (object.currency !== 'usd')
    throw invalid('us_bank_account payments are only possible in usd.', {
      code: 'payment_method_currency_mismatch',
    })
  if (object.capture_method === 'manual')
    throw invalid('us_bank_account does not support manual capture.', { param: 'capture_method' })
  const charge = await startCharge(work, intent, method)
  await keepMethod(work, object, method)
  object.status = 'processing'
  const settles = !method.hidden.bank?.never_settles
  await save(work, intent, { due_at: settles ? work.now + work.env.delays.bank_debit : null })
  await emit(work, 'charge.pending', charge.object)
  await emit(work, 'payment_intent.processing', object)
  return undefined
}

/** Records the result of a debit, paid or failed. */
export async function settleDebit(work: Work, intent: Stored<'payment_intent'>): Promise<void> {
  const { object } = intent
  const charge = await lock(
    work,
    'charge',
    typeof object.latest_charge === 'string' ? object.latest_charge : '',
  )
  const method = await get(work, 'payment_method', charge.object.payment_method ?? '')
  const reason = method.hidden.bank?.fails_with
  if (!reason) {
    await completeCharge(work, charge, true)
    await succeed(work, intent, charge.object.amount_captured)
    return
  }
  const failure = bankFailure(reason)
  await failCharge(work, charge, { ...failure, reason: failure.code })
  await giveUp(work, intent, method, charge.object.id, { type: 'invalid_request_error', ...failure })
}
