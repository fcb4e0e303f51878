import { earningSources, payeeKinds, payoutStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, LotParams, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** A lot as shown on a payee's pages, which may cover several lots. */
export const PayingLot = Type.Object({ id: Id, name: Type.String(), time_zone: Type.String() })

/** The source of earnings: a reservation, or a month of the lot's plan. */
export const EarnedFor = Type.Object({
  source_id: Id,
  source_kind: StringEnum(earningSources),
  reservation: Nullable(
    Type.Object({
      id: Id,
      spot_label: Type.String(),
      starts_at: Instant,
      ends_at: Nullable(Instant),
    }),
  ),
  invoice_number: Nullable(Type.Integer()),
  plan_name: Nullable(Type.String()),
  period_starts_at: Nullable(
    Type.String({ description: 'The start of the month, for a monthly reservation or a plan.' }),
  ),
  period_ends_at: Nullable(Type.String()),
})
export type EarnedFor = Static<typeof EarnedFor>

export const Payout = Type.Object({
  id: Id,
  number: Type.Integer(),
  lot: PayingLot,
  payee_kind: StringEnum(payeeKinds),
  payee_name: Nullable(Type.String({ description: 'Only for a host.' })),
  status: StringEnum(payoutStatuses, {
    description:
      'PENDING: in transit to the account at the provider. SENT: in transit to the bank. FAILED: the bank did not accept it.',
  }),
  currency: Currency,
  amount_cents: Cents,
  failure: Nullable(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      { description: 'Why it failed or is delayed.' },
    ),
  ),
  bank: Nullable(Type.Object({ name: Type.String(), last4: Type.String() })),
  created_at: Instant,
  sent_at: Nullable(Instant),
  arrives_at: Nullable(Instant),
  paid_at: Nullable(Instant),
})
export type Payout = Static<typeof Payout>

const PayoutLine = Type.Object({ ...EarnedFor.properties, amount_cents: Cents })
export type PayoutLine = Static<typeof PayoutLine>

const PayoutParams = Type.Object({ payout_id: Id })
const subject = { kind: 'payout', in: 'params', name: 'payout_id' } as const
const ofLot = { kind: 'lot', in: 'params', name: 'lot_id' } as const

export const getPayoutRoute = route({
  method: 'GET',
  url: '/api/v1/payouts/:payout_id',
  config: { access: ['resource_owner', 'super_admin', 'platform_admin'], errors: [], subject },
  schema: {
    summary: 'Get a payout and its entries, by due date',
    tags: ['payouts'],
    params: PayoutParams,
    querystring: Type.Object({ ...PageQuery }),
    response: { 200: Type.Object({ ...Payout.properties, lines: Page(PayoutLine) }) },
  },
})

export const retryPayoutRoute = route({
  method: 'POST',
  url: '/api/v1/payouts/:payout_id/retry',
  config: {
    access: ['resource_owner', 'super_admin', 'platform_admin'],
    errors: ['payout_account_not_ready', 'payout_not_failed'],
    subject,
    idempotent: 'required',
  },
  schema: {
    summary: 'Retry a failed payout',
    tags: ['payouts'],
    params: PayoutParams,
    response: { 200: Payout },
  },
})

export const listLotPayoutsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/payouts',
  config: { access: ['super_admin', 'platform_admin'], errors: [], subject: ofLot },
  schema: {
    summary: 'List the payouts to a lot and its hosts, newest first',
    tags: ['payouts'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      payee_kind: Type.Optional(StringEnum(payeeKinds)),
      status: Type.Optional(StringEnum(payoutStatuses)),
    }),
    response: { 200: Page(Payout) },
  },
})

export const listMyPayoutsRoute = route({
  method: 'GET',
  url: '/api/v1/payouts/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List my payouts, newest first',
    tags: ['payouts'],
    querystring: Type.Object({ ...PageQuery, status: Type.Optional(StringEnum(payoutStatuses)) }),
    response: { 200: Page(Payout) },
  },
})
