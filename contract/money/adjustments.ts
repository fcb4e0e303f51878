import {
  invoiceKinds,
  invoiceStatuses,
  paymentMethodKinds,
  paymentStatuses,
  refundResolutions,
  refundStatuses,
} from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  Id,
  Instant,
  LotParams,
  Nullable,
  Page,
  PageQuery,
  ReturnPath,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'
import { Invoice } from './invoices.ts'
import { PriceLine } from './price-lines.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const InvoiceParams = Type.Object({ invoice_id: Id })
const RefundParams = Type.Object({ refund_id: Id })
const invoice = { kind: 'invoice', in: 'params', name: 'invoice_id' } as const
const refund = { kind: 'refund', in: 'params', name: 'refund_id' } as const
const Reason = Type.String({ minLength: 1, maxLength: 500 })

/** A refund, made or pending. */
export const Refund = Type.Object({
  id: Id,
  invoice_id: Id,
  status: StringEnum(refundStatuses, {
    description:
      'AWAITING_APPROVAL: another admin must approve it. PENDING: being sent, or can still be undone. UNDONE: withdrawn before it was sent. FAILED: the payer’s bank did not take it, so it is still owed unless `resolution` says otherwise.',
  }),
  amount_cents: Cents,
  reason: Type.String(),
  requested_by: Nullable(Type.String({ description: 'Null if the system did it by its rules.' })),
  approved_by: Nullable(Type.String()),
  can_approve: Type.Boolean({ description: 'Whether the caller can approve it.' }),
  can_undo: Type.Boolean(),
  undo_until: Nullable(Instant),
  failure_message: Nullable(Type.String()),
  created_at: Instant,
  settled_at: Nullable(Instant),
  // Optional, because a page may meet an answer of the release before.
  failed_at: Type.Optional(Nullable(Instant)),
  can_settle: Type.Optional(
    Type.Boolean({
      description:
        'Whether the caller can settle it: it failed and is still owed. Send it again, or record that it was paid back. That of a plan is settled by the platform, which can only send it again.',
    }),
  ),
  resolution: Type.Optional(
    Nullable(
      StringEnum(refundResolutions, {
        description:
          'What became of a failed one. SENT_AGAIN: as another refund. PAID_BACK: by the lot itself. DISPUTED: the payer’s bank returns the payment.',
      }),
    ),
  ),
  resolved_at: Type.Optional(Nullable(Instant)),
  resolved_by: Type.Optional(Nullable(Type.String())),
  resolution_note: Type.Optional(Nullable(Type.String())),
})
export type Refund = Static<typeof Refund>

/** A payment that the payer's bank was asked to reverse. */
export const Dispute = Type.Object({
  id: Id,
  status: Type.String({ description: 'The reason from the payment provider.' }),
  reason: Type.String(),
  amount_cents: Cents,
  withdrawn_cents: Cents,
  evidence_due_at: Nullable(Instant),
  opened_at: Instant,
  closed_at: Nullable(Instant),
})
export type Dispute = Static<typeof Dispute>

/** The context of a refund or dispute that is listed without its invoice. */
const Concerned = {
  reservation_id: Nullable(Id, { description: 'Null for a fine.' }),
  fine_id: Nullable(Id),
  invoice_number: Type.Integer(),
  currency: Currency,
  payer_name: Nullable(Type.String({ description: 'Null if they have no name.' })),
}
export const LotRefund = Type.Object({ ...Refund.properties, ...Concerned })
export type LotRefund = Static<typeof LotRefund>
export const LotDispute = Type.Object({ ...Dispute.properties, ...Concerned })
export type LotDispute = Static<typeof LotDispute>

