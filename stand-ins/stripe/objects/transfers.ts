import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import {
  boolean,
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
  unsettable,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { find, get, lock, save } from '../state/store.ts'
import { asAccount, type Work } from '../state/work.ts'
import { lockAvailable } from './balance.ts'
import { makeTransfer, reverseTransfer } from './destinations.ts'
import { plannedTransfer } from './payment-intent-make.ts'

/** https://docs.stripe.com/connect/separate-charges-and-transfers */

const create_params = request<Stripe.TransferCreateParams>()(
  shape({
    amount: required(positive),
    currency: required(currency),
    description: text,
    destination: required(text),
    metadata,
    source_transaction: text,
    source_type: oneOf('bank_account', 'card'),
    transfer_group: text,
  }),
)

async function create(work: Work, params: Read<typeof create_params>): Promise<Stripe.Transfer> {
  await plannedTransfer(work, { destination: params.destination })
  const source = params.source_transaction
  const available_on = source
    ? await fromCharge(work, source, params.amount)
    : await fromBalance(work, params.currency, params.amount)
  return makeTransfer(work, {
    amount: params.amount,
    currency: params.currency,
    destination: params.destination,
    available_on,
    application_fee: 0,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    source_transaction: source ?? null,
    transfer_group: params.transfer_group ?? (source ? `group_${source}` : null),
  })
}

/** The money of a charge can be transferred before it is available, but not more than was captured. */
async function fromCharge(work: Work, id: string, amount: number): Promise<number> {
  const charge = await lock(work, 'charge', id, 'source_transaction')
  const found = await work.client.query<{ sum: string }>(
    `select coalesce(sum((data->>'amount')::bigint), 0) as sum from objects
     where account = $1 and kind = 'transfer' and data->>'source_transaction' = $2`,
    [work.account, id],
  )
  const left = charge.object.amount_captured - Number(found.rows[0]?.sum ?? 0)
  if (amount > left)
    throw invalid(
      `Transfers using this transaction as a source must not exceed the source amount. There ${left === 1 ? 'is' : 'are'} ${left} left of it.`,
      { param: 'amount' },
    )
  const line = charge.object.balance_transaction
  const taken = typeof line === 'string' ? await find(work, 'balance_transaction', line) : undefined
  return Math.max(work.now, taken?.object.available_on ?? 0)
}

async function fromBalance(work: Work, code: string, amount: number): Promise<number> {
  if ((await lockAvailable(work, code)) < amount)
    throw invalid(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://docs.stripe.com/testing#available-balance',
      { code: 'balance_insufficient' },
    )
  return work.now
}

const reverse_params = request<Stripe.TransferCreateReversalParams>()(
  shape({ amount: positive, description: unsettable(text), metadata, refund_application_fee: boolean }),
)

async function reverse(
  work: Work,
  params: Read<typeof reverse_params>,
  id: string,
): Promise<Stripe.TransferReversal> {
  const transfer = await lock(work, 'transfer', id)
  const { object } = transfer
  const left = object.amount - object.amount_reversed
  const amount = params.amount ?? left
  if (left === 0) throw invalid(`Transfer ${id} has already been fully reversed.`)
  if (amount > left)
    throw invalid(
      `Reversal amount (${amount}) is greater than the unreversed amount on the transfer (${left}).`,
      { param: 'amount' },
    )
  const theirs = asAccount(work, typeof object.destination === 'string' ? object.destination : '')
  if ((await lockAvailable(theirs, object.currency)) < amount)
    throw invalid('The connected account does not have enough available balance for this reversal.', {
      code: 'balance_insufficient',
    })
  return reverseTransfer(work, transfer, amount, {
    metadata: mergeMetadata({}, params.metadata),
    source_refund: null,
  })
}

const list_params = request<Stripe.TransferListParams>()(
  shape({ ...paging, created: range, destination: text, transfer_group: text }),
)
const update_params = request<Stripe.TransferUpdateParams>()(shape({ description: text, metadata }))

export const transfer_routes: Route[] = [
  route('POST', '/v1/transfers', create_params, create),
  route('GET', '/v1/transfers', list_params, (work, params) =>
    page(work, 'transfer', '/v1/transfers', params, {
      destination: params.destination,
      transfer_group: params.transfer_group,
    }),
  ),
  route(
    'GET',
    '/v1/transfers/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'transfer', id)).object,
  ),
  route('POST', '/v1/transfers/:id', update_params, async (work, params, id) => {
    const transfer = await lock(work, 'transfer', id)
    if (params.description) transfer.object.description = params.description
    transfer.object.metadata = mergeMetadata(transfer.object.metadata, params.metadata)
    await save(work, transfer)
    await emit(work, 'transfer.updated', transfer.object)
    return transfer.object
  }),
  route('POST', '/v1/transfers/:id/reversals', reverse_params, reverse),
  route('GET', '/v1/transfers/:id/reversals', shape(paging), (work, params, id) =>
    page(work, 'transfer_reversal', `/v1/transfers/${id}/reversals`, params, { transfer: id }),
  ),
]
