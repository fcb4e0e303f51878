import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import {
  mergeMetadata,
  metadata,
  paging,
  range,
  request,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { get, insert, lock, type Stored, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { bankFee, book, cardFee } from './balance.ts'
import { blankCharge, methodDetails, outcome } from './charge-shapes.ts'
import { sendToDestination, takeApplicationFee } from './destinations.ts'
import { openDispute } from './disputes.ts'

export interface Failure {
  code: string
  message: string
  reason: string
}

/**
 * Starts the attempt to charge an intent. It is `pending` until `completeCharge` or `failCharge` records the result.
 */
export async function startCharge(
  work: Work,
  intent: Stored<'payment_intent'>,
  method: Stored<'payment_method'>,
): Promise<Stored<'charge'>> {
  const { object } = intent
  const charge: Stripe.Charge = {
    // Bank debits are called payments: https://docs.stripe.com/api/charges
    ...blankCharge(
      work,
      work.env.id(method.object.type === 'card' ? 'ch' : 'py'),
      object.amount,
      object.currency,
    ),
    application_fee_amount: object.application_fee_amount,
    billing_details: method.object.billing_details,
    customer: object.customer,
    description: object.description,
    metadata: object.metadata,
    on_behalf_of: object.on_behalf_of,
    payment_intent: object.id,
    payment_method: method.object.id,
    payment_method_details: methodDetails(method.object, object.amount),
    receipt_email: object.receipt_email,
    statement_descriptor_suffix: object.statement_descriptor_suffix,
    transfer_data: intent.hidden.on_success,
    transfer_group: object.transfer_group,
  }
  object.latest_charge = charge.id
  return insert(work, 'charge', charge, {
    behaviour: method.hidden.card,
    dispute_later: method.hidden.bank?.disputed ?? false,
  })
}

/** Records the issuer's approval: captured immediately, or held until `captureCharge`. */
export async function completeCharge(work: Work, charge: Stored<'charge'>, captured: boolean): Promise<void> {
  const { object } = charge
  object.status = 'succeeded'
  object.paid = true
  object.outcome = outcome('approved_by_network', null, 'Payment complete.', 'authorized')
  if (captured) await takeMoney(work, charge, object.amount)
  await save(work, charge)
  await emit(work, 'charge.succeeded', object)
  if (captured) await disputeIfMeantTo(work, charge)
}

export async function captureCharge(work: Work, charge: Stored<'charge'>, amount: number): Promise<void> {
  await takeMoney(work, charge, amount)
  // The uncaptured part is released: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method
  charge.object.amount_refunded = charge.object.amount - amount
  await save(work, charge)
  await emit(work, 'charge.captured', charge.object)
  await disputeIfMeantTo(work, charge)
}

export async function failCharge(work: Work, charge: Stored<'charge'>, failure: Failure): Promise<void> {
  charge.object.status = 'failed'
  charge.object.failure_code = failure.code
  charge.object.failure_message = failure.message
  charge.object.outcome =
    failure.reason === 'fraudulent'
      ? outcome(
          'not_sent_to_network',
          'highest_risk_level',
          'Stripe blocked this payment as too risky.',
          'blocked',
        )
      : outcome(
          'declined_by_network',
          failure.reason,
          'The bank did not return any further details.',
          'issuer_declined',
        )
  await save(work, charge)
  await emit(work, 'charge.failed', charge.object)
}

async function takeMoney(work: Work, charge: Stored<'charge'>, amount: number): Promise<void> {
  const { object } = charge
  object.captured = true
  object.amount_captured = amount
  const bank = object.payment_method_details?.type === 'us_bank_account'
  const direct = work.account !== work.env.platform
  const application_fee = Math.min(object.application_fee_amount ?? 0, amount)
  const available_on =
    bank || charge.hidden.behaviour?.available_at_once ? work.now : work.now + work.env.delays.available
  const line = await book(work, {
    type: bank ? 'payment' : 'charge',
    amount,
    currency: object.currency,
    source: object.id,
    description: object.description,
    available_on,
    fees: [
      { type: 'stripe_fee', amount: bank ? bankFee(amount) : cardFee(amount) },
      { type: 'application_fee', amount: direct ? application_fee : 0 },
    ],
  })
  object.balance_transaction = line.id
  if (direct && application_fee > 0)
    object.application_fee = await takeApplicationFee(work, work.account, object, application_fee)
  if (object.transfer_data) await sendToDestination(work, charge, amount, application_fee, available_on)
}

async function disputeIfMeantTo(work: Work, charge: Stored<'charge'>): Promise<void> {
  const reason = charge.hidden.behaviour?.dispute ?? (charge.hidden.dispute_later ? 'fraudulent' : null)
  if (reason) await openDispute(work, charge, reason)
}

const list_params = request<Stripe.ChargeListParams>()(
  shape({
    ...paging,
    created: range,
    customer: text,
    payment_intent: text,
    transfer_group: text,
  }),
)
const update_params = request<Stripe.ChargeUpdateParams>()(shape({ description: unsettable(text), metadata }))

export const charge_routes: Route[] = [
  route('GET', '/v1/charges', list_params, (work, params) =>
    page(work, 'charge', '/v1/charges', params, {
      customer: params.customer,
      payment_intent: params.payment_intent,
      transfer_group: params.transfer_group,
    }),
  ),
  route(
    'GET',
    '/v1/charges/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'charge', id)).object,
  ),
  route('POST', '/v1/charges/:id', update_params, async (work, params, id) => {
    const charge = await lock(work, 'charge', id)
    if (params.description !== undefined) charge.object.description = params.description
    charge.object.metadata = mergeMetadata(charge.object.metadata, params.metadata)
    await save(work, charge)
    await emit(work, 'charge.updated', charge.object)
    return charge.object
  }),
]
