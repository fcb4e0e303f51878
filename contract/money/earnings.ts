import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  FileAnswer,
  Instant,
  LotParams,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'
import { EarnedFor, PayingLot } from './payouts.ts'

/** Why nothing is paid out for now although something is owed. */
export const payoutHindrances = [
  'NO_ACCOUNT',
  'LOT_NOT_TRUSTED',
  'ACCOUNT_INCOMPLETE',
  'PAUSED',
  'OTHER_CURRENCY',
  'BELOW_ZERO',
] as const
/** Why a balance is negative. */
export const belowZeroReasons = ['REFUND', 'DISPUTE', 'DEDUCTION', 'PLAN'] as const
/** The state of one row of earnings. */
export const earningStates = ['NOT_DUE', 'DUE', 'PAID_OUT', 'BELOW_ZERO'] as const

/** What a lot owes a payee in one currency. The total earned is the sum of the five amounts. */
export const Balance = Type.Object({
  lot: PayingLot,
  currency: Currency,
  not_due_cents: Cents,
  due_cents: Type.Integer({ description: 'If negative, it is offset by the next earnings.' }),
  under_way_cents: Cents,
  failed_cents: Type.Integer({ description: 'Failed payouts, which can be retried.' }),
  paid_out_cents: Cents,
  below_zero: Type.Array(Type.Object({ reason: StringEnum(belowZeroReasons), amount_cents: Cents }), {
    description: 'The amounts to be offset, and why.',
  }),
  next_payout: Nullable(
    Type.Object({
      on: Type.String({ format: 'date', description: "A date in the lot's time zone." }),
      amount_cents: Cents,
    }),
  ),
  hindered_by: Nullable(StringEnum(payoutHindrances)),
})
export type Balance = Static<typeof Balance>

export const Earning = Type.Object({
  ...EarnedFor.properties,
  lot: PayingLot,
  currency: Currency,
  amount_cents: Type.Integer({ description: 'The amount for the payee after refunds.' }),
  paid_out_cents: Type.Integer(),
  refunded_cents: Type.Integer({ description: 'The amount refunded to the payer.' }),
  disputed_cents: Type.Integer({ description: 'The disputed amount.' }),
  state: StringEnum(earningStates),
  due_at: Instant,
  created_at: Instant,
})
export type Earning = Static<typeof Earning>

const Earnings = Type.Object({ ...Page(Earning).properties, balances: Type.Array(Balance) })
export type Earnings = Static<typeof Earnings>
const EarningsQuery = Type.Object({ ...PageQuery, state: Type.Optional(StringEnum(earningStates)) })

export const getLotEarningsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/earnings',
  config: {
    access: ['super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'Get the earnings of a lot: totals due, in transit, and paid out, and each entry, newest first',
    tags: ['payouts'],
    params: LotParams,
    querystring: EarningsQuery,
    response: { 200: Earnings },
  },
})

export const getMyEarningsRoute = route({
  method: 'GET',
  url: '/api/v1/earnings/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Get my earnings as a host by lot and currency, and each entry, newest first',
    tags: ['payouts'],
    querystring: EarningsQuery,
    response: { 200: Earnings },
  },
})

const Sums = {
  gross_cents: Type.Integer({
    description: 'The amount that drivers paid for reservations on my spots, including fees.',
  }),
  fees_cents: Type.Integer({ description: 'The fees and the shares of the platform and the lot.' }),
  refunds_cents: Type.Integer({ description: 'My share of refunded and disputed amounts.' }),
  net_cents: Type.Integer({ description: 'Gross minus fees minus refunds.' }),
  spent_cents: Type.Integer({ description: 'The part that paid for my own reservations.' }),
  paid_out_cents: Type.Integer({ description: 'The amount sent to my account.' }),
}
const YearOfEarnings = Type.Object({
  year: Type.Integer(),
  first_year: Nullable(Type.Integer({ description: 'The time of the first earnings.' })),
  currencies: Type.Array(
    Type.Object({
      currency: Currency,
      months: Type.Array(Type.Object({ month: Type.Integer({ minimum: 1, maximum: 12 }), ...Sums }), {
        description: "All twelve months, in the lot's time zone.",
      }),
      total: Type.Object(Sums),
    }),
  ),
})
export type YearOfEarnings = Static<typeof YearOfEarnings>

const YearParams = Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2200 }) })

export const getMyYearOfEarningsRoute = route({
  method: 'GET',
  url: '/api/v1/earnings/mine/:year',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Get my earnings as a host in a year, by month',
    tags: ['payouts'],
    params: YearParams,
    response: { 200: YearOfEarnings },
  },
})

export const getMyEarningsStatementRoute = route({
  method: 'GET',
  url: '/api/v1/earnings/mine/:year/statement',
  config: { access: ['user'], errors: ['year_without_earnings'] },
  schema: {
    summary:
      'Get my yearly earnings statement as a PDF. Fails with year_without_earnings if nothing was booked in that year',
    tags: ['payouts'],
    params: YearParams,
    response: { 200: FileAnswer('application/pdf', 'A tagged PDF with embedded fonts.') },
  },
})
