import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import type { InvoiceStatus, PaymentMethodKind } from '@openspot/core/enums.ts'
import type { FineReason } from '@openspot/core/fines/enums.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { query } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { withInstants } from '../../instants.ts'

/** Everything that a receipt states. Amounts are in minor units. */
export interface ReceiptFacts {
  number: number
  status: InvoiceStatus
  currency: string
  total_cents: number
  paid_cents: number
  refunded_cents: number
  refund_pending_cents: number
  disputed_cents: number
  created_at: string
  paid_at: string | null
  period_starts_at: string | null
  period_ends_at: string | null
  lot: {
    name: string
    managed_by: string | null
    street: string | null
    city: string | null
    region: string | null
    postal_code: string | null
    country: string
    time_zone: string
  }
  payer: { first_name: string | null; last_name: string | null; email: string | null; language: string }
  /** What was paid for: a reservation, or a fine. */
  reservation: {
    starts_at: string
    ends_at: string | null
    spot_label: string
    plate: string | null
  } | null
  fine: { reason: FineReason; seen_at: string; spot_label: string | null; plate: string } | null
  lines: PriceLine[]
  payments: {
    kind: PaymentMethodKind
    brand: string | null
    last4: string | null
    amount_cents: number
    settled_at: string
  }[]
  /** `settled_at` is null while the refund is pending. */
  refunds: { amount_cents: number; created_at: string; settled_at: string | null }[]
  /** Unpaid invoices of the same reservation. */
  open_invoices: { number: number; total_cents: number; created_at: string }[]
}

const lines = `select jsonb_agg(jsonb_build_object('kind', n.kind, 'unit', n.unit, 'quantity', n.quantity, 'unit_cents', n.unit_cents,
    'amount_cents', n.amount_cents, 'starts_at', n.starts_at, 'ends_at', n.ends_at, 'because', n.because) order by n.line_no)
  from invoice_lines n where n.invoice_id = i.id and n.lot_id = i.lot_id`
const payments = `select jsonb_agg(jsonb_build_object('kind', p.kind, 'brand', m.brand, 'last4', m.last4, 'amount_cents', p.amount_cents,
    'settled_at', p.settled_at) order by p.settled_at, p.id)
  from payments p left join payment_methods m on m.id = p.payment_method_id
  where p.invoice_id = i.id and p.lot_id = i.lot_id and p.status = 'SUCCEEDED'`
const refunds = `select jsonb_agg(jsonb_build_object('amount_cents', f.amount_cents, 'created_at', f.created_at,
    'settled_at', case when f.status = 'SUCCEEDED' or f.resolution = 'PAID_BACK' then f.settled_at end) order by f.created_at, f.id)
  from refunds f where f.invoice_id = i.id and f.lot_id = i.lot_id and f.status <> 'UNDONE'
    and (f.resolution is null or f.resolution = 'PAID_BACK')`
const open = `select jsonb_agg(jsonb_build_object('number', o.number, 'total_cents', o.total_cents, 'created_at', o.created_at) order by o.number)
  from invoices o where o.reservation_id = i.reservation_id and o.lot_id = i.lot_id and o.id <> i.id
    and o.status in ('PENDING', 'PROCESSING', 'FAILED')
    -- Nobody owes a bill that they have not accepted by paying it.
    and o.kind <> 'CORRECTION'`

