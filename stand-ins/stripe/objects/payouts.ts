import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import {
  currency,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  positive,
  type Read,
  range,
  request,
  required,
  shape,
  text,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { find, get, insert, lock, type Stored, save } from '../state/store.ts'
import { asAccount, type Work } from '../state/work.ts'
import { book, lockAvailable } from './balance.ts'
import { bankFailure } from './debits.ts'

/**
 * https://docs.stripe.com/payouts: money leaves the balance immediately, and the bank reports days later whether it
 * arrived.
 */

const create_params = request<Stripe.PayoutCreateParams>()(
  shape({
    amount: required(positive),
    currency: required(currency),
    description: text,
    destination: text,
    metadata,
    method: oneOf('standard'),
    source_type: oneOf('bank_account', 'card'),
    statement_descriptor: text,
  }),
)

async function create(work: Work, params: Read<typeof create_params>): Promise<Stripe.Payout> {
  const bank = await destinationOf(work, params)
  if ((await lockAvailable(work, params.currency)) < params.amount)
    throw invalid(
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.',
      {
        code: 'balance_insufficient',
        param: 'amount',
      },
    )
  const id = work.env.id('po')
  const { amount } = params
  const line = await book(work, {
    type: 'payout',
    amount: -amount,
    currency: params.currency,
    source: id,
    description: 'STRIPE PAYOUT',
  })
  const arrival_date = work.now + work.env.delays.payout
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date,
    automatic: false,
    balance_transaction: line.id,
    created: work.now,
    currency: params.currency,
    description: params.description ?? null,
    destination: bank?.object.id ?? null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: params.statement_descriptor ?? null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  }
  await insert(
    work,
    'payout',
    payout,
    { fails_with: bank?.hidden.fails_with ?? null },
    { due_at: arrival_date },
  )
  await emit(work, 'payout.created', payout)
  return payout
}

async function destinationOf(
  work: Work,
  params: Read<typeof create_params>,
): Promise<Stored<'bank_account'> | undefined> {
  if (params.destination) return get(work, 'bank_account', params.destination, 'destination')
  // The platform's own bank account is not modeled; its payouts always succeed.
  if (work.account === work.env.platform) return undefined
  const { object } = await get(asAccount(work, work.env.platform), 'account', work.account)
  if (!object.payouts_enabled)
    throw invalid('Cannot create payouts: this account does not have payouts enabled.', {
      code: 'payouts_not_allowed',
    })
  const chosen = object.external_accounts?.data.find(
    (bank) => bank.currency === params.currency && bank.default_for_currency,
  )
  const bank = chosen ? await find(work, 'bank_account', chosen.id) : undefined
  if (!bank)
    throw invalid(`Sorry, you don't have any external accounts in that currency (${params.currency}).`, {
      param: 'currency',
    })
  return bank
}

/** Settles a payout on its arrival date. */
export async function settlePayout(work: Work, payout: Stored<'payout'>): Promise<void> {
  const { object, hidden } = payout
  if (hidden.fails_with === null) {
    object.status = 'paid'
    await save(work, payout, { due_at: null })
    await emit(work, 'payout.paid', object)
    return
  }
  const failure = bankFailure(hidden.fails_with)
  const line = await book(work, {
    type: 'payout_failure',
    amount: object.amount,
    currency: object.currency,
    source: object.id,
    description: 'PAYOUT FAILURE',
  })
  object.status = 'failed'
  object.failure_code = failure.code
  object.failure_message = failure.message
  object.failure_balance_transaction = line.id
  await save(work, payout, { due_at: null })
  await emit(work, 'payout.failed', object)
}

async function cancel(work: Work, _params: object, id: string): Promise<Stripe.Payout> {
  const payout = await lock(work, 'payout', id)
  const { object } = payout
  if (object.status !== 'pending')
    throw invalid(
      `Payouts can only be canceled while pending; this payout has a status of ${object.status}.`,
      { code: 'payout_already_canceled' },
    )
  const line = await book(work, {
    type: 'payout_failure',
    amount: object.amount,
    currency: object.currency,
    source: id,
    description: 'PAYOUT CANCEL',
  })
  object.status = 'canceled'
  object.failure_balance_transaction = line.id
  await save(work, payout, { due_at: null })
  await emit(work, 'payout.canceled', object)
  return object
}

const list_params = request<Stripe.PayoutListParams>()(
  shape({ ...paging, created: range, destination: text, status: text }),
)

export const payout_routes: Route[] = [
  route('POST', '/v1/payouts', create_params, create),
  route('GET', '/v1/payouts', list_params, (work, params) =>
    page(work, 'payout', '/v1/payouts', params, { destination: params.destination, status: params.status }),
  ),
  route(
    'GET',
    '/v1/payouts/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'payout', id)).object,
  ),
  route('POST', '/v1/payouts/:id', shape({ metadata }), async (work, params, id) => {
    const payout = await lock(work, 'payout', id)
    payout.object.metadata = mergeMetadata(payout.object.metadata, params.metadata)
    await save(work, payout)
    await emit(work, 'payout.updated', payout.object)
    return payout.object
  }),
  route('POST', '/v1/payouts/:id/cancel', shape({}), cancel),
]
