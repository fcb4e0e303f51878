import type { AdminInvoice, Refund } from '@openspot/contract/money/adjustments.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { query } from '@openspot/db/database.ts'
import { json, orNull, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { withInstants } from '../../instants.ts'

/** The caller and the time, which decide what the caller may do with a refund. */
export interface Looker {
  user_id: string
  now: Date
}

const mayDecide = 'may_decide_refund(f.lot_id, f.invoice_id, $2::uuid)'

export const refundColumns = `f.id, f.invoice_id, f.status, f.amount_cents, f.reason, f.failure_message, f.created_at, f.settled_at,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = f.requested_by_user_id) as requested_by,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = f.approved_by_user_id) as approved_by,
  f.status = 'AWAITING_APPROVAL' and f.requested_by_user_id is distinct from $2::uuid and ${mayDecide} as can_approve,
  may_undo($3, f.status, f.send_at, f.queued_at) and not pays_voided_fine(f.lot_id, f.invoice_id) and ${mayDecide} as can_undo,
  case when f.status in ('PENDING', 'AWAITING_APPROVAL') then f.send_at end as undo_until,
  f.failed_at, f.status = 'FAILED' and f.resolution is null and ${mayDecide} as can_settle, f.resolution, f.resolved_at, f.resolution_note,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = f.resolved_by_user_id) as resolved_by`

/** The columns of `refundColumns`. */
export const refundShape = {
  id: 'uuid',
  invoice_id: 'uuid',
  status: 'refunds.status',
  amount_cents: 'integer',
  reason: 'text',
  failure_message: 'text?',
  created_at: 'timestamptz',
  settled_at: 'timestamptz?',
  requested_by: 'text?',
  approved_by: 'text?',
  can_approve: 'boolean',
  can_undo: 'boolean',
  undo_until: 'timestamptz?',
  failed_at: 'timestamptz?',
  can_settle: 'boolean',
  resolution: orNull(text<NonNullable<Refund['resolution']>>()),
  resolved_at: 'timestamptz?',
  resolution_note: 'text?',
  resolved_by: 'text?',
} as const

const refundRows = statement(
  'get_refund',
  refundShape,
  `select ${refundColumns} from refunds f where f.id = $1`,
)

/** Returns a refund with what the caller may do with it. Throws if there is none. */
export async function getRefund(pool: pg.Pool, refund_id: string, looker: Looker): Promise<Refund> {
  const rows = await query(pool, refundRows, [refund_id, looker.user_id, looker.now.toISOString()])
  const [row] = rows
  if (!row) throw new Error(`There is no refund ${refund_id}.`)
  return row
}

const lines = `select jsonb_agg(jsonb_build_object('kind', l.kind, 'unit', l.unit, 'quantity', l.quantity, 'unit_cents', l.unit_cents,
    'amount_cents', l.amount_cents, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'because', l.because) order by l.line_no)
  from invoice_lines l where l.invoice_id = i.id and l.lot_id = i.lot_id`
const payments = `select jsonb_agg(jsonb_build_object('id', p.id, 'status', p.status, 'kind', p.kind, 'brand', m.brand, 'last4', m.last4,
    'amount_cents', p.amount_cents, 'failure_message', p.failure_message, 'created_at', p.created_at, 'settled_at', p.settled_at,
    'second_taken_at', p.second_taken_at, 'second_returned_at', p.second_returned_at)
    order by p.created_at desc)
  from payments p left join payment_methods m on m.id = p.payment_method_id where p.invoice_id = i.id and p.lot_id = i.lot_id`
const refunds = `select jsonb_agg(to_jsonb(x) order by x.created_at desc) from (
  select ${refundColumns} from refunds f where f.invoice_id = i.id and f.lot_id = i.lot_id) x`
const disputes = `select jsonb_agg(jsonb_build_object('id', d.id, 'status', d.status, 'reason', d.reason, 'amount_cents', d.amount_cents,
    'withdrawn_cents', d.withdrawn_cents, 'evidence_due_at', d.evidence_due_at, 'opened_at', d.opened_at, 'closed_at', d.closed_at)
    order by d.opened_at desc)
  from disputes d where d.invoice_id = i.id and d.lot_id = i.lot_id`

const adminInvoice = statement(
  'get_admin_invoice',
  {
    id: 'uuid',
    reservation_id: 'uuid?',
    fine_id: 'uuid?',
    number: 'bigint',
    kind: text<AdminInvoice['kind']>(),
    status: 'invoices.status',
    currency: 'text',
    total_cents: 'integer',
    paid_cents: 'integer',
    refunded_cents: 'integer',
    refund_pending_cents: 'integer',
    disputed_cents: 'integer',
    refundable_cents: 'integer',
    period_starts_at: 'timestamptz?',
    period_ends_at: 'timestamptz?',
    attempts: 'smallint',
    next_attempt_at: 'timestamptz?',
    grace_ends_at: 'timestamptz?',
    created_at: 'timestamptz',
    paid_at: 'timestamptz?',
    bill: orNull(json<NonNullable<AdminInvoice['bill']>>()),
    payer: json<AdminInvoice['payer']>(),
    lines: json<AdminInvoice['lines']>(),
    payments: json<AdminInvoice['payments']>(),
    refunds: json<AdminInvoice['refunds']>(),
    disputes: json<AdminInvoice['disputes']>(),
    shares: json<AdminInvoice['shares']>(),
  },
  `select i.id, i.reservation_id, i.fine_id, i.number, i.kind, i.status, i.currency, i.total_cents, i.paid_cents, i.refunded_cents,
       i.refund_pending_cents, i.disputed_cents,
       i.paid_cents - i.refunded_cents - i.refund_pending_cents - i.disputed_cents as refundable_cents,
       i.period_starts_at, i.period_ends_at, i.attempts, i.next_attempt_at, i.grace_ends_at, i.created_at, i.paid_at,
       case when i.kind = 'CORRECTION' then jsonb_build_object(
         'requested_by', (select concat_ws(' ', s.first_name, s.last_name) from users s where s.id = i.requested_by_user_id),
         'needs_approval', i.needs_approval and i.approved_at is null,
         'approved_by', (select concat_ws(' ', s.first_name, s.last_name) from users s where s.id = i.approved_by_user_id),
         'can_approve', i.needs_approval and i.approved_at is null and i.status = 'PENDING' and i.requested_by_user_id is distinct from $2::uuid,
         'can_withdraw', is_open_bill(i.id, i.lot_id, i.kind, i.status), 'contested_at', i.contested_at, 'contest_reason', i.contest_reason) end as bill,
       jsonb_build_object('id', i.user_id, 'name', nullif(seen.name, ''), 'email', seen.email) as payer,
       coalesce((${lines}), '[]') as lines, coalesce((${payments}), '[]') as payments,
       coalesce((${refunds}), '[]') as refunds, coalesce((${disputes}), '[]') as disputes,
       jsonb_build_object('service_fee_cents', i.service_fee_cents, 'platform_cents', i.platform_share_cents, 'host_cents', i.host_share_cents,
         'lot_cents', i.total_cents - i.service_fee_cents - i.platform_share_cents - i.host_share_cents) as shares
     from invoices i cross join lateral visible_person(i.lot_id, i.user_id, $3::timestamptz, ${GUEST_DAYS}) seen where i.id = $1`,
)

/** Returns everything that staff may know about an invoice, in one query. Amounts are in minor units. */
export async function getAdminInvoice(
  pool: pg.Pool,
  invoice_id: string,
  looker: Looker,
): Promise<AdminInvoice> {
  const rows = await query(pool, adminInvoice, [invoice_id, looker.user_id, looker.now.toISOString()])
  const [row] = rows
  if (!row) throw new Error(`There is no invoice ${invoice_id}.`)
  return withInstants(row)
}

const made = statement(
  'find_made',
  { refund_id: 'uuid?', correction_id: 'uuid?' },
  `select (select f.id from refunds f where f.id = $1) as refund_id, (select i.id from invoices i where i.id = $1) as correction_id`,
)

/** Returns what an adjustment with this id created: a refund, an invoice, or neither if it changed an existing one. */
export async function findMade(
  pool: pg.Pool,
  id: string,
): Promise<{ refund_id: string | null; correction_id: string | null }> {
  const rows = await query(pool, made, [id])
  return rows[0] ?? { refund_id: null, correction_id: null }
}
