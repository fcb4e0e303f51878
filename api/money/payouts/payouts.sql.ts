import type { EarnedFor, Payout, PayoutLine } from '@openspot/contract/money/payouts.ts'
import type { PayeeKind, PayoutStatus } from '@openspot/core/enums.ts'
import { query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { failureMessage } from './failure.rules.ts'

type Cursor = (string | number)[] | null

interface PayoutRow extends Omit<Payout, 'lot' | 'bank' | 'failure'> {
  lot_id: string
  lot_name: string
  time_zone: string
  bank_name: string | null
  bank_last4: string | null
  failure_code: string | null
}

const select = `select p.id, p.number, p.lot_id, l.name as lot_name, l.time_zone, p.payee_kind,
    nullif(concat_ws(' ', u.first_name, u.last_name), '') as payee_name, p.status, p.currency, p.amount_cents, p.failure_code,
    a.bank_name, a.bank_last4, p.created_at, p.sent_at, p.arrives_at, p.paid_at
  from payouts p join lots l on l.id = p.lot_id left join users u on u.id = p.user_id
    -- The bank is that of the account it went to: of one that was lost it is not known any more.
    left join payout_accounts a on a.id = p.account_id and a.stripe_account_id = p.stripe_account_id`

function toPayout(row: PayoutRow): Payout {
  const { lot_id, lot_name, time_zone, bank_name, bank_last4, failure_code, ...payout } = row
  return {
    ...payout,
    lot: { id: lot_id, name: lot_name, time_zone },
    bank: bank_name !== null && bank_last4 !== null ? { name: bank_name, last4: bank_last4 } : null,
    failure: failure_code === null ? null : failureMessage(row.status, failure_code),
  }
}

const payoutShape = {
  id: 'uuid',
  number: 'bigint',
  lot_id: 'uuid',
  lot_name: 'text',
  time_zone: 'text',
  payee_kind: text<PayoutRow['payee_kind']>(),
  payee_name: 'text?',
  status: 'payouts.status',
  currency: 'text',
  amount_cents: 'bigint',
  failure_code: 'text?',
  bank_name: 'text?',
  bank_last4: 'text?',
  created_at: 'timestamptz',
  sent_at: 'timestamptz?',
  arrives_at: 'timestamptz?',
  paid_at: 'timestamptz?',
} as const

const payoutRows = statement('find_payout', payoutShape, `${select} where p.id = $1`)

export async function findPayout(pool: pg.Pool, payout_id: string): Promise<Payout | undefined> {
  const rows = await query(pool, payoutRows, [payout_id])
  return rows.map(toPayout)[0]
}

const payoutsOf = (owner: 'lot_id' | 'user_id') => `${select} where p.${owner} = $1
       and ($2::text is null or p.payee_kind = $2) and ($3::payout_status is null or p.status = $3)
       and ($4::timestamptz is null or (p.created_at, p.id) < ($4, $5::uuid))
     order by p.created_at desc, p.id desc limit $6`
const payoutsOfLot = statement('list_lot_payouts', payoutShape, payoutsOf('lot_id'))
const payoutsOfHost = statement('list_host_payouts', payoutShape, payoutsOf('user_id'))

/** Returns the newest payouts first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listPayouts(
  pool: pg.Pool,
  of: { lot_id: string; payee_kind?: PayeeKind } | { user_id: string },
  filter: { status?: PayoutStatus },
  after: Cursor,
  limit: number,
): Promise<Payout[]> {
  const isLot = 'lot_id' in of
  const rows = await query(pool, isLot ? payoutsOfLot : payoutsOfHost, [
    isLot ? of.lot_id : of.user_id,
    isLot ? (of.payee_kind ?? null) : 'HOST',
    filter.status ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return rows.map(toPayout)
}

/** SQL columns and joins that describe the source of an earnings row or of a payout line. */
export const earnedFor = {
  columns: `e.source_id, e.source_kind, r.id as reservation_id, s.label as spot_label, r.starts_at, r.ends_at,
    i.number as invoice_number, g.name as plan_name, coalesce(i.period_starts_at, b.starts_at) as period_starts_at,
    coalesce(i.period_ends_at, b.ends_at) as period_ends_at`,
  joins: `left join payments d on e.source_kind = 'DEDUCTION' and d.id = e.source_id and d.lot_id = e.lot_id
    left join invoices i on i.lot_id = e.lot_id
      and i.id = case e.source_kind when 'INVOICE' then e.source_id when 'DEDUCTION' then d.invoice_id end
    left join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id
    left join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
    left join plan_bills b on e.source_kind = 'PLAN' and b.id = e.source_id and b.lot_id = e.lot_id
    left join plans g on g.id = b.plan_id`,
}

export interface EarnedForRow extends Omit<EarnedFor, 'reservation'> {
  reservation_id: string | null
  spot_label: string | null
  starts_at: string | null
  ends_at: string | null
}

export function toEarnedFor<Row extends EarnedForRow>({
  reservation_id,
  spot_label,
  starts_at,
  ends_at,
  ...row
}: Row): Omit<Row, 'reservation_id' | 'spot_label' | 'starts_at' | 'ends_at'> &
  Pick<EarnedFor, 'reservation'> {
  return {
    ...row,
    reservation:
      reservation_id !== null && spot_label !== null && starts_at !== null
        ? { id: reservation_id, spot_label, starts_at, ends_at }
        : null,
  }
}

type LineRow = EarnedForRow & { amount_cents: number; due_at: string }

const payoutLines = statement(
  'list_payout_lines',
  {
    source_id: 'uuid',
    source_kind: text<LineRow['source_kind']>(),
    reservation_id: 'uuid?',
    spot_label: 'text?',
    starts_at: 'timestamptz?',
    ends_at: 'timestamptz?',
    invoice_number: 'bigint?',
    plan_name: 'text?',
    period_starts_at: 'timestamptz?',
    period_ends_at: 'timestamptz?',
    amount_cents: 'bigint',
    due_at: 'timestamptz',
  },
  `select ${earnedFor.columns}, n.amount_cents, e.due_at
     from payout_lines n join earnings e on e.lot_id = n.lot_id and e.source_id = n.source_id and e.payee_kind = n.payee_kind
       ${earnedFor.joins}
     where n.payout_id = $1 and ($2::timestamptz is null or (e.due_at, e.source_id) > ($2, $3::uuid))
     order by e.due_at, e.source_id limit $4`,
)

/** Returns the lines of a payout in the order in which they fell due. */
export async function listPayoutLines(
  pool: pg.Pool,
  payout_id: string,
  after: Cursor,
  limit: number,
): Promise<(PayoutLine & { due_at: string })[]> {
  const rows = await query(pool, payoutLines, [payout_id, after?.[0] ?? null, after?.[1] ?? null, limit + 1])
  return rows.map(toEarnedFor)
}

const retryPayoutStatement = statement(
  'retry_payout',
  { outcome: 'text' },
  'select outcome from retry_payout($1::uuid)',
)

/** Retries a failed payout. Returns `again`, `not_failed`, or `not_ready`. Must run in a transaction. */
export async function retryPayout(tx: Tx, payout_id: string): Promise<string> {
  const rows = await queryPrepared(tx, retryPayoutStatement, [payout_id])
  return rows[0]?.outcome ?? 'not_failed'
}
