import {
  invoiceStatuses,
  planBillSources,
  subscriptionChangeKinds,
  subscriptionChangeStates,
  subscriptionKinds,
} from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  ReservationParams,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { changedReservation, heldSpot, offer, paid } from '../error-groups.ts'
import { route } from '../route.ts'
import { SecondPayments } from './invoices.ts'

/** A plan that the platform offers to lots, by number of spots. */
export const Plan = Type.Object({
  id: Type.String(),
  name: Type.String(),
  max_spots: Nullable(Type.Integer({ description: 'Null: no limit.' })),
  month_cents: Nullable(Type.Integer({ description: 'Null: it has no price in this lot’s currency yet.' })),
})
export type Plan = Static<typeof Plan>

export const SubscriptionChange = Type.Object({
  id: Id,
  kind: StringEnum(subscriptionChangeKinds),
  state: StringEnum(subscriptionChangeStates),
  effective_at: Instant,
  plan: Nullable(Plan),
  month_cents: Nullable(Cents),
  proration_cents: Type.Integer({
    description: 'The prorated amount for the rest of the period; negative is a refund.',
  }),
  reason: Type.String(),
  requested_by: Nullable(Type.String({ description: 'Null if the system did it by its rules.' })),
  can_withdraw: Type.Boolean({ description: 'Whether the caller can withdraw it.' }),
  needs_acceptance: Type.Boolean({
    description:
      'A higher price that the driver must accept; without acceptance it is dropped on its day and the old price stays.',
  }),
  accepted_at: Nullable(Instant),
  created_at: Instant,
  applied_at: Nullable(Instant),
})
export type SubscriptionChange = Static<typeof SubscriptionChange>

/** A subject of monthly billing: a lot's plan with the platform, or an open-ended reservation. */
export const Subscription = Type.Object({
  id: Id,
  kind: StringEnum(subscriptionKinds),
  lot: Type.Object({ id: Id, name: Type.String(), time_zone: Type.String() }),
  reservation_id: Nullable(Id),
  currency: Currency,
  plan: Nullable(Plan),
  month_cents: Cents,
  period_starts_at: Instant,
  period_ends_at: Instant,
  next_bill: Nullable(
    Type.Object(
      { at: Instant, plan: Nullable(Plan), amount_cents: Cents },
      {
        description:
          'The next bill as currently scheduled. Null: nothing more is billed, or the first month has not begun.',
      },
    ),
  ),
  payment_method: Nullable(
    Type.Object(
      { id: Id, brand: Nullable(Type.String()), last4: Nullable(Type.String()) },
      {
        description:
          'For the driver of a monthly reservation: the payment method that is charged. Null: nothing is charged automatically.',
      },
    ),
  ),
  max_month_cents: Nullable(
    Type.Integer({
      description: 'The maximum monthly charge, including the fee, that the driver has accepted.',
    }),
  ),
  scheduled: Nullable(SubscriptionChange),
  // Optional, because a page may meet an answer of the release before.
  has_begun: Type.Optional(
    Type.Boolean({
      description:
        'False: the plan of a lot that waits for its review. Its first month begins with the approval, or with the first reservation if that is earlier.',
    }),
  ),
  created_at: Instant,
  ended_at: Nullable(Instant),
})
export type Subscription = Static<typeof Subscription>

export const PlanBill = Type.Object({
  id: Id,
  paid_from: StringEnum(planBillSources, {
    description:
      'EARNINGS: deducted from (or, if negative, added to) the earnings of the lot. PAYMENT_METHOD: charged to an owner, because the earnings do not cover it.',
  }),
  invoice_id: Nullable(Id, {
    description: 'Only for PAYMENT_METHOD. Its receipt can be read when it is paid.',
  }),
  status: StringEnum(invoiceStatuses),
  second_payments: SecondPayments,
  // Optional, because a page may meet an answer of the release before.
  owed_refund_cents: Type.Optional(
    Type.Integer({ description: 'What a bank sent back of its refunds, and the platform sends again.' }),
  ),
  is_mine: Type.Boolean({ description: 'Whether the caller pays it, and can get its receipt.' }),
  plan_name: Type.String(),
  is_change: Type.Boolean({ description: 'Prorated for the rest of a period after a change.' }),
  currency: Currency,
  amount_cents: Type.Integer({ description: 'A negative amount is a refund.' }),
  starts_at: Instant,
  ends_at: Instant,
  created_at: Instant,
})
export type PlanBill = Static<typeof PlanBill>

