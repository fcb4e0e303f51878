import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import { money } from '../protocol/money.ts'
import {
  boolean,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  positive,
  type Read,
  range,
  request,
  shape,
  text,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { find, get, insert, lock, type Stored, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { book } from './balance.ts'
import { refundApplicationFee, reverseTransfer } from './destinations.ts'

const create_params = request<Stripe.RefundCreateParams>()(
  shape({
    amount: positive,
    charge: text,
    metadata,
    payment_intent: text,
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    refund_application_fee: boolean,
    reverse_transfer: boolean,
  }),
)

/** The charge's lock prevents concurrent refunds from returning more than was charged. */
async function create(work: Work, params: Read<typeof create_params>): Promise<Stripe.Refund> {
  const charge = await lockCharge(work, params)
  const left = charge.object.amount_captured - refundedOf(charge.object)
  if (left <= 0)
    throw invalid(`Charge ${charge.object.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  const amount = params.amount ?? left
  if (amount > left)
    throw invalid(
      `Refund amount (${money(amount, charge.object.currency)}) is greater than unrefunded amount on charge (${money(left, charge.object.currency)})`,
      { param: 'amount' },
    )
  const { refund, later } = await makeRefund(work, charge, amount, params)
  charge.object.amount_refunded += amount
  charge.object.refunded = amount === left
  await save(work, charge)
  if (params.reverse_transfer) await reverse(work, charge.object, refund, left)
  if (params.refund_application_fee && typeof charge.object.application_fee === 'string')
    await refundApplicationFee(
      work,
      charge.object.application_fee,
      share(
        charge.object.application_fee_amount ?? 0,
        amount,
        charge.object.amount_captured,
        amount === left,
      ),
    )
  const due_at = later ? { due_at: work.now + work.env.delays.refund } : {}
  await insert(work, 'refund', refund, { later }, due_at)
  await emit(work, 'refund.created', refund)
  await emit(work, 'charge.refunded', charge.object)
  return refund
}

async function lockCharge(work: Work, params: Read<typeof create_params>): Promise<Stored<'charge'>> {
  let id = params.charge
  if (params.payment_intent) {
    const intent = await get(work, 'payment_intent', params.payment_intent, 'payment_intent')
    id = typeof intent.object.latest_charge === 'string' ? intent.object.latest_charge : undefined
    if (intent.object.status !== 'succeeded' || !id)
      throw invalid(`This PaymentIntent (${intent.object.id}) does not have a successful charge to refund.`)
  }
  if (!id)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
      },
    )
  const charge = await lock(work, 'charge', id, 'charge')
  if (charge.object.status !== 'succeeded' || !charge.object.captured)
    throw invalid(`Charge ${id} cannot be refunded: it was never captured.`, { param: 'charge' })
  if (charge.object.disputed && (await isChargedBack(work, id)))
    throw invalid(`Charge ${id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  return charge
}

async function isChargedBack(work: Work, charge: string): Promise<boolean> {
  const disputes = await page(work, 'dispute', '', { limit: 10 }, { charge })
  return disputes.data.some((dispute) => dispute.status !== 'won' && !dispute.status.startsWith('warning_'))
}

async function makeRefund(
  work: Work,
  charge: Stored<'charge'>,
  amount: number,
  params: Read<typeof create_params>,
): Promise<{ refund: Stripe.Refund; later: 'succeeds' | 'fails' | null }> {
  const { object } = charge
  const bank = object.payment_method_details?.type === 'us_bank_account'
  const behaviour = charge.hidden.behaviour?.refund
  const later = behaviour === 'fails' ? 'fails' : bank || behaviour === 'pending' ? 'succeeds' : null
  const id = work.env.id(bank ? 'pyr' : 're')
  const taken =
    typeof object.balance_transaction === 'string'
      ? await find(work, 'balance_transaction', object.balance_transaction)
      : undefined
  const line = await book(work, {
    type: bank ? 'payment_refund' : 'refund',
    amount: -amount,
    currency: object.currency,
    source: id,
    description: 'REFUND FOR CHARGE',
    // Money that is not yet available is refunded from the pending balance.
    available_on: Math.max(work.now, taken?.object.available_on ?? 0),
  })
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: line.id,
    charge: object.id,
    created: work.now,
    currency: object.currency,
    customer: object.customer,
    customer_account: null,
    destination_details: bank ? { type: 'us_bank_transfer' } : { type: 'card', card: { type: 'refund' } },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: object.payment_intent,
    payment_method: object.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    // A refund that will fail succeeds at first: https://docs.stripe.com/testing#refunds
    status: later === 'succeeds' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  return { refund, later }
}

async function reverse(
  work: Work,
  charge: Stripe.Charge,
  refund: Stripe.Refund,
  left: number,
): Promise<void> {
  if (typeof charge.transfer !== 'string')
    throw invalid('Cannot reverse transfer: this charge has no associated transfer.', {
      param: 'reverse_transfer',
    })
  const transfer = await lock(work, 'transfer', charge.transfer)
  const remaining = transfer.object.amount - transfer.object.amount_reversed
  const amount = Math.min(
    remaining,
    share(transfer.object.amount, refund.amount, charge.amount_captured, refund.amount === left),
  )
  if (amount <= 0) return
  const reversal = await reverseTransfer(work, transfer, amount, { metadata: {}, source_refund: refund.id })
  refund.transfer_reversal = reversal.id
}

/** Proportional to the refunded amount; the last refund takes what rounding left. */
function share(whole: number, refunded: number, captured: number, last: boolean): number {
  return last ? whole : Math.floor((whole * refunded) / captured)
}

/** Stripe's own number counts the uncaptured part of a hold as refunded, although it was never taken. */
function refundedOf(charge: Stripe.Charge): number {
  return charge.amount_refunded - (charge.amount - charge.amount_captured)
}

/** When due, a pending refund succeeds, and one meant to fail fails. */
export async function settleRefund(work: Work, refund: Stored<'refund'>): Promise<void> {
  const later = refund.hidden.later
  refund.hidden.later = null
  if (later === 'fails') {
    await failRefund(work, refund)
    return
  }
  refund.object.status = 'succeeded'
  await save(work, refund, { due_at: null })
  await emit(work, 'refund.updated', refund.object)
  await emit(work, 'charge.refund.updated', refund.object)
}

/** https://docs.stripe.com/refunds#failed-refunds: the money returns to the platform. */
async function failRefund(work: Work, refund: Stored<'refund'>): Promise<void> {
  const { object } = refund
  const line = await book(work, {
    type: 'refund_failure',
    amount: object.amount,
    currency: object.currency,
    source: object.id,
    description: 'REFUND FAILURE',
  })
  object.status = 'failed'
  object.failure_reason = 'expired_or_canceled_card'
  object.failure_balance_transaction = line.id
  await save(work, refund, { due_at: null })
  if (typeof object.charge === 'string') {
    const charge = await lock(work, 'charge', object.charge)
    charge.object.amount_refunded -= object.amount
    charge.object.refunded = false
    await save(work, charge)
  }
  await emit(work, 'refund.failed', object)
  await emit(work, 'refund.updated', object)
  await emit(work, 'charge.refund.updated', object)
}

const list_params = request<Stripe.RefundListParams>()(
  shape({
    ...paging,
    charge: text,
    created: range,
    payment_intent: text,
  }),
)

export const refund_routes: Route[] = [
  route('POST', '/v1/refunds', create_params, create),
  route('GET', '/v1/refunds', list_params, (work, params) =>
    page(work, 'refund', '/v1/refunds', params, {
      charge: params.charge,
      payment_intent: params.payment_intent,
    }),
  ),
  route(
    'GET',
    '/v1/refunds/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'refund', id)).object,
  ),
  route('POST', '/v1/refunds/:id', shape({ metadata }), async (work, params, id) => {
    const refund = await lock(work, 'refund', id)
    refund.object.metadata = mergeMetadata(refund.object.metadata, params.metadata)
    await save(work, refund)
    await emit(work, 'refund.updated', refund.object)
    return refund.object
  }),
  route('POST', '/v1/refunds/:id/cancel', shape({}), async (work, _params, id) => {
    await get(work, 'refund', id)
    throw invalid('Only refunds in the `requires_action` status can be canceled.')
  }),
]