/** An invoice as staff see it: revenue split, payments, refunds, and disputes. */
export const AdminInvoice = Type.Object({
  id: Id,
  reservation_id: Nullable(Id, { description: 'Null for a fine.' }),
  fine_id: Nullable(Id),
  number: Type.Integer(),
  kind: StringEnum(invoiceKinds),
  status: StringEnum(invoiceStatuses),
  currency: Currency,
  total_cents: Cents,
  paid_cents: Cents,
  refunded_cents: Cents,
  refund_pending_cents: Cents,
  disputed_cents: Cents,
  refundable_cents: Cents,
  period_starts_at: Nullable(Instant),
  period_ends_at: Nullable(Instant),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Instant),
  grace_ends_at: Nullable(Instant),
  created_at: Instant,
  paid_at: Nullable(Instant),
  bill: Nullable(
    Type.Object(
      {
        requested_by: Nullable(Type.String()),
        needs_approval: Type.Boolean({
          description: 'Another admin must approve it before the driver sees it.',
        }),
        approved_by: Nullable(Type.String()),
        can_approve: Type.Boolean({ description: 'Whether the caller may approve it.' }),
        can_withdraw: Type.Boolean(),
        contested_at: Nullable(Instant),
        contest_reason: Nullable(Type.String()),
      },
      { description: 'Only for kind CORRECTION.' },
    ),
  ),
  payer: Type.Object({ id: Id, name: Nullable(Type.String()), email: Nullable(Type.String()) }),
  lines: Type.Array(PriceLine),
  shares: Type.Object(
    { service_fee_cents: Cents, platform_cents: Cents, host_cents: Cents, lot_cents: Cents },
    { description: 'Part of the total that is refunded when it is paid.' },
  ),
  payments: Type.Array(
    Type.Object({
      id: Id,
      status: StringEnum(paymentStatuses),
      kind: StringEnum(paymentMethodKinds),
      brand: Nullable(Type.String()),
      last4: Nullable(Type.String()),
      amount_cents: Cents,
      failure_message: Nullable(Type.String()),
      created_at: Instant,
      settled_at: Nullable(Instant),
      // Optional, because a page may meet an answer of the release before.
      second_taken_at: Type.Optional(
        Nullable(Instant, {
          description:
            'When the provider took it although another payment pays the invoice. It is returned automatically.',
        }),
      ),
      second_returned_at: Type.Optional(Nullable(Instant)),
    }),
  ),
  refunds: Type.Array(Refund),
  disputes: Type.Array(Dispute),
})
export type AdminInvoice = Static<typeof AdminInvoice>

export const getAdminInvoiceRoute = route({
  method: 'GET',
  url: '/api/v1/reservations/admin-invoice-lines/:invoice_id',
  config: { access: admins, errors: [], subject: invoice },
  schema: {
    summary: 'Get an invoice with its lines, shares, payments, refunds, and disputes',
    tags: ['reservations'],
    params: InvoiceParams,
    response: { 200: AdminInvoice },
  },
})

const AdjustOrder = StrictObject({
  kind: StringEnum(['REFUND', 'CORRECTION'] as const),
  amount_cents: Type.Integer({
    minimum: -100_000_000,
    maximum: 100_000_000,
    description:
      'REFUND: the refund, above 0. CORRECTION: above 0, a bill that the driver pays or contests; below 0, a refund of a paid invoice or a reduction of an unpaid one.',
  }),
  reason: Reason,
})
export type AdjustOrder = Static<typeof AdjustOrder>

export const adjustInvoiceRoute = route({
  method: 'POST',
  url: '/api/v1/reservations/:invoice_id/admin/adjust',
  config: {
    access: admins,
    errors: [
      'bill_not_possible',
      'bill_too_high',
      'invoice_not_open',
      'lot_not_trusted',
      'not_refundable',
      'plan_refund_by_platform',
    ],
    subject: invoice,
    idempotent: 'required',
  },
  schema: {
    summary:
      'Refund, or correct an invoice. A correction downward refunds a paid invoice or lowers an unpaid one. A correction upward is a bill: nothing is charged until the driver pays it',
    tags: ['reservations'],
    params: InvoiceParams,
    body: AdjustOrder,
    response: {
      200: Type.Object({
        invoice: AdminInvoice,
        refund: Nullable(Refund),
        correction: Nullable(AdminInvoice),
      }),
    },
  },
})