export const LotSubscription = Type.Object({
  ...Subscription.properties,
  spot_count: Type.Integer(),
  takes_bookings: Type.Boolean({
    description: 'False: the plan has ended, and the lot is too large for a free one.',
  }),
  payment: Type.Object(
    {
      method: Nullable(
        Type.Object({ id: Id, brand: Nullable(Type.String()), last4: Nullable(Type.String()) }),
      ),
      payer_name: Nullable(Type.String({ description: 'The owner whose payment method it is.' })),
      is_mine: Type.Boolean({ description: 'Whether it is a payment method of the caller.' }),
      max_cents: Nullable(
        Type.Integer({
          description:
            'The maximum that may be charged for one bill. An owner must confirm a higher one. Null: nothing is charged automatically.',
        }),
      ),
      agreed_month_cents: Type.Integer({
        description:
          'The monthly price to agree to when a payment method is chosen: the present or the scheduled one.',
      }),
      can_set: Type.Boolean({ description: 'Whether the caller can choose a payment method of their own.' }),
    },
    { description: 'How bills are paid that the earnings of the lot do not cover.' },
  ),
  unpaid: Type.Array(
    Type.Object({
      invoice_id: Id,
      status: StringEnum(invoiceStatuses, { description: 'PROCESSING: a bank debit takes days.' }),
      amount_cents: Cents,
      is_mine: Type.Boolean({
        description:
          'Whether the caller can pay it now. Another owner first chooses a payment method of theirs.',
      }),
      is_stopped: Type.Boolean({
        description: 'It was not paid in time, so the lot takes no new reservations until it is.',
      }),
      next_attempt_at: Nullable(Instant),
      pay_until: Nullable(Instant),
    }),
    { description: 'The bills that are not paid yet, the oldest first.' },
  ),
  plans: Type.Array(Plan),
  can_change: Type.Boolean({ description: 'Whether the caller can change the plan.' }),
  bills: Page(PlanBill),
})
export type LotSubscription = Static<typeof LotSubscription>

export const getLotSubscriptionRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/subscription',
  config: {
    access: ['admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary:
      'Get the platform plan of a lot with its scheduled changes, its next bill, and its past bills, newest first',
    tags: ['subscriptions'],
    params: LotParams,
    querystring: Type.Object({ ...PageQuery }),
    response: { 200: LotSubscription },
  },
})

export const getReservationSubscriptionRoute = route({
  method: 'GET',
  url: '/api/v1/reservations/:reservation_id/subscription',
  config: {
    access: ['resource_owner', 'admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'reservation', in: 'params', name: 'reservation_id' },
  },
  schema: {
    summary: 'Get the monthly price of a reservation, its scheduled changes, and its next bill',
    tags: ['subscriptions'],
    params: ReservationParams,
    response: { 200: Subscription },
  },
})

const SubscriptionParams = Type.Object({ subscription_id: Id })
const subject = { kind: 'subscription', in: 'params', name: 'subscription_id' } as const

export const listSubscriptionChangesRoute = route({
  method: 'GET',
  url: '/api/v1/subscriptions/:subscription_id/changes',
  config: { access: ['admin', 'super_admin', 'platform_admin', 'resource_owner'], errors: [], subject },
  schema: {
    summary: 'List the past and scheduled changes of a plan or a monthly price, newest first',
    tags: ['subscriptions'],
    params: SubscriptionParams,
    querystring: Type.Object({ state: Type.Optional(StringEnum(subscriptionChangeStates)), ...PageQuery }),
    response: { 200: Page(SubscriptionChange) },
  },
})

const ChangeOrder = StrictObject({
  kind: StringEnum(subscriptionChangeKinds),
  plan_id: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Only for kind PLAN.' })),
  month_cents: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: 'For kind PRICE; the platform can also set it for kind PLAN.',
    }),
  ),
  effective_at: Type.Union([StringEnum(['NOW', 'PERIOD_END'] as const), Instant]),
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  preview: Type.Optional(Type.Boolean({ description: 'Preview the change without making it.' })),
  expected_proration_cents: Type.Optional(
    Type.Integer({ description: 'The previewed amount that the caller agrees to. Defaults to 0.' }),
  ),
})
export type SubscriptionChangeOrder = Static<typeof ChangeOrder>

