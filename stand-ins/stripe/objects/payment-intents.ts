import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid, unexpectedState } from '../protocol/errors.ts'
import { mergeMetadata, paging, type Read, range, request, shape, text } from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { get, lock, type Stored, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { captureCharge } from './charges.ts'
import { checkAmount, checkApplicationFee, makeIntent } from './payment-intent-make.ts'
import {
  cancel_params,
  capture_params,
  confirm_params,
  create_params,
  update_params,
} from './payment-intent-params.ts'
import { createMethod, methodFrom } from './payment-methods.ts'
import { succeed } from './payment-outcomes.ts'
import { pay } from './payments.ts'

async function create(work: Work, params: Read<typeof create_params>): Promise<Stripe.PaymentIntent> {
  if (!params.confirm) {
    const stray = (['off_session', 'error_on_requires_action', 'return_url'] as const).find(
      (name) => params[name] !== undefined && params[name] !== false,
    )
    if (stray)
      throw invalid(
        `You cannot set \`${stray}\` when creating a PaymentIntent without also setting \`confirm=true\`.`,
        {
          param: stray,
        },
      )
  }
  const intent = await makeIntent(work, params)
  const method = await chosenMethod(work, params)
  if (method) {
    intent.object.payment_method = method.object.id
    intent.object.status = 'requires_confirmation'
    await save(work, intent)
  }
  if (!params.confirm) return intent.object
  return confirm(work, intent, method, params)
}

type ConfirmParams = Read<typeof confirm_params>

async function confirm(
  work: Work,
  intent: Stored<'payment_intent'>,
  given: Stored<'payment_method'> | undefined,
  params: ConfirmParams,
): Promise<Stripe.PaymentIntent> {
  const { object } = intent
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(object.status))
    throw unexpectedState('payment_intent', object, alreadyMessage(object))
  const method =
    given ??
    (typeof object.payment_method === 'string'
      ? await lock(work, 'payment_method', object.payment_method)
      : undefined)
  if (!method)
    throw unexpectedState(
      'payment_intent',
      object,
      'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    )
  if (params.return_url) intent.hidden.return_url = params.return_url
  requireReturnUrl(intent, params)
  if (params.setup_future_usage) object.setup_future_usage = params.setup_future_usage
  if (params.receipt_email !== undefined) object.receipt_email = params.receipt_email
  const refusal = await pay(work, intent, method, {
    off_session: params.off_session ?? false,
    mandate_given: params.mandate_data !== undefined || params.mandate !== undefined,
    error_on_requires_action: params.error_on_requires_action ?? false,
  })
  if (refusal) throw refusal
  return object
}

/** A person who is redirected to authenticate needs a URL to return to; off-session payments redirect nobody. */
function requireReturnUrl(intent: Stored<'payment_intent'>, params: ConfirmParams): void {
  const automatic = intent.object.automatic_payment_methods
  if (!automatic || automatic.allow_redirects === 'never' || params.off_session || intent.hidden.return_url)
    return
  throw invalid(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    { param: 'return_url' },
  )
}

function chosenMethod(
  work: Work,
  params: Pick<ConfirmParams, 'payment_method' | 'payment_method_data'>,
): Promise<Stored<'payment_method'> | undefined> {
  if (params.payment_method) return methodFrom(work, params.payment_method, 'payment_method')
  if (params.payment_method_data) return createMethod(work, params.payment_method_data)
  return Promise.resolve(undefined)
}

async function update(
  work: Work,
  params: Read<typeof update_params>,
  id: string,
): Promise<Stripe.PaymentIntent> {
  const intent = await lock(work, 'payment_intent', id)
  const { object } = intent
  const locked =
    object.status === 'succeeded' || object.status === 'canceled' || object.status === 'processing'
  const changes_payment =
    params.amount ?? params.currency ?? params.payment_method ?? params.payment_method_data
  if (locked && changes_payment !== undefined)
    throw unexpectedState('payment_intent', object, alreadyMessage(object))
  if (params.amount !== undefined) {
    checkAmount(params.amount)
    object.amount = params.amount
  }
  if (params.currency) object.currency = params.currency
  if (params.customer) object.customer = (await get(work, 'customer', params.customer, 'customer')).object.id
  if (params.application_fee_amount !== undefined) {
    checkApplicationFee(
      work,
      params.application_fee_amount ?? undefined,
      object.amount,
      intent.hidden.on_success,
    )
    object.application_fee_amount = params.application_fee_amount
  }
  if (params.description !== undefined) object.description = params.description
  if (params.receipt_email !== undefined) object.receipt_email = params.receipt_email
  if (params.setup_future_usage !== undefined) object.setup_future_usage = params.setup_future_usage
  if (params.transfer_group) object.transfer_group = params.transfer_group
  object.metadata = mergeMetadata(object.metadata, params.metadata)
  const method = await chosenMethod(work, params)
  if (method) {
    object.payment_method = method.object.id
    object.status = 'requires_confirmation'
    object.next_action = null
    object.last_payment_error = null
    intent.hidden.authenticated = false
  }
  await save(work, intent)
  return object
}

async function cancel(
  work: Work,
  params: Read<typeof cancel_params>,
  id: string,
): Promise<Stripe.PaymentIntent> {
  const intent = await lock(work, 'payment_intent', id)
  const { object } = intent
  if (['succeeded', 'canceled', 'processing'].includes(object.status))
    throw unexpectedState(
      'payment_intent',
      object,
      `You cannot cancel this PaymentIntent because it has a status of ${object.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
    )
  if (object.status === 'requires_capture') await release(work, object)
  object.status = 'canceled'
  object.canceled_at = work.now
  object.cancellation_reason = params.cancellation_reason ?? null
  object.amount_capturable = 0
  object.next_action = null
  await save(work, intent, { due_at: null })
  await emit(work, 'payment_intent.canceled', object)
  return object
}

/** A released hold is shown as refunded without a refund in the books, because nothing was captured. */
async function release(work: Work, intent: Stripe.PaymentIntent): Promise<void> {
  const charge = await lock(
    work,
    'charge',
    typeof intent.latest_charge === 'string' ? intent.latest_charge : '',
  )
  charge.object.amount_refunded = charge.object.amount
  charge.object.refunded = true
  await save(work, charge)
  await emit(work, 'charge.refunded', charge.object)
}

async function capture(
  work: Work,
  params: Read<typeof capture_params>,
  id: string,
): Promise<Stripe.PaymentIntent> {
  const intent = await lock(work, 'payment_intent', id)
  const { object } = intent
  if (object.status !== 'requires_capture')
    throw unexpectedState(
      'payment_intent',
      object,
      `This PaymentIntent could not be captured because it has a status of ${object.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  const amount = params.amount_to_capture ?? object.amount_capturable
  if (amount > object.amount_capturable)
    throw invalid(
      'The requested capture amount is greater than the amount you can capture for this charge.',
      {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      },
    )
  object.metadata = mergeMetadata(object.metadata, params.metadata)
  const charge = await lock(
    work,
    'charge',
    typeof object.latest_charge === 'string' ? object.latest_charge : '',
  )
  if (params.application_fee_amount !== undefined) {
    checkApplicationFee(work, params.application_fee_amount, amount, intent.hidden.on_success)
    charge.object.application_fee_amount = params.application_fee_amount
    object.application_fee_amount = params.application_fee_amount
  }
  await captureCharge(work, charge, amount)
  await succeed(work, intent, amount)
  return object
}

function alreadyMessage(intent: Stripe.PaymentIntent): string {
  return intent.status === 'succeeded'
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `This PaymentIntent's status is ${intent.status}, which does not allow this.`
}

const list_params = request<Stripe.PaymentIntentListParams>()(
  shape({ ...paging, created: range, customer: text }),
)

export const payment_intent_routes: Route[] = [
  route('POST', '/v1/payment_intents', create_params, create),
  route('GET', '/v1/payment_intents', list_params, (work, params) =>
    page(work, 'payment_intent', '/v1/payment_intents', params, { customer: params.customer }),
  ),
  route(
    'GET',
    '/v1/payment_intents/:id',
    shape({ client_secret: text }),
    async (work, _params, id) => (await get(work, 'payment_intent', id)).object,
  ),
  route('POST', '/v1/payment_intents/:id', update_params, update),
  route('POST', '/v1/payment_intents/:id/confirm', confirm_params, async (work, params, id) => {
    const intent = await lock(work, 'payment_intent', id)
    return confirm(work, intent, await chosenMethod(work, params), params)
  }),
  route('POST', '/v1/payment_intents/:id/cancel', cancel_params, cancel),
  route('POST', '/v1/payment_intents/:id/capture', capture_params, capture),
]
