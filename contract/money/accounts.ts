import { payoutOnboardingStatuses, payoutSchedules } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  Instant,
  LotParams,
  Nullable,
  ReturnPath,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'

/** The payout account of a lot or a host at the card provider, which holds the bank details and identity documents. */
export const PayoutAccount = Type.Object({
  status: StringEnum(payoutOnboardingStatuses),
  // Null for the lot's admins, who see only the status.
  details: Nullable(
    Type.Object({
      missing: Type.Array(
        Type.Object({
          requirement: Type.String({ description: "The provider's own name of it." }),
          text: Type.String({ description: 'What it is, in words.' }),
        }),
        { description: 'What the provider still wants to know.' },
      ),
      bank: Nullable(Type.Object({ name: Type.String(), last4: Type.String() })),
      currency: Currency,
      country: Type.String(),
      schedule: StringEnum(payoutSchedules),
      max_payout_cents: Nullable(Cents),
      changed_at: Nullable(Instant),
    }),
  ),
})
export type PayoutAccount = Static<typeof PayoutAccount>

const OwnAccount = Type.Object({
  ...PayoutAccount.properties,
  is_host: Type.Boolean({
    description: 'Whether there is anything to be paid for: a spot of my own, or earnings.',
  }),
})
export type OwnAccount = Static<typeof OwnAccount>

const AccountQuery = Type.Object({
  refresh: Type.Optional(
    Type.Boolean({ description: "Ask the provider first: when coming back from the provider's page." }),
  ),
})
const AccountChange = StrictObject({
  return_path: ReturnPath,
  schedule: Type.Optional(StringEnum(payoutSchedules)),
  max_payout_cents: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, description: 'The most in one payout.' }),
    ),
  ),
})
const Onboarding = Type.Object({
  url: Type.String({
    description:
      'Send the person there, once and soon. They come back to `return_path` with `onboarding=done` in its query, or `again` if the page had run out.',
  }),
  account: PayoutAccount,
})
const limit = { max: 20, minutes: 60 } as const

export const getLotAccountRoute = route({
  method: 'GET',
  url: '/api/v1/accounts/lots/:lot_id',
  config: {
    // Not in order of rank: callers with more than the admin role see more.
    access: ['super_admin', 'platform_admin', 'admin'],
    errors: ['provider_unavailable'],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: "Where the lot's money goes, and what is missing until it can",
    tags: ['payouts'],
    params: LotParams,
    querystring: AccountQuery,
    response: { 200: PayoutAccount },
  },
})

export const setUpLotAccountRoute = route({
  method: 'POST',
  url: '/api/v1/accounts/lots/:lot_id',
  config: {
    access: ['super_admin'],
    errors: [
      'account_needed',
      'not_a_host',
      'payout_account_not_ready',
      'payout_account_refused',
      'provider_unavailable',
      'recent_sign_in_required',
    ],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    limit,
  },
  schema: {
    summary: "Say where the lot's money goes, on the provider's own page; how often and how much at once",
    tags: ['payouts'],
    params: LotParams,
    body: AccountChange,
    response: { 200: Onboarding },
  },
})

export const getMyAccountRoute = route({
  method: 'GET',
  url: '/api/v1/accounts/mine',
  config: { access: ['user'], errors: ['provider_unavailable'] },
  schema: {
    summary: 'Where what I earn goes, and what is missing until it can',
    tags: ['payouts'],
    querystring: AccountQuery,
    response: { 200: OwnAccount },
  },
})

export const setUpMyAccountRoute = route({
  method: 'POST',
  url: '/api/v1/accounts/mine',
  config: {
    access: ['user'],
    errors: [
      'account_needed',
      'not_a_host',
      'payout_account_not_ready',
      'payout_account_refused',
      'provider_unavailable',
      'recent_sign_in_required',
    ],
    limit,
  },
  schema: {
    summary: "Say where what I earn goes, on the provider's own page; how often and how much at once",
    tags: ['payouts'],
    body: AccountChange,
    response: { 200: Onboarding },
  },
})
