import type { LotDispute, LotRefund } from '@openspot/contract/money/adjustments.ts'
import type { RefundStatus } from '@openspot/core/enums.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type Looker, refundColumns, refundShape } from './adjustments.sql.ts'

interface PageOf {
  after: (string | number)[] | null
  limit: number
}

/** Columns about what a refund or dispute of invoice `i` concerns. */
const concerned = `i.reservation_id, i.fine_id, i.number as invoice_number, i.currency,
  (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = i.user_id) as payer_name`

const refundsRows = statement(
  'list_refunds',
  {
    ...refundShape,
    reservation_id: 'uuid?',
    fine_id: 'uuid?',
    invoice_number: 'bigint',
    currency: 'text',
    payer_name: 'text?',
  },
  `select ${refundColumns}, ${concerned} from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id
     where f.lot_id = $1 and i.kind <> 'PLAN' and ($4::refund_status is null or f.status = $4)
       and ($8::boolean is null or (f.status = 'FAILED' and f.resolution is null) = $8)
       and ($5::timestamptz is null or (f.created_at, f.id) < ($5, $6))
     order by f.created_at desc, f.id desc limit $7`,
)

/** Returns the newest refunds of a lot first, with one row more than the page if more follow. */
export function listRefunds(
  pool: pg.Pool,
  lot_id: string,
  looker: Looker,
  { status, is_owed, after, limit }: PageOf & { status: RefundStatus | null; is_owed: boolean | null },
): Promise<LotRefund[]> {
  return query(pool, refundsRows, [
    lot_id,
    looker.user_id,
    looker.now.toISOString(),
    status,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
    is_owed,
  ])
}

/** What every list of disputes shows, of dispute `d` and its invoice `i`. */
export const disputeShape = {
  id: 'uuid',
  status: 'text',
  reason: 'text',
  amount_cents: 'integer',
  withdrawn_cents: 'integer',
  evidence_due_at: 'timestamptz?',
  opened_at: 'timestamptz',
  closed_at: 'timestamptz?',
  reservation_id: 'uuid?',
  fine_id: 'uuid?',
  invoice_number: 'bigint',
  currency: 'text',
  payer_name: 'text?',
} as const
export const disputeColumns = `d.id, d.status, d.reason, d.amount_cents, d.withdrawn_cents, d.evidence_due_at, d.opened_at, d.closed_at, ${concerned}`

const disputesRows = statement(
  'list_disputes',
  disputeShape,
  `select ${disputeColumns}
     from disputes d join invoices i on i.id = d.invoice_id and i.lot_id = d.lot_id
     where d.lot_id = $1 and i.kind <> 'PLAN' and ($2::boolean is null or (d.closed_at is null) = $2)
       and ($3::timestamptz is null or (d.opened_at, d.id) < ($3, $4))
     order by d.opened_at desc, d.id desc limit $5`,
)

/** Returns the newest disputes of a lot first, with one row more than the page if more follow. */
export function listDisputes(
  pool: pg.Pool,
  lot_id: string,
  { is_open, after, limit }: PageOf & { is_open: boolean | null },
): Promise<LotDispute[]> {
  return query(pool, disputesRows, [lot_id, is_open, after?.[0] ?? null, after?.[1] ?? null, limit + 1])
}
