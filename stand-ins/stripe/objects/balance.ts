import type Stripe from 'stripe'
import { currentState } from '../http/current-state.ts'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { currency, paging, range, request, shape, text } from '../protocol/params.ts'
import { get, insert } from '../state/store.ts'
import type { Work } from '../state/work.ts'

type Booked =
  | 'adjustment'
  | 'application_fee'
  | 'application_fee_refund'
  | 'charge'
  | 'payment'
  | 'payment_refund'
  | 'payout'
  | 'payout_failure'
  | 'refund'
  | 'refund_failure'
  | 'transfer'
  | 'transfer_refund'

/** https://docs.stripe.com/reports/reporting-categories */
const categories: Record<Booked, string> = {
  adjustment: 'dispute',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  charge: 'charge',
  payment: 'charge',
  payment_refund: 'refund',
  payout: 'payout',
  payout_failure: 'payout_reversal',
  refund: 'refund',
  refund_failure: 'refund_failure',
  transfer: 'transfer',
  transfer_refund: 'transfer_reversal',
}

export interface Entry {
  type: Booked
  /** Amount before fees; negative for outgoing money. */
  amount: number
  currency: string
  source: string
  description?: string | null
  available_on?: number
  fees?: { amount: number; type: 'application_fee' | 'stripe_fee' }[]
}

/** Adds a transaction to the account's books. The balance is the sum of these and is stored nowhere else. */
export async function book(work: Work, entry: Entry): Promise<Stripe.BalanceTransaction> {
  const fee_details = (entry.fees ?? [])
    .filter((fee) => fee.amount !== 0)
    .map((fee) => ({
      amount: fee.amount,
      application: null,
      currency: entry.currency,
      description: fee.type === 'stripe_fee' ? 'Stripe processing fees' : 'Application fee',
      type: fee.type,
    }))
  const fee = fee_details.reduce((sum, detail) => sum + detail.amount, 0)
  const available_on = entry.available_on ?? work.now
  const line: Stripe.BalanceTransaction = {
    id: work.env.id('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on,
    balance_type: 'payments',
    created: work.now,
    currency: entry.currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details,
    net: entry.amount - fee,
    reporting_category: categories[entry.type],
    source: entry.source,
    status: available_on <= work.now ? 'available' : 'pending',
    type: entry.type,
  }
  await insert(work, 'balance_transaction', line, {})
  return line
}

/** 2.9% plus 30 cents, rounded half up to the cent: https://stripe.com/pricing. Uses only integers. */
export function cardFee(amount: number): number {
  return Math.floor((amount * 29 + 500) / 1000) + 30
}

/** 0.8%, at most five dollars: https://stripe.com/pricing (ACH Direct Debit). */
export function bankFee(amount: number): number {
  return Math.min(500, Math.floor((amount * 8 + 500) / 1000))
}

/** Fifteen dollars per dispute: https://docs.stripe.com/disputes/how-disputes-work */
export const dispute_fee = 1500

interface Sum {
  currency: string
  available: string
  pending: string
}

async function sums(work: Work): Promise<Sum[]> {
  const found = await work.client.query<Sum>(
    `select data->>'currency' as currency,
       coalesce(sum((data->>'net')::bigint) filter (where (data->>'available_on')::bigint <= $2), 0) as available,
       coalesce(sum((data->>'net')::bigint) filter (where (data->>'available_on')::bigint > $2), 0) as pending
     from objects where account = $1 and kind = 'balance_transaction' group by 1 order by 1`,
    [work.account, work.now],
  )
  return found.rows
}

/**
 * Returns the available balance, locked until the transaction ends so that two payouts cannot both spend it. Taken
 * after all row locks, which keeps the lock order consistent.
 */
export async function lockAvailable(work: Work, wanted: string): Promise<number> {
  await work.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `balance:${work.account}`,
  ])
  return Number((await sums(work)).find((sum) => sum.currency === wanted)?.available ?? 0)
}

async function balance(work: Work): Promise<Stripe.Balance> {
  const found = await sums(work)
  const of = (side: 'available' | 'pending') =>
    found.map((sum) => ({
      amount: Number(sum[side]),
      currency: sum.currency,
      source_types: { card: Number(sum[side]) },
    }))
  const nothing = [{ amount: 0, currency: 'usd', source_types: { card: 0 } }]
  return {
    object: 'balance',
    available: found.length ? of('available') : nothing,
    livemode: false,
    pending: found.length ? of('pending') : nothing,
  }
}

const list_params = request<Stripe.BalanceTransactionListParams>()(
  shape({
    ...paging,
    created: range,
    currency,
    payout: text,
    source: text,
    type: text,
  }),
)

export const balance_routes: Route[] = [
  route('GET', '/v1/balance', shape({}), balance),
  route('GET', '/v1/balance_transactions', list_params, (work, params) =>
    page(work, 'balance_transaction', '/v1/balance_transactions', params, {
      currency: params.currency,
      source: params.source ?? params.payout,
      type: params.type,
    }),
  ),
  route('GET', '/v1/balance_transactions/:id', shape({}), async (work, _params, id) =>
    currentState(work, (await get(work, 'balance_transaction', id)).object),
  ),
]
