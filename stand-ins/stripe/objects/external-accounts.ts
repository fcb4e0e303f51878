import type Stripe from 'stripe'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import type { FormValue } from '../protocol/form.ts'
import { anything, currency, metadata, oneOf, request, required, shape, text } from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { get, insert, lock, save } from '../state/store.ts'
import { bankNumbered } from '../state/test-methods.ts'
import { asAccount, type Work } from '../state/work.ts'
import { fingerprint } from './method-details.ts'

/** Bank accounts for payouts: https://docs.stripe.com/api/external_accounts */

const bank_params = shape({
  object: required(oneOf('bank_account')),
  account_holder_name: text,
  account_holder_type: oneOf('company', 'individual'),
  account_number: required(text),
  country: required(text),
  currency: required(currency),
  routing_number: text,
})

interface BankData {
  account_number: string
  routing_number?: string
  account_holder_name?: string
  account_holder_type?: 'company' | 'individual'
  country: string
  currency: string
}

/** Test tokens and their account numbers: https://docs.stripe.com/connect/testing#account-numbers */
const tokens: Record<string, string> = {
  btok_us: '000123456789',
  btok_us_verified: '000123456789',
  btok_us_no_account: '000111111116',
  btok_us_account_closed: '000111111113',
}

/** Adds a bank account to the account. The caller saves the account. */
export async function addBank(
  work: Work,
  account: Stripe.Account,
  given: FormValue,
): Promise<Stripe.BankAccount> {
  return attachBank(work, account, bankDataFrom(given))
}

export async function attachBank(
  work: Work,
  account: Stripe.Account,
  data: BankData,
): Promise<Stripe.BankAccount> {
  const list = account.external_accounts ?? { object: 'list', data: [], has_more: false, url: '' }
  const bank: Stripe.BankAccount = {
    id: work.env.id('ba'),
    object: 'bank_account',
    account: account.id,
    account_holder_name: data.account_holder_name ?? null,
    account_holder_type: data.account_holder_type ?? null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: data.country,
    currency: data.currency,
    default_for_currency: list.data.length === 0,
    fingerprint: fingerprint(data.account_number),
    future_requirements: null,
    last4: data.account_number.slice(-4),
    metadata: {},
    requirements: null,
    routing_number: data.routing_number ?? '110000000',
    status: 'new',
  }
  const theirs = asAccount(work, account.id)
  await insert(theirs, 'bank_account', bank, {
    fails_with: bankNumbered(data.account_number).behaviour.fails_with,
  })
  account.external_accounts = { ...list, data: [bank, ...list.data] }
  if (account.requirements?.currently_due) {
    const due = account.requirements.currently_due.filter((name) => name !== 'external_account')
    account.requirements = { ...account.requirements, currently_due: due, eventually_due: due, past_due: due }
  }
  await emit(theirs, 'account.external_account.created', bank)
  return bank
}

function bankDataFrom(given: FormValue): BankData {
  if (typeof given !== 'string') return bank_params(given, 'external_account')
  const account_number = tokens[given]
  if (account_number === undefined)
    throw invalid(`No such token: '${given}'`, { code: 'resource_missing', param: 'external_account' })
  return { account_number, country: 'US', currency: 'usd' }
}

async function create(
  work: Work,
  params: { external_account: FormValue },
  id: string,
): Promise<Stripe.BankAccount> {
  const stored = await lock(work, 'account', id)
  const bank = await addBank(work, stored.object, params.external_account)
  await save(work, stored)
  await emit(asAccount(work, id), 'account.updated', stored.object)
  return bank
}

async function remove(
  work: Work,
  _params: object,
  id: string,
  child: string,
): Promise<Stripe.DeletedBankAccount> {
  const stored = await lock(work, 'account', id)
  const theirs = asAccount(work, id)
  const bank = await lock(theirs, 'bank_account', child)
  bank.deleted = true
  await save(theirs, bank)
  const list = stored.object.external_accounts
  if (list) list.data = list.data.filter((one) => one.id !== child)
  await save(work, stored)
  await emit(theirs, 'account.external_account.deleted', bank.object)
  return { id: child, object: 'bank_account', deleted: true }
}

const create_params = request<Stripe.AccountCreateExternalAccountParams>()(
  shape({ external_account: required(anything), metadata }),
)

export const bank_routes: Route[] = [
  route(
    'GET',
    '/v1/accounts/:id/external_accounts',
    shape({ object: text, limit: text }),
    async (work, _params, id) => {
      const { object } = await get(work, 'account', id)
      return object.external_accounts ?? { object: 'list', data: [], has_more: false, url: '' }
    },
  ),
  route('POST', '/v1/accounts/:id/external_accounts', create_params, create),
  route(
    'GET',
    '/v1/accounts/:id/external_accounts/:child',
    shape({}),
    async (work, _params, id, child) => (await get(asAccount(work, id), 'bank_account', child)).object,
  ),
  route('DELETE', '/v1/accounts/:id/external_accounts/:child', shape({}), remove),
]
