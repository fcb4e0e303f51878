import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import {
  anything,
  boolean,
  currency,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  type Read,
  range,
  request,
  required,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { get, insert, lock, type Stored, save } from '../state/store.ts'
import { asAccount, type Work } from '../state/work.ts'
import { blankAccount, platformAccount, profileFrom, requirementsOf } from './account-shapes.ts'
import { addBank, bank_routes } from './external-accounts.ts'

/** Connected accounts: https://docs.stripe.com/connect/accounts */

const capability = shape({ requested: boolean })
const profile = shape({
  mcc: text,
  name: text,
  product_description: text,
  support_email: text,
  support_phone: text,
  support_url: unsettable(text),
  url: text,
})
const shared = {
  business_profile: profile,
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  capabilities: shape({
    card_payments: capability,
    transfers: capability,
    us_bank_account_ach_payments: capability,
  }),
  company: anything,
  default_currency: currency,
  email: text,
  external_account: anything,
  individual: anything,
  metadata,
  settings: anything,
  tos_acceptance: anything,
}
const create_params = request<Stripe.AccountCreateParams>()(
  shape({
    ...shared,
    controller: shape({
      fees: shape({ payer: oneOf('account', 'application') }),
      losses: shape({ payments: oneOf('application', 'stripe') }),
      requirement_collection: oneOf('application', 'stripe'),
      stripe_dashboard: shape({ type: oneOf('express', 'full', 'none') }),
    }),
    country: text,
    type: oneOf('custom', 'express', 'standard'),
  }),
)
export type AccountParams = Read<typeof create_params>
const update_params = request<Stripe.AccountUpdateParams>()(shape(shared))

async function create(work: Work, params: AccountParams): Promise<Stripe.Account> {
  if (params.type && params.controller)
    throw invalid('You cannot specify both `type` and `controller`.', { param: 'type' })
  const account = blankAccount(work, params)
  await insert(work, 'account', account, {})
  if (params.external_account !== undefined) await addBank(work, account, params.external_account)
  await emit(asAccount(work, account.id), 'account.updated', account)
  return account
}

async function update(work: Work, params: Read<typeof update_params>, id: string): Promise<Stripe.Account> {
  const stored = await lock(work, 'account', id)
  const { object } = stored
  if (params.business_profile)
    object.business_profile = profileFrom(params.business_profile, object.business_profile)
  if (params.business_type) object.business_type = params.business_type
  if (params.default_currency) object.default_currency = params.default_currency
  if (params.email) object.email = params.email
  object.metadata = mergeMetadata(object.metadata ?? {}, params.metadata)
  if (params.external_account !== undefined) await addBank(work, object, params.external_account)
  await saveAccount(work, stored)
  return object
}

/**
 * How much the person has submitted decides what the account may do:
 * https://docs.stripe.com/connect/identity-verification
 */
export type Given = 'nothing' | 'some' | 'everything'

export async function setGiven(work: Work, stored: Stored<'account'>, given: Given): Promise<void> {
  const { object } = stored
  object.details_submitted = given !== 'nothing'
  object.charges_enabled = given !== 'nothing'
  object.payouts_enabled = given === 'everything'
  const status = given === 'nothing' ? 'inactive' : 'active'
  if (object.capabilities) {
    if (object.capabilities.card_payments) object.capabilities.card_payments = status
    if (object.capabilities.transfers) object.capabilities.transfers = status
    if (object.capabilities.us_bank_account_ach_payments)
      object.capabilities.us_bank_account_ach_payments = status
  }
  object.requirements = requirementsOf(given)
  await saveAccount(work, stored)
}

async function saveAccount(work: Work, stored: Stored<'account'>): Promise<void> {
  await save(work, stored)
  await emit(asAccount(work, stored.object.id), 'account.updated', stored.object)
}

async function retrieve(work: Work, _params: object, id: string): Promise<Stripe.Account> {
  if (id === work.env.platform) return platformAccount(work)
  return (await get(asAccount(work, work.env.platform), 'account', id)).object
}

async function remove(work: Work, _params: object, id: string): Promise<Stripe.DeletedAccount> {
  const stored = await lock(work, 'account', id)
  stored.deleted = true
  await save(work, stored)
  await emit(asAccount(work, id), 'account.application.deauthorized', {
    id: 'ca_openspot_stand_in',
    object: 'application',
  })
  return { id, object: 'account', deleted: true }
}

const link_params = request<Stripe.AccountLinkCreateParams>()(
  shape({
    account: required(text),
    collect: oneOf('currently_due', 'eventually_due'),
    collection_options: anything,
    refresh_url: required(text),
    return_url: required(text),
    type: required(oneOf('account_onboarding', 'account_update')),
  }),
)

/** Valid once and for five minutes: https://docs.stripe.com/api/account_links */
async function createLink(work: Work, params: Read<typeof link_params>): Promise<Stripe.AccountLink> {
  await get(work, 'account', params.account, 'account')
  const id = work.env.secret('link')
  const link: Stripe.AccountLink = {
    object: 'account_link',
    created: work.now,
    expires_at: work.now + 300,
    url: `${work.env.public_url()}/onboarding/${id}`,
  }
  const hidden = {
    account: params.account,
    refresh_url: params.refresh_url,
    return_url: params.return_url,
    used: false,
  }
  await insert(work, 'account_link', link, hidden, { id })
  return link
}

export const account_routes: Route[] = [
  route('POST', '/v1/accounts', create_params, create),
  route(
    'GET',
    '/v1/accounts',
    request<Stripe.AccountListParams>()(shape({ ...paging, created: range })),
    (work, params) => page(work, 'account', '/v1/accounts', params),
  ),
  route('GET', '/v1/account', shape({}), (work) => retrieve(work, {}, work.account)),
  route('GET', '/v1/accounts/:id', shape({}), retrieve),
  route('POST', '/v1/accounts/:id', update_params, update),
  route('DELETE', '/v1/accounts/:id', shape({}), remove),
  route('POST', '/v1/account_links', link_params, createLink),
  route('POST', '/v1/accounts/:id/login_links', shape({}), async (work, _params, id) => {
    await get(work, 'account', id)
    return {
      object: 'login_link',
      created: work.now,
      url: `${work.env.public_url()}/express/${id}`,
    } satisfies Stripe.LoginLink
  }),
  ...bank_routes,
]
