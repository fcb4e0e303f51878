import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid, missing } from '../protocol/errors.ts'
import {
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  type Read,
  request,
  required,
  shape,
  text,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import type { Hidden } from '../state/kinds.ts'
import { find, get, insert, lock, type Stored, save } from '../state/store.ts'
import { bankNamed, bankNumbered, cardNamed, type TestBank, type TestCard } from '../state/test-methods.ts'
import type { Work } from '../state/work.ts'
import { billing_params, billingFrom } from './addresses.ts'
import { card_params, cardFrom, declined, toBankAccount, toCard } from './method-details.ts'

const bank_params = shape({
  account_holder_type: oneOf('company', 'individual'),
  account_number: text,
  account_type: oneOf('checking', 'savings'),
  financial_connections_account: text,
  routing_number: text,
})

/** Parameters that create a payment method; intents accept the same as `payment_method_data`. */
export const method_params = request<Stripe.PaymentMethodCreateParams>()(
  shape({
    type: required(oneOf('card', 'us_bank_account')),
    allow_redisplay: oneOf('always', 'limited', 'unspecified'),
    billing_details: billing_params,
    card: card_params,
    metadata,
    us_bank_account: bank_params,
  }),
)
export type MethodParams = Read<typeof method_params>

export async function createMethod(work: Work, params: MethodParams): Promise<Stored<'payment_method'>> {
  const nothing: Hidden['payment_method'] = { card: null, bank: null, set_up: false, spent: false }
  if (params.type === 'card') {
    const { card, exp_month, exp_year } = cardFrom(work, params.card)
    const card_details = toCard(card, exp_month, exp_year, params.card?.cvc !== undefined)
    return insertMethod(work, params, { card: card_details }, { ...nothing, card: card.behaviour })
  }
  const given = params.us_bank_account
  if (!given?.account_number || !given.routing_number)
    throw invalid('Missing required param: us_bank_account[account_number].', {
      code: 'parameter_missing',
      param: 'us_bank_account[account_number]',
    })
  if (!params.billing_details?.name)
    throw invalid('Missing required param: billing_details[name].', {
      code: 'parameter_missing',
      param: 'billing_details[name]',
    })
  if (!/^\d{9}$/.test(given.routing_number))
    throw invalid('The routing number is not valid.', {
      code: 'routing_number_invalid',
      param: 'us_bank_account[routing_number]',
    })
  const bank = bankNumbered(given.account_number)
  const account_details = toBankAccount(given.account_number, given.account_holder_type, given.account_type)
  return insertMethod(
    work,
    params,
    { us_bank_account: account_details },
    { ...nothing, bank: bank.behaviour },
  )
}

/** Finds a payment method, or creates one from a test name such as `pm_card_visa`: https://docs.stripe.com/testing */
export async function methodFrom(work: Work, id: string, param?: string): Promise<Stored<'payment_method'>> {
  const stored = await find(work, 'payment_method', id, true)
  if (stored) return stored
  const card = id.startsWith('pm_card_') ? cardNamed(id) : undefined
  if (card) return insertNamed(work, card)
  const bank = id.startsWith('pm_usBankAccount') ? bankNamed(id) : undefined
  if (bank) return insertNamedBank(work, bank)
  throw missing('PaymentMethod', id, param)
}

function insertNamed(work: Work, card: TestCard): Promise<Stored<'payment_method'>> {
  const next_year = new Date(work.now * 1000).getUTCFullYear() + 1
  return insertMethod(
    work,
    { type: 'card' },
    { card: toCard(card, 8, next_year, true) },
    { card: card.behaviour, bank: null, set_up: false, spent: false },
  )
}

function insertNamedBank(work: Work, bank: TestBank): Promise<Stored<'payment_method'>> {
  return insertMethod(
    work,
    { type: 'us_bank_account', billing_details: { name: 'Jenny Rosen' } },
    { us_bank_account: toBankAccount(bank.account_number) },
    { card: null, bank: bank.behaviour, set_up: false, spent: false },
  )
}

function insertMethod(
  work: Work,
  params: Partial<MethodParams> & Pick<MethodParams, 'type'>,
  details: Pick<Stripe.PaymentMethod, 'card' | 'us_bank_account'>,
  hidden: Hidden['payment_method'],
): Promise<Stored<'payment_method'>> {
  const method: Stripe.PaymentMethod = {
    id: work.env.id('pm'),
    object: 'payment_method',
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: billingFrom(params.billing_details),
    ...details,
    created: work.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    type: params.type,
  }
  return insert(work, 'payment_method', method, hidden)
}

export async function attach(work: Work, method: Stored<'payment_method'>, customer: string): Promise<void> {
  if (method.object.customer === customer) return
  if (method.object.customer !== null)
    throw invalid('The payment method you provided has already been attached to a customer.')
  refuseSpent(method)
  if (method.hidden.card?.declines_when_saved && method.hidden.card.declines)
    throw declined(method.hidden.card.declines)
  await get(work, 'customer', customer, 'customer')
  method.object.customer = customer
  await save(work, method)
  await emit(work, 'payment_method.attached', method.object)
}

export async function detach(work: Work, method: Stored<'payment_method'>): Promise<Stripe.PaymentMethod> {
  const customer = method.object.customer
  if (customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  method.object.customer = null
  method.hidden.spent = true
  await save(work, method)
  await emit(work, 'payment_method.detached', method.object, { customer })
  const owner = typeof customer === 'string' ? await find(work, 'customer', customer, true) : undefined
  if (owner && owner.object.invoice_settings.default_payment_method === method.object.id) {
    owner.object.invoice_settings.default_payment_method = null
    await save(work, owner)
  }
  return method.object
}

/** https://docs.stripe.com/payments/payment-methods#prohibited-reuse */
export function refuseSpent(method: Stored<'payment_method'>): void {
  if (method.hidden.spent)
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
}

const update_params = request<Stripe.PaymentMethodUpdateParams>()(
  shape({
    allow_redisplay: oneOf('always', 'limited', 'unspecified'),
    billing_details: billing_params,
    card: shape({ exp_month: integer, exp_year: integer }),
    metadata,
  }),
)

async function update(
  work: Work,
  params: Read<typeof update_params>,
  id: string,
): Promise<Stripe.PaymentMethod> {
  const stored = await lock(work, 'payment_method', id)
  const method = stored.object
  if (method.customer === null)
    throw invalid('You must save this PaymentMethod to a customer before you can update it.')
  method.billing_details = billingFrom(params.billing_details, method.billing_details)
  if (params.allow_redisplay) method.allow_redisplay = params.allow_redisplay
  if (method.card && params.card?.exp_month !== undefined) method.card.exp_month = params.card.exp_month
  if (method.card && params.card?.exp_year !== undefined) method.card.exp_year = params.card.exp_year
  method.metadata = mergeMetadata(method.metadata, params.metadata)
  await save(work, stored)
  await emit(work, 'payment_method.updated', method)
  return method
}

const list_params = request<Stripe.PaymentMethodListParams>()(
  shape({
    ...paging,
    customer: text,
    type: text,
    allow_redisplay: text,
  }),
)

export const payment_method_routes: Route[] = [
  route(
    'POST',
    '/v1/payment_methods',
    method_params,
    async (work, params) => (await createMethod(work, params)).object,
  ),
  route('GET', '/v1/payment_methods', list_params, (work, params) =>
    page(work, 'payment_method', '/v1/payment_methods', params, {
      customer: params.customer,
      type: params.type,
    }),
  ),
  route(
    'GET',
    '/v1/payment_methods/:id',
    shape({}),
    async (work, _params, id) => (await methodFrom(work, id)).object,
  ),
  route('POST', '/v1/payment_methods/:id', update_params, update),
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    shape({ customer: required(text) }),
    async (work, params, id) => {
      const method = await methodFrom(work, id)
      await attach(work, method, params.customer)
      return method.object
    },
  ),
  route('POST', '/v1/payment_methods/:id/detach', shape({}), async (work, _params, id) =>
    detach(work, await lock(work, 'payment_method', id)),
  ),
]
