import type Stripe from 'stripe'
import { invalid } from '../protocol/errors.ts'
import { mergeMetadata, type Read } from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import type { PlannedTransfer } from '../state/kinds.ts'
import { get, insert, type Stored } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { connectedAccount } from './destinations.ts'
import type { create_params } from './payment-intent-params.ts'

type CreateParams = Read<typeof create_params>

export async function makeIntent(
  work: Work,
  params: Omit<CreateParams, 'confirm'>,
  session: string | null = null,
): Promise<Stored<'payment_intent'>> {
  checkAmount(params.amount)
  if (params.customer) await get(work, 'customer', params.customer, 'customer')
  const id = work.env.id('pi')
  const automatic =
    !params.allowed_payment_method_types && params.automatic_payment_methods?.enabled !== false
  const on_success = params.transfer_data ? await plannedTransfer(work, params.transfer_data) : null
  checkApplicationFee(work, params.application_fee_amount, params.amount, on_success)
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: params.application_fee_amount ?? null,
    // Since API version 2023-08-16, Stripe chooses the methods by default.
    automatic_payment_methods: automatic
      ? { allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? (automatic ? 'automatic_async' : 'automatic'),
    client_secret: work.env.secret(`${id}_secret`),
    confirmation_method: params.confirmation_method ?? 'automatic',
    created: work.now,
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: params.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'us_bank_account'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: on_success && transferData(on_success),
    transfer_group: params.transfer_group ?? null,
  }
  const hidden = { session, return_url: params.return_url ?? null, authenticated: false, on_success }
  const stored = await insert(work, 'payment_intent', intent, hidden)
  await emit(work, 'payment_intent.created', intent)
  return stored
}

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export function checkAmount(amount: number): void {
  if (amount < 50)
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999)
    throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
}

export function checkApplicationFee(
  work: Work,
  fee: number | undefined,
  amount: number,
  transfer: PlannedTransfer | null,
): void {
  if (fee === undefined) return
  if (work.account === work.env.platform && !transfer)
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param: 'application_fee_amount' },
    )
  if (transfer && transfer.amount !== null)
    throw invalid('You cannot use both application_fee_amount and transfer_data[amount].', {
      param: 'transfer_data[amount]',
    })
  if (fee > amount)
    throw invalid('The application fee cannot be greater than the amount.', {
      param: 'application_fee_amount',
    })
}

export async function plannedTransfer(
  work: Work,
  given: { destination: string; amount?: number },
): Promise<PlannedTransfer> {
  const account = await connectedAccount(work, given.destination, 'transfer_data[destination]')
  if (account.capabilities?.transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  return { destination: given.destination, amount: given.amount ?? null }
}

function transferData(plan: PlannedTransfer): Stripe.PaymentIntent.TransferData {
  return plan.amount === null
    ? { destination: plan.destination }
    : { destination: plan.destination, amount: plan.amount }
}
