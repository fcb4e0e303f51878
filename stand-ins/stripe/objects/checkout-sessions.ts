import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import { mergeMetadata, paging, type Read, range, request, shape, text } from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import type { SessionPlan } from '../state/kinds.ts'
import { get, insert, lock, type Stored, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { create_params, lineItemsFrom, update_params } from './checkout-params.ts'
import { checkAmount, plannedTransfer } from './payment-intent-make.ts'
import { cancelSetup, makeSetup } from './setup-intents.ts'

type CreateParams = Read<typeof create_params>

/** https://docs.stripe.com/api/checkout/sessions/create */
async function create(work: Work, params: CreateParams): Promise<Stripe.Checkout.Session> {
  const mode = params.mode ?? 'payment'
  checkRules(work, params, mode)
  if (params.customer) await get(work, 'customer', params.customer, 'customer')
  const id = work.env.id('cs_test')
  const line_items = lineItemsFrom(work, params.line_items ?? [])
  const total = mode === 'payment' ? line_items.reduce((sum, item) => sum + item.amount_total, 0) : null
  if (total !== null) checkAmount(total)
  const session = blankSession(work, id, mode, params)
  session.amount_subtotal = total
  session.amount_total = total
  session.currency = line_items[0]?.currency ?? params.currency ?? null
  session.total_details = total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 }
  if (mode === 'setup') {
    const setup = await makeSetup(
      work,
      {
        allowed_payment_method_types: session.payment_method_types.map(methodType),
        ...(params.customer ? { customer: params.customer } : {}),
        ...params.setup_intent_data,
      },
      id,
    )
    session.setup_intent = setup.object.id
  }
  const plan: SessionPlan = { line_items, payment: await paymentPlan(work, params) }
  await insert(work, 'checkout.session', session, plan, { due_at: session.expires_at })
  return session
}

function checkRules(work: Work, params: CreateParams, mode: 'payment' | 'setup'): void {
  if (!params.success_url)
    throw invalid('Missing required param: success_url.', { code: 'parameter_missing', param: 'success_url' })
  if (params.customer && params.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    })
  if (mode === 'payment' && !params.line_items?.length)
    throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' })
  if (mode === 'payment' && params.setup_intent_data)
    throw invalid('You can not pass `setup_intent_data` in `payment` mode.', { param: 'setup_intent_data' })
  if (mode === 'setup' && params.payment_intent_data)
    throw invalid('You can not pass `payment_intent_data` in `setup` mode.', { param: 'payment_intent_data' })
  if (mode === 'setup' && params.line_items?.length)
    throw invalid('You can not pass `line_items` in `setup` mode.', { param: 'line_items' })
  if (mode === 'setup' && !params.currency && !params.allowed_payment_method_types)
    throw invalid('`currency` is required in `setup` mode when the payment methods are chosen by Stripe.', {
      code: 'parameter_missing',
      param: 'currency',
    })
  const soonest = work.now + 30 * 60
  if (
    params.expires_at !== undefined &&
    (params.expires_at < soonest || params.expires_at > work.now + 86_400)
  )
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    )
}

async function paymentPlan(work: Work, params: CreateParams): Promise<SessionPlan['payment']> {
  const data = params.payment_intent_data
  return {
    application_fee_amount: data?.application_fee_amount ?? null,
    capture_method: data?.capture_method ?? 'automatic_async',
    description: data?.description ?? null,
    metadata: mergeMetadata({}, data?.metadata),
    on_behalf_of: data?.on_behalf_of ?? null,
    receipt_email: data?.receipt_email ?? null,
    setup_future_usage: data?.setup_future_usage ?? null,
    statement_descriptor_suffix: data?.statement_descriptor_suffix ?? null,
    transfer_data: data?.transfer_data ? await plannedTransfer(work, data.transfer_data) : null,
    transfer_group: data?.transfer_group ?? null,
  }
}

export function methodType(type: string): 'card' | 'us_bank_account' {
  return type === 'us_bank_account' ? 'us_bank_account' : 'card'
}

function blankSession(
  work: Work,
  id: string,
  mode: 'payment' | 'setup',
  params: CreateParams,
): Stripe.Checkout.Session {
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: work.now,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation:
      mode === 'setup' || params.customer ? null : (params.customer_creation ?? 'if_required'),
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: null,
    expires_at: params.expires_at ?? work.now + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === 'setup' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'us_bank_account'],
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${work.env.public_url()}/pay/${id}`,
    wallet_options: null,
  }
}

async function expire(work: Work, _params: object, id: string): Promise<Stripe.Checkout.Session> {
  const session = await lock(work, 'checkout.session', id)
  if (session.object.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${String(session.object.status)}\`.`,
    )
  await expireSession(work, session)
  return session.object
}

/** Expires a session, by a call or automatically a day after it was created. */
export async function expireSession(work: Work, session: Stored<'checkout.session'>): Promise<void> {
  const { object } = session
  if (object.status !== 'open') {
    await save(work, session, { due_at: null })
    return
  }
  object.status = 'expired'
  object.url = null
  await save(work, session, { due_at: null })
  if (typeof object.setup_intent === 'string')
    await cancelSetup(work, await lock(work, 'setup_intent', object.setup_intent), 'abandoned')
  if (typeof object.payment_intent === 'string') {
    const intent = await lock(work, 'payment_intent', object.payment_intent)
    intent.object.status = 'canceled'
    intent.object.canceled_at = work.now
    intent.object.cancellation_reason = 'automatic'
    intent.object.next_action = null
    await save(work, intent)
    await emit(work, 'payment_intent.canceled', intent.object)
  }
  await emit(work, 'checkout.session.expired', object)
}

const list_params = request<Stripe.Checkout.SessionListParams>()(
  shape({
    ...paging,
    created: range,
    customer: text,
    payment_intent: text,
    status: text,
  }),
)

export const checkout_session_routes: Route[] = [
  route('POST', '/v1/checkout/sessions', create_params, create),
  route('GET', '/v1/checkout/sessions', list_params, (work, params) =>
    page(work, 'checkout.session', '/v1/checkout/sessions', params, {
      customer: params.customer,
      payment_intent: params.payment_intent,
      status: params.status,
    }),
  ),
  route(
    'GET',
    '/v1/checkout/sessions/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'checkout.session', id)).object,
  ),
  route('POST', '/v1/checkout/sessions/:id', update_params, async (work, params, id) => {
    const session = await lock(work, 'checkout.session', id)
    session.object.metadata = mergeMetadata(session.object.metadata, params.metadata)
    await save(work, session)
    return session.object
  }),
  route('POST', '/v1/checkout/sessions/:id/expire', shape({}), expire),
  route('GET', '/v1/checkout/sessions/:id/line_items', shape(paging), async (work, params, id) => {
    const { line_items } = (await get(work, 'checkout.session', id)).hidden
    const limit = params.limit ?? 10
    const first = params.starting_after
      ? line_items.findIndex((item) => item.id === params.starting_after) + 1
      : 0
    return {
      object: 'list',
      data: line_items.slice(first, first + limit),
      has_more: line_items.length > first + limit,
      url: `/v1/checkout/sessions/${id}/line_items`,
    } satisfies Stripe.ApiList<Stripe.LineItem>
  }),
]
