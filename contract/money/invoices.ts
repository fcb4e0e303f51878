import { invoiceKinds, invoiceStatuses, paymentMethodKinds } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Currency,
  Email,
  FileAnswer,
  Id,
  Instant,
  Nullable,
  ReservationParams,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'
import { PriceLine } from './price-lines.ts'

/** Optional, because a page may meet an answer of the release before. */
export const SecondPayments = Type.Optional(
  Type.Array(
    Type.Object({
      id: Id,
      amount_cents: Cents,
      second_taken_at: Instant,
      second_returned_at: Nullable(Instant),
    }),
    {
      description:
        'What the provider took although another payment pays the invoice. It is returned automatically.',
    },
  ),
)
export type SecondPayments = Static<typeof SecondPayments>

export const Invoice = Type.Object({
  id: Id,
  reservation_id: Nullable(Id, { description: 'Null for a fine.' }),
  fine_id: Nullable(Id),
  number: Type.Integer(),
  kind: StringEnum(invoiceKinds, {
    description:
      'PERIOD: a further month. CORRECTION: a bill from the lot, which is never charged automatically; the driver pays or contests it. FINE: has no reservation.',
  }),
  status: StringEnum(invoiceStatuses),
  currency: Currency,
  total_cents: Cents,
  paid_cents: Cents,
  refunded_cents: Cents,
  refund_pending_cents: Cents,
  payment_kind: StringEnum(paymentMethodKinds),
  payment: Nullable(
    Type.Object({ brand: Type.String(), last4: Type.String() }, { description: 'The payment method.' }),
  ),
  created_at: Instant,
  paid_at: Nullable(Instant),
  second_payments: SecondPayments,
  bill_reason: Nullable(Type.String({ description: 'For a bill: the reason, as entered by the staff.' })),
  contested_at: Nullable(Instant),
})
export type Invoice = Static<typeof Invoice>

export const listReservationInvoicesRoute = route({
  method: 'GET',
  url: '/api/v1/reservations/:reservation_id/invoices',
  config: {
    access: ['resource_owner', 'admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'reservation', in: 'params', name: 'reservation_id' },
  },
  schema: {
    summary: 'List the invoices of a reservation',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: Type.Object({ items: Type.Array(Invoice) }) },
  },
})

export const listInvoiceLinesRoute = route({
  method: 'GET',
  url: '/api/v1/reservations/invoice-lines/:invoice_id',
  config: {
    access: ['resource_owner', 'admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'invoice', in: 'params', name: 'invoice_id' },
  },
  schema: {
    summary: 'List the lines of an invoice, oldest first',
    tags: ['reservations'],
    params: Type.Object({ invoice_id: Id }),
    response: { 200: Type.Object({ items: Type.Array(PriceLine) }) },
  },
})

const payers = ['resource_owner', 'admin', 'super_admin', 'platform_admin'] as const
/** Platform admins must not send messages in a lot's name. */
const senders = ['resource_owner', 'admin', 'super_admin'] as const

export const getReceiptRoute = route({
  method: 'GET',
  url: '/api/v1/invoices/:invoice_id/receipt',
  config: {
    access: payers,
    errors: ['invoice_not_paid'],
    subject: { kind: 'invoice', in: 'params', name: 'invoice_id' },
  },
  schema: {
    summary: 'Get the receipt of a paid invoice as a PDF',
    tags: ['payments'],
    params: Type.Object({ invoice_id: Id }),
    response: { 200: FileAnswer('application/pdf', 'A tagged PDF with embedded fonts.') },
  },
})

/** The address that receipts were sent to, and their invoices. */
export const SentReceipts = Type.Object({ to_address: Email, invoice_ids: Type.Array(Id) })
export type SentReceipts = Static<typeof SentReceipts>

export const sendReceiptRoute = route({
  method: 'POST',
  url: '/api/v1/reservations/:reservation_id/send-receipt',
  config: {
    access: senders,
    errors: ['invoice_not_paid', 'payer_without_email', 'too_many_requests'],
    subject: { kind: 'reservation', in: 'params', name: 'reservation_id' },
    idempotent: true,
  },
  schema: {
    summary: 'Email the receipts of all paid invoices of a reservation to its payer',
    tags: ['payments'],
    params: ReservationParams,
    response: { 200: SentReceipts },
  },
})
