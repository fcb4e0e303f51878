import type Stripe from 'stripe'
import { mergeMetadata } from '../protocol/params.ts'
import type { Work } from '../state/work.ts'
import type { AccountParams, Given } from './accounts.ts'

export function blankAccount(work: Work, params: AccountParams): Stripe.Account {
  const id = work.env.id('acct')
  const dashboard =
    params.controller?.stripe_dashboard?.type ??
    (params.type === 'express' ? 'express' : params.type === 'custom' ? 'none' : 'full')
  const requested = params.capabilities
  return {
    id,
    object: 'account',
    business_profile: profileFrom(params.business_profile ?? {}, null),
    business_type: params.business_type ?? null,
    capabilities: {
      ...(requested?.card_payments?.requested ? { card_payments: 'inactive' } : {}),
      ...(requested?.transfers?.requested || dashboard === 'express' ? { transfers: 'inactive' } : {}),
      ...(requested?.us_bank_account_ach_payments?.requested
        ? { us_bank_account_ach_payments: 'inactive' }
        : {}),
    },
    charges_enabled: false,
    controller: {
      fees: { payer: params.controller?.fees?.payer ?? (dashboard === 'full' ? 'account' : 'application') },
      is_controller: true,
      losses: {
        payments: params.controller?.losses?.payments ?? (dashboard === 'full' ? 'stripe' : 'application'),
      },
      requirement_collection:
        params.controller?.requirement_collection ?? (dashboard === 'none' ? 'application' : 'stripe'),
      stripe_dashboard: { type: dashboard },
      type: 'application',
    },
    country: params.country ?? 'US',
    created: work.now,
    default_currency: params.default_currency ?? 'usd',
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: requirementsOf('everything'),
    metadata: mergeMetadata({}, params.metadata),
    payouts_enabled: false,
    requirements: requirementsOf('nothing'),
    settings: settings(),
    tos_acceptance: {},
    type: params.controller ? 'none' : (params.type ?? 'standard'),
  }
}

/** https://docs.stripe.com/connect/handling-api-verification#determine-if-identity-verification-is-needed */
export function requirementsOf(given: Given): Stripe.Account.Requirements {
  const due =
    given === 'nothing'
      ? [
          'business_profile.mcc',
          'business_profile.url',
          'business_type',
          'external_account',
          'tos_acceptance.date',
          'tos_acceptance.ip',
        ]
      : given === 'some'
        ? ['external_account', 'individual.verification.document']
        : []
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: due.length ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  }
}

export function profileFrom(
  given: NonNullable<AccountParams['business_profile']>,
  old: Stripe.Account.BusinessProfile | null | undefined,
): Stripe.Account.BusinessProfile {
  return {
    mcc: given.mcc ?? old?.mcc ?? null,
    minority_owned_business_designation: null,
    name: given.name ?? old?.name ?? null,
    product_description: given.product_description ?? old?.product_description ?? null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: given.support_email ?? old?.support_email ?? null,
    support_phone: given.support_phone ?? old?.support_phone ?? null,
    support_url: given.support_url ?? old?.support_url ?? null,
    url: given.url ?? old?.url ?? null,
  }
}

function settings(): Stripe.Account.Settings {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    // The stand-in makes no automatic payouts.
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: 'manual' },
      statement_descriptor: null,
    },
  }
}

/** The account that the API keys belong to. It is not stored because it never changes. */
export function platformAccount(work: Work): Stripe.Account {
  return {
    ...blankAccount(work, { type: 'standard', email: 'platform@openspot.example' }),
    id: work.env.platform,
    capabilities: { card_payments: 'active', transfers: 'active', us_bank_account_ach_payments: 'active' },
    charges_enabled: true,
    created: 0,
    details_submitted: true,
    payouts_enabled: true,
    requirements: requirementsOf('everything'),
  }
}