export const approveRefundRoute = route({
  method: 'POST',
  url: '/api/v1/refunds/:refund_id/approve',
  config: {
    access: admins,
    errors: ['approval_by_another', 'plan_refund_by_platform', 'refund_not_waiting'],
    subject: refund,
  },
  schema: {
    summary: 'Approve a refund that another admin requested and that is above the limit of the lot',
    tags: ['payments'],
    params: RefundParams,
    response: { 200: Refund },
  },
})

export const undoRefundRoute = route({
  method: 'POST',
  url: '/api/v1/refunds/:refund_id/undo',
  config: {
    access: admins,
    errors: ['plan_refund_by_platform', 'refund_not_waiting', 'refund_owed'],
    subject: refund,
  },
  schema: {
    summary: 'Undo a refund that was not sent yet',
    tags: ['payments'],
    params: RefundParams,
    response: { 200: Refund },
  },
})

export const sendRefundAgainRoute = route({
  method: 'POST',
  url: '/api/v1/refunds/:refund_id/send-again',
  config: { access: admins, errors: ['plan_refund_by_platform', 'refund_not_waiting'], subject: refund },
  schema: {
    summary: 'Send a refund once more that the payer’s bank did not take. Returns the new refund',
    tags: ['payments'],
    params: RefundParams,
    response: { 200: Refund },
  },
})

export const recordRefundPaidBackRoute = route({
  method: 'POST',
  url: '/api/v1/refunds/:refund_id/paid-back',
  config: {
    access: ['admin', 'super_admin'],
    errors: ['plan_refund_by_platform', 'refund_not_waiting'],
    subject: refund,
  },
  schema: {
    summary:
      'Record that the lot paid a refund back itself that the payer’s bank did not take. The lot keeps its amount, and the payer is notified',
    tags: ['payments'],
    params: RefundParams,
    body: StrictObject({
      note: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'How it was paid back, for the payer.',
      }),
    }),
    response: { 200: Refund },
  },
})

export const listLotRefundsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/refunds',
  config: { access: admins, errors: [], subject: { kind: 'lot', in: 'params', name: 'lot_id' } },
  schema: {
    summary: 'List the refunds of a lot, newest first',
    tags: ['payments'],
    params: LotParams,
    querystring: Type.Object({
      status: Type.Optional(StringEnum(refundStatuses)),
      is_owed: Type.Optional(
        Type.Boolean({
          description: 'Only those that failed and that nobody has settled yet, or only the others.',
        }),
      ),
      ...PageQuery,
    }),
    response: { 200: Page(LotRefund) },
  },
})

export const listLotDisputesRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/disputes',
  config: { access: admins, errors: [], subject: { kind: 'lot', in: 'params', name: 'lot_id' } },
  schema: {
    summary: 'List the disputes of a lot, newest first',
    tags: ['payments'],
    params: LotParams,
    querystring: Type.Object({
      open: Type.Optional(Type.Boolean({ description: 'Only open or only closed disputes.' })),
      ...PageQuery,
    }),
    response: { 200: Page(LotDispute) },
  },
})

export const payInvoiceRoute = route({
  method: 'POST',
  url: '/api/v1/invoices/:invoice_id/pay',
  config: {
    access: ['resource_owner'],
    errors: ['card_declined', 'invoice_not_open', 'payment_unsettled', 'provider_unavailable'],
    subject: invoice,
    idempotent: 'required',
  },
  schema: {
    summary: 'Pay an open invoice of a reservation: a failed monthly charge or a correction',
    tags: ['payments'],
    params: InvoiceParams,
    body: StrictObject({ payment_method_id: Id, return_path: Type.Optional(ReturnPath) }),
    response: {
      200: Type.Object({
        invoice: Invoice,
        next_action: Nullable(Type.Object({ type: Type.Literal('redirect'), url: Type.String() })),
      }),
    },
  },
})