export const changeSubscriptionRoute = route({
  method: 'POST',
  url: '/api/v1/subscriptions/:subscription_id/changes',
  config: {
    access: ['admin', 'super_admin', 'platform_admin', 'resource_owner'],
    errors: [
      ...heldSpot,
      ...paid,
      ...offer,
      ...changedReservation,
      'change_planned',
      'lot_not_trusted',
      'plan_too_small',
      'proration_changed',
      'subscription_change_not_possible',
      'subscription_ended',
    ],
    subject,
    idempotent: 'required',
  },
  schema: {
    summary:
      'Change or cancel a plan, or change the price of a monthly reservation, now, at the end of the period, or on a date. A higher monthly price needs at least 30 days’ notice; the driver is notified',
    tags: ['subscriptions'],
    params: SubscriptionParams,
    body: ChangeOrder,
    response: {
      200: Type.Object({
        effective_at: Instant,
        proration_cents: Type.Integer({ description: 'The immediate charge; negative is a refund.' }),
        currency: Currency,
        plan: Nullable(Plan),
        month_cents: Nullable(Cents),
        stops_bookings: Type.Boolean({ description: 'When the lot stops taking new reservations.' }),
        ends: Type.Boolean({ description: 'Whether nothing more is billed after the change.' }),
        change: Nullable(SubscriptionChange),
        subscription: Subscription,
      }),
    },
  },
})

export const setSubscriptionMethodRoute = route({
  method: 'PUT',
  url: '/api/v1/subscriptions/:subscription_id/payment-method',
  config: {
    access: ['resource_owner', 'super_admin'],
    errors: [
      'invoice_not_open',
      'payment_method_needed',
      'proration_changed',
      'subscription_change_not_possible',
      'subscription_ended',
    ],
    subject: { kind: 'subscription', in: 'params', name: 'subscription_id' },
  },
  schema: {
    summary:
      'Choose my payment method for the next months of my monthly reservation, whose agreed price does not change, or, as an owner, for the plan of my lot',
    tags: ['subscriptions'],
    params: Type.Object({ subscription_id: Id }),
    body: StrictObject({
      payment_method_id: Id,
      agreed_month_cents: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100_000_000,
          description:
            'For a plan: the monthly price that the owner was shown (`payment.agreed_month_cents`).',
        }),
      ),
    }),
    response: { 200: Subscription },
  },
})

export const acceptSubscriptionChangeRoute = route({
  method: 'POST',
  url: '/api/v1/subscriptions/:subscription_id/changes/:change_id/accept',
  config: {
    access: ['resource_owner'],
    errors: ['payment_method_needed', 'subscription_change_not_waiting'],
    subject: { kind: 'subscription', in: 'params', name: 'subscription_id' },
  },
  schema: {
    summary:
      'Accept a higher monthly price that needs your acceptance, and the payment method for the months at that price',
    tags: ['subscriptions'],
    params: Type.Object({ subscription_id: Id, change_id: Id }),
    body: StrictObject({ payment_method_id: Id }),
    response: { 200: Subscription },
  },
})

export const withdrawSubscriptionChangeRoute = route({
  method: 'DELETE',
  url: '/api/v1/subscriptions/:subscription_id/changes/:change_id',
  config: {
    access: ['admin', 'super_admin', 'platform_admin'],
    errors: ['subscription_change_not_possible', 'subscription_change_not_waiting'],
    subject,
  },
  schema: {
    summary: 'Withdraw a scheduled change that has not taken effect',
    tags: ['subscriptions'],
    params: Type.Object({ subscription_id: Id, change_id: Id }),
    response: { 204: NoContent },
  },
})
