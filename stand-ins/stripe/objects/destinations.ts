import type Stripe from 'stripe'
import { missing } from '../protocol/errors.ts'
import { emit } from '../state/events.ts'
import { find, insert, lock, type Stored, save } from '../state/store.ts'
import { asAccount, type Work } from '../state/work.ts'
import { book } from './balance.ts'
import { blankCharge } from './charge-shapes.ts'

/** Money movements between the platform and its connected accounts. */

/** Transfers the money of a destination charge: https://docs.stripe.com/connect/destination-charges */
export async function sendToDestination(
  work: Work,
  charge: Stored<'charge'>,
  captured: number,
  application_fee: number,
  available_on: number,
): Promise<void> {
  const { object } = charge
  const data = object.transfer_data
  if (!data || typeof data.destination !== 'string') return
  const transfer = await makeTransfer(work, {
    amount: Math.min(data.amount ?? captured, captured),
    currency: object.currency,
    destination: data.destination,
    available_on,
    application_fee,
    description: null,
    metadata: {},
    source_transaction: object.id,
    transfer_group:
      object.transfer_group ??
      `group_${typeof object.payment_intent === 'string' ? object.payment_intent : object.id}`,
  })
  object.transfer = transfer.id
  object.transfer_group = transfer.transfer_group
  if (application_fee > 0)
    object.application_fee = await takeApplicationFee(work, data.destination, object, application_fee)
}

export interface TransferPlan {
  amount: number
  currency: string
  destination: string
  available_on: number
  application_fee: number
  description: string | null
  metadata: Record<string, string>
  source_transaction: string | null
  transfer_group: string | null
}

/** Books a transfer out of this account and into the other, where it appears as a payment. */
export async function makeTransfer(work: Work, plan: TransferPlan): Promise<Stripe.Transfer> {
  const id = work.env.id('tr')
  const out = await book(work, {
    type: 'transfer',
    amount: -plan.amount,
    currency: plan.currency,
    source: id,
    available_on: plan.available_on,
  })
  const theirs = asAccount(work, plan.destination)
  const payment: Stripe.Charge = {
    ...blankCharge(work, work.env.id('py'), plan.amount, plan.currency),
    amount_captured: plan.amount,
    application_fee_amount: plan.application_fee || null,
    captured: true,
    paid: true,
    payment_method_details: { type: 'stripe_account', stripe_account: {} },
    source_transfer: id,
    status: 'succeeded',
  }
  const into = await book(theirs, {
    type: 'payment',
    amount: plan.amount,
    currency: plan.currency,
    source: payment.id,
    available_on: plan.available_on,
    fees: [{ type: 'application_fee', amount: plan.application_fee }],
  })
  payment.balance_transaction = into.id
  await insert(theirs, 'charge', payment, { behaviour: null, dispute_later: false })
  const transfer: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount: plan.amount,
    amount_reversed: 0,
    balance_transaction: out.id,
    created: work.now,
    currency: plan.currency,
    description: plan.description,
    destination: plan.destination,
    destination_payment: payment.id,
    livemode: false,
    metadata: plan.metadata,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: plan.source_transaction,
    source_type: 'card',
    transfer_group: plan.transfer_group,
  }
  await insert(work, 'transfer', transfer, {})
  await emit(work, 'transfer.created', transfer)
  return transfer
}

/** Reverses part of a transfer. The caller holds the transfer's lock and has checked the amount. */
export async function reverseTransfer(
  work: Work,
  transfer: Stored<'transfer'>,
  amount: number,
  more: { metadata: Record<string, string>; source_refund: string | null },
): Promise<Stripe.TransferReversal> {
  const { object } = transfer
  const destination = typeof object.destination === 'string' ? object.destination : ''
  const id = work.env.id('trr')
  const line = await book(work, { type: 'transfer_refund', amount, currency: object.currency, source: id })
  await book(asAccount(work, destination), {
    type: 'payment_refund',
    amount: -amount,
    currency: object.currency,
    source: typeof object.destination_payment === 'string' ? object.destination_payment : id,
  })
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: line.id,
    created: work.now,
    currency: object.currency,
    destination_payment_refund: null,
    metadata: more.metadata,
    source_refund: more.source_refund,
    transfer: object.id,
  }
  await insert(work, 'transfer_reversal', reversal, {})
  object.amount_reversed += amount
  object.reversed = object.amount_reversed === object.amount
  object.reversals.data.unshift(reversal)
  await save(work, transfer)
  await emit(work, 'transfer.reversed', object)
  return reversal
}

/**
 * Books the platform's fee: https://docs.stripe.com/connect/direct-charges#collect-fees. The payer's books already
 * include it as a fee.
 */
export async function takeApplicationFee(
  work: Work,
  account: string,
  charge: Stripe.Charge,
  amount: number,
): Promise<string> {
  const platform = asAccount(work, work.env.platform)
  const id = work.env.id('fee')
  const line = await book(platform, {
    type: 'application_fee',
    amount,
    currency: charge.currency,
    source: id,
  })
  const fee: Stripe.ApplicationFee = {
    id,
    object: 'application_fee',
    account,
    amount,
    amount_refunded: 0,
    application: 'ca_openspot_stand_in',
    balance_transaction: line.id,
    charge: charge.id,
    created: work.now,
    currency: charge.currency,
    fee_source: { charge: charge.id, type: 'charge' },
    livemode: false,
    originating_transaction: account === work.account ? null : charge.id,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  }
  await insert(platform, 'application_fee', fee, {})
  await emit(platform, 'application_fee.created', fee)
  return id
}

/** Returns part of the platform's fee to the account that paid it. */
export async function refundApplicationFee(work: Work, id: string, wanted: number): Promise<void> {
  const platform = asAccount(work, work.env.platform)
  const fee = await lock(platform, 'application_fee', id)
  const amount = Math.min(wanted, fee.object.amount - fee.object.amount_refunded)
  if (amount <= 0) return
  const refund_id = work.env.id('fr')
  const { currency } = fee.object
  const line = await book(platform, { type: 'application_fee_refund', amount: -amount, currency, source: id })
  if (typeof fee.object.account === 'string')
    await book(asAccount(work, fee.object.account), {
      type: 'application_fee_refund',
      amount,
      currency,
      source: refund_id,
    })
  fee.object.amount_refunded += amount
  fee.object.refunded = fee.object.amount_refunded === fee.object.amount
  fee.object.refunds.data.unshift({
    id: refund_id,
    object: 'fee_refund',
    amount,
    balance_transaction: line.id,
    created: work.now,
    currency,
    fee: id,
    metadata: {},
  })
  await save(platform, fee)
  await emit(platform, 'application_fee.refunded', fee.object)
}

/** Returns the connected account that a payment names. */
export async function connectedAccount(work: Work, id: string, param: string): Promise<Stripe.Account> {
  const account = await find(asAccount(work, work.env.platform), 'account', id)
  if (!account || account.deleted) throw missing('destination', id, param)
  return account.object
}