const receiptFacts = statement(
  'get_receipt_facts',
  {
    number: 'bigint',
    status: 'invoices.status',
    currency: 'text',
    total_cents: 'integer',
    paid_cents: 'integer',
    refunded_cents: 'integer',
    refund_pending_cents: 'integer',
    disputed_cents: 'integer',
    created_at: 'timestamptz',
    paid_at: 'timestamptz?',
    period_starts_at: 'timestamptz?',
    period_ends_at: 'timestamptz?',
    lot: json<ReceiptFacts['lot']>(),
    payer: json<ReceiptFacts['payer']>(),
    reservation: orNull(json<NonNullable<ReceiptFacts['reservation']>>()),
    fine: orNull(json<NonNullable<ReceiptFacts['fine']>>()),
    lines: json<ReceiptFacts['lines']>(),
    payments: json<ReceiptFacts['payments']>(),
    refunds: json<ReceiptFacts['refunds']>(),
    open_invoices: json<ReceiptFacts['open_invoices']>(),
  },
  `select i.number, i.status, i.currency, i.total_cents, i.paid_cents, i.refunded_cents, i.refund_pending_cents,
       i.disputed_cents, i.created_at, i.paid_at, i.period_starts_at, i.period_ends_at,
       jsonb_build_object('name', lot_text('name', l.name, l.language, l.texts, u.language), 'managed_by', l.managed_by, 'street', l.street, 'city', l.city, 'region', l.region,
         'postal_code', l.postal_code, 'country', l.country, 'time_zone', l.time_zone) as lot,
       jsonb_build_object('first_name', p.first_name, 'last_name', p.last_name,
         'email', case when p.relation = 'TYPED' then p.email else coalesce(u.email, u.contact_email) end, 'language', u.language) as payer,
       case when r.id is not null then
         jsonb_build_object('starts_at', r.starts_at, 'ends_at', r.ends_at, 'spot_label', s.label, 'plate', c.plate) end as reservation,
       case when v.id is not null then
         jsonb_build_object('reason', v.reason, 'seen_at', v.seen_at, 'spot_label', s.label, 'plate', v.plate) end as fine,
       coalesce((${lines}), '[]') as lines, coalesce((${payments}), '[]') as payments,
       coalesce((${refunds}), '[]') as refunds, coalesce((${open}), '[]') as open_invoices
     from invoices i
       join lots l on l.id = i.lot_id join users u on u.id = i.user_id
       -- Nothing of an account is on a receipt before the person has acted: staff read it too.
       cross join lateral visible_person(i.lot_id, i.user_id, 'infinity', ${GUEST_DAYS}) p
       left join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id
       left join fines v on v.id = i.fine_id and v.lot_id = i.lot_id
       left join spots s on s.id = coalesce(r.spot_id, v.spot_id) and s.lot_id = i.lot_id left join lateral plate_of_reservation(r.lot_id, r.id, r.car_id, 'infinity') c on true
     where i.id = $1`,
)

/** Returns the facts of one invoice's receipt in one query, whether or not it is paid. */
export async function getReceiptFacts(pool: pg.Pool, invoice_id: string): Promise<ReceiptFacts> {
  const rows = await query(pool, receiptFacts, [invoice_id])
  const [row] = rows
  if (!row) throw new Error(`There is no invoice ${invoice_id}.`)
  return withInstants(row)
}

/** The invoice statuses that have a receipt. */
export const receiptStatuses = ['PAID', 'PENDING_REFUND', 'REFUNDED', 'PARTIALLY_REFUNDED'] as const

export interface SendFacts {
  to_address: string | null
  language: string
  lot_name: string
  street: string | null
  city: string | null
  time_zone: string
  starts_at: string
  ends_at: string | null
  spot_label: string
  plate: string | null
  invoice_ids: string[]
}

const sendFacts = statement(
  'get_send_facts',
  {
    to_address: 'text?',
    language: 'text',
    lot_name: 'text',
    street: 'text?',
    city: 'text?',
    time_zone: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
    spot_label: 'text',
    plate: 'text?',
    invoice_ids: 'uuid[]',
  },
  `select coalesce(u.email, u.contact_email) as to_address, u.language, lot_text('name', l.name, l.language, l.texts, u.language) as lot_name, l.street, l.city, l.time_zone, r.starts_at,
       r.ends_at, s.label as spot_label, c.plate, array(select i.id from invoices i
         where i.reservation_id = r.id and i.lot_id = r.lot_id and i.status::text = any ($2::text[]) order by i.number) as invoice_ids
     from reservations r join lots l on l.id = r.lot_id join users u on u.id = r.user_id
       join spots s on s.id = r.spot_id and s.lot_id = r.lot_id left join lateral plate_of_reservation(r.lot_id, r.id, r.car_id, 'infinity') c on true
     where r.id = $1`,
)

/** Returns a reservation with its paid invoices for the email that carries their receipts. */
export async function getSendFacts(pool: pg.Pool, reservation_id: string): Promise<SendFacts> {
  const rows = await query(pool, sendFacts, [reservation_id, receiptStatuses])
  const [row] = rows
  if (!row) throw new Error(`There is no reservation ${reservation_id}.`)
  return row
}

const nameReceiptsStatement = statement(
  'name_receipts',
  { id: 'uuid', number: 'bigint' },
  'select i.id, i.number from invoices i where i.id = any ($1::uuid[])',
)

/** Returns the file names of receipts by invoice id. */
export async function nameReceipts(
  pool: pg.Pool,
  invoice_ids: readonly string[],
): Promise<Map<string, string>> {
  if (invoice_ids.length === 0) return new Map()
  const rows = await query(pool, nameReceiptsStatement, [invoice_ids])
  return new Map(rows.map(({ id, number }) => [id, receiptName(number)]))
}

export const receiptName = (number: number): string => `receipt-${number}.pdf`
