import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, Nullable, Page, PageQuery } from '../common.ts'
import { PayingLot } from '../money/payouts.ts'
import { route } from '../route.ts'

/** A lot that owes bills of its plan in one currency. */
export const UnpaidPlan = Type.Object({
  id: Type.String({ description: 'The lot and currency; only to tell rows apart.' }),
  lot: PayingLot,
  plan_name: Nullable(
    Type.String({ description: 'Null: the plan has ended, and its bills are still owed.' }),
  ),
  currency: Currency,
  amount_cents: Type.Integer({ description: 'The sum of the unpaid bills, in the smallest unit.' }),
  bills: Type.Integer({ description: 'How many bills are unpaid.' }),
  unpaid_since: Type.String({ format: 'date-time', description: 'When the oldest of them was due.' }),
  next_attempt_at: Nullable(Instant, {
    description:
      'When it is charged again, or its owners are reminded if they set no payment method. Null: no attempt follows, and an owner must pay.',
  }),
  has_method: Type.Boolean({ description: 'Whether an owner agreed to be charged for this plan.' }),
  due_at: Nullable(Instant, {
    description: 'When the lot stops taking reservations if nothing is paid. Null: the time is over.',
  }),
  stopped_at: Nullable(Instant, { description: 'Since when the lot takes no new reservations.' }),
  owners: Type.Array(Type.Object({ user_id: Id, name: Type.String(), email: Nullable(Type.String()) })),
})
export type UnpaidPlan = Static<typeof UnpaidPlan>

/** What all matching lots owe in one currency. */
export const UnpaidPlanTotal = Type.Object({
  currency: Currency,
  amount_cents: Type.Integer({ description: 'In the smallest unit.' }),
  lots: Type.Integer({ description: 'How many lots owe bills in this currency.' }),
  bills: Type.Integer(),
})
export type UnpaidPlanTotal = Static<typeof UnpaidPlanTotal>

export const listUnpaidPlansRoute = route({
  method: 'GET',
  url: '/api/v1/platform/unpaid-plans',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'List the lots that owe bills of their plan, the longest unpaid first',
    tags: ['platform'],
    querystring: Type.Object({
      ...PageQuery,
      stopped: Type.Optional(
        Type.Boolean({
          description: 'Only lots that take no new reservations, or only those that still do.',
        }),
      ),
    }),
    response: {
      200: Type.Object({
        ...Page(UnpaidPlan).properties,
        totals: Type.Array(UnpaidPlanTotal, {
          description: 'Of all lots that match, not only of this page; by currency.',
        }),
      }),
    },
  },
})

/** A refund of what a lot paid for its plan that the bank of its payer didn't take. The platform still owes it. */
export const FailedPlanRefund = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The refund, which can be sent again.' }),
  lot: PayingLot,
  invoice_number: Type.Integer(),
  currency: Currency,
  amount_cents: Cents,
  payer_name: Nullable(Type.String({ description: 'Null if they have no name.' })),
  failure_message: Nullable(Type.String({ description: 'What the payment provider said.' })),
  failed_at: Type.String({ format: 'date-time' }),
})
export type FailedPlanRefund = Static<typeof FailedPlanRefund>

export const listFailedPlanRefundsRoute = route({
  method: 'GET',
  url: '/api/v1/platform/failed-plan-refunds',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary:
      'List the refunds of plans that a bank did not take and that are still owed, the longest owed first',
    tags: ['platform'],
    querystring: Type.Object(PageQuery),
    response: { 200: Page(FailedPlanRefund) },
  },
})
