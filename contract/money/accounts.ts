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
          requirement: Type.String({ description: "The provider's name of the requirement." }),
          text: Type.String({ description: 'A description of the requirement.' }),
        }),
        { description: 'Details that the provider still needs.' },
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
    description: 'Whether there can be payouts: an assigned spot, or earnings.',
  }),
})
export type OwnAccount = Static<typeof OwnAccount>

const AccountQuery = Type.Object({
  refresh: Type.Optional(
    Type.Boolean({
      description: "Refresh from the provider first, after returning from the provider's page.",
    }),
  ),
})
const AccountChange = StrictObject({
  return_path: ReturnPath,
  schedule: Type.Optional(StringEnum(payoutSchedules)),
  max_payout_cents: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000_000,
        description: 'The maximum amount of one payout.',
      }),
    ),
  ),
})
const Onboarding = Type.Object({
  url: Type.String({
    description:
      'Redirect the person to this URL immediately; it works once. They return to `return_path` with `onboarding=done` in its query, or `again` if the page had expired.',
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
    is_secret: true,
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'Get the payout account of a lot and its missing details',
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
    summary: "Set up the payout account of a lot on the provider's page, and its payout schedule and maximum",
    tags: ['payouts'],
    params: LotParams,
    body: AccountChange,
    response: { 200: Onboarding },
  },
})

export const getMyAccountRoute = route({
  method: 'GET',
  url: '/api/v1/accounts/mine',
  config: { access: ['user'], errors: ['provider_unavailable'], is_secret: true },
  schema: {
    summary: 'Get my payout account and its missing details',
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
    summary: "Set up my payout account on the provider's page, and its payout schedule and maximum",
    tags: ['payouts'],
    body: AccountChange,
    response: { 200: Onboarding },
  },
})
