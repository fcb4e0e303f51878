import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid, unexpectedState } from '../protocol/errors.ts'
import {
  anything,
  boolean,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  type Read,
  range,
  request,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { get, insert, lock, type Stored, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { automatic_methods, method_types } from './payment-intent-params.ts'
import { createMethod, method_params, methodFrom } from './payment-methods.ts'
import { setUp } from './setups.ts'

const method = { payment_method: text, payment_method_data: method_params }
const confirmation = {
  ...method,
  allowed_payment_method_types: method_types,
  mandate_data: anything,
  payment_method_options: anything,
  return_url: text,
  use_stripe_sdk: boolean,
}
const confirm_params = request<Stripe.SetupIntentConfirmParams>()(shape(confirmation))
export const create_params = request<Stripe.SetupIntentCreateParams>()(
  shape({
    ...confirmation,
    automatic_payment_methods: automatic_methods,
    confirm: boolean,
    customer: text,
    description: text,
    metadata,
    on_behalf_of: text,
    usage: oneOf('off_session', 'on_session'),
  }),
)
const update_params = request<Stripe.SetupIntentUpdateParams>()(
  shape({
    ...method,
    customer: text,
    description: unsettable(text),
    metadata,
    payment_method_options: anything,
  }),
)
const cancel_params = request<Stripe.SetupIntentCancelParams>()(
  shape({ cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') }),
)

export async function makeSetup(
  work: Work,
  params: Omit<Read<typeof create_params>, 'confirm'>,
  session: string | null = null,
): Promise<Stored<'setup_intent'>> {
  if (params.customer) await get(work, 'customer', params.customer, 'customer')
  const id = work.env.id('seti')
  const automatic =
    !params.allowed_payment_method_types && params.automatic_payment_methods?.enabled !== false
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: automatic
      ? { allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true }
      : null,
    cancellation_reason: null,
    client_secret: work.env.secret(`${id}_secret`),
    created: work.now,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: params.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'us_bank_account'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  }
  const stored = await insert(work, 'setup_intent', intent, {
    session,
    return_url: params.return_url ?? null,
  })
  await emit(work, 'setup_intent.created', intent)
  return stored
}

async function create(work: Work, params: Read<typeof create_params>): Promise<Stripe.SetupIntent> {
  if (params.return_url && !params.confirm)
    throw invalid(
      'You cannot set `return_url` when creating a SetupIntent without also setting `confirm=true`.',
      {
        param: 'return_url',
      },
    )
  const intent = await makeSetup(work, params)
  const chosen = await chosenMethod(work, params)
  if (chosen) await choose(work, intent, chosen)
  return params.confirm ? confirm(work, intent, chosen, params) : intent.object
}

async function confirm(
  work: Work,
  intent: Stored<'setup_intent'>,
  given: Stored<'payment_method'> | undefined,
  params: Read<typeof confirm_params>,
): Promise<Stripe.SetupIntent> {
  const { object } = intent
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(object.status))
    throw unexpectedState(
      'setup_intent',
      object,
      `You cannot confirm this SetupIntent because it has a status of ${object.status}.`,
    )
  const chosen =
    given ??
    (typeof object.payment_method === 'string'
      ? await lock(work, 'payment_method', object.payment_method)
      : undefined)
  if (!chosen)
    throw unexpectedState(
      'setup_intent',
      object,
      'You cannot confirm this SetupIntent because it’s missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.',
    )
  if (params.return_url) intent.hidden.return_url = params.return_url
  const automatic = object.automatic_payment_methods
  if (automatic && automatic.allow_redirects !== 'never' && !intent.hidden.return_url)
    throw invalid(
      'This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
      { param: 'return_url' },
    )
  const refusal = await setUp(work, intent, chosen, params.mandate_data !== undefined)
  if (refusal) throw refusal
  return object
}

function chosenMethod(
  work: Work,
  params: Pick<Read<typeof confirm_params>, 'payment_method' | 'payment_method_data'>,
): Promise<Stored<'payment_method'> | undefined> {
  if (params.payment_method) return methodFrom(work, params.payment_method, 'payment_method')
  if (params.payment_method_data) return createMethod(work, params.payment_method_data)
  return Promise.resolve(undefined)
}

async function choose(
  work: Work,
  intent: Stored<'setup_intent'>,
  chosen: Stored<'payment_method'>,
): Promise<void> {
  intent.object.payment_method = chosen.object.id
  intent.object.status = 'requires_confirmation'
  intent.object.next_action = null
  await save(work, intent)
}

async function update(
  work: Work,
  params: Read<typeof update_params>,
  id: string,
): Promise<Stripe.SetupIntent> {
  const intent = await lock(work, 'setup_intent', id)
  const { object } = intent
  if (object.status === 'succeeded' || object.status === 'canceled')
    throw unexpectedState(
      'setup_intent',
      object,
      `You cannot update this SetupIntent because it has a status of ${object.status}.`,
    )
  if (params.customer) object.customer = (await get(work, 'customer', params.customer, 'customer')).object.id
  if (params.description !== undefined) object.description = params.description
  object.metadata = mergeMetadata(object.metadata, params.metadata)
  const chosen = await chosenMethod(work, params)
  if (chosen) await choose(work, intent, chosen)
  await save(work, intent)
  return object
}

async function cancel(
  work: Work,
  params: Read<typeof cancel_params>,
  id: string,
): Promise<Stripe.SetupIntent> {
  const intent = await lock(work, 'setup_intent', id)
  const { object } = intent
  if (object.status === 'succeeded' || object.status === 'canceled' || intent.hidden.session)
    throw unexpectedState(
      'setup_intent',
      object,
      intent.hidden.session
        ? 'You cannot cancel this SetupIntent because it was created by a Checkout Session. Expire the session instead.'
        : `You cannot cancel this SetupIntent because it has a status of ${object.status}.`,
    )
  await cancelSetup(work, intent, params.cancellation_reason ?? null)
  return object
}

export async function cancelSetup(
  work: Work,
  intent: Stored<'setup_intent'>,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Promise<void> {
  intent.object.status = 'canceled'
  intent.object.cancellation_reason = reason
  intent.object.next_action = null
  await save(work, intent)
  await emit(work, 'setup_intent.canceled', intent.object)
}

const list_params = request<Stripe.SetupIntentListParams>()(
  shape({ ...paging, created: range, customer: text, payment_method: text }),
)

export const setup_intent_routes: Route[] = [
  route('POST', '/v1/setup_intents', create_params, create),
  route('GET', '/v1/setup_intents', list_params, (work, params) =>
    page(work, 'setup_intent', '/v1/setup_intents', params, {
      customer: params.customer,
      payment_method: params.payment_method,
    }),
  ),
  route(
    'GET',
    '/v1/setup_intents/:id',
    shape({ client_secret: text }),
    async (work, _params, id) => (await get(work, 'setup_intent', id)).object,
  ),
  route('POST', '/v1/setup_intents/:id', update_params, update),
  route('POST', '/v1/setup_intents/:id/confirm', confirm_params, async (work, params, id) => {
    const intent = await lock(work, 'setup_intent', id)
    return confirm(work, intent, await chosenMethod(work, params), params)
  }),
  route('POST', '/v1/setup_intents/:id/cancel', cancel_params, cancel),
  route(
    'GET',
    '/v1/mandates/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'mandate', id)).object,
  ),
]
