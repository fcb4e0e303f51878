import type { Earning } from '@openspot/contract/money/earnings.ts'
import { query } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type EarnedForRow, earnedFor, toEarnedFor } from './payouts.sql.ts'

export type Earner = { lot_id: string } | { user_id: string }

/** SQL conditions that select the rows of an earner: of lot `$1`, or of host `$1` in any lot. */
export const ofLot = (row: string) => `${row}.lot_id = $1 and ${row}.payee_kind = 'LOT'`
export const ofHost = (row: string) => `${row}.user_id = $1 and ${row}.payee_kind = 'HOST'`
export const idOf = (earner: Earner) => ('lot_id' in earner ? earner.lot_id : earner.user_id)

/** The SQL expression for the state of an earnings row at the instant `$2`. */
const state = `case when e.amount_cents < e.paid_out_cents then 'BELOW_ZERO' when e.amount_cents = e.paid_out_cents then 'PAID_OUT'
  when e.due_at <= $2 then 'DUE' else 'NOT_DUE' end`

type Row = EarnedForRow &
  Omit<Earning, 'lot' | 'reservation'> & { lot_id: string; lot_name: string; time_zone: string }

const earningsText = (
  of: typeof ofLot,
) => `select ${earnedFor.columns}, e.lot_id, l.name as lot_name, l.time_zone, e.currency, e.amount_cents, e.paid_out_cents,
       coalesce(i.refunded_cents, 0) as refunded_cents, coalesce(i.disputed_cents, 0) as disputed_cents, ${state} as state,
       e.due_at, e.created_at
     from earnings e join lots l on l.id = e.lot_id ${earnedFor.joins}
     where ${of('e')}
       and (e.amount_cents <> 0 or e.paid_out_cents <> 0 or i.refunded_cents + i.disputed_cents > 0)
       and ($3::text is null or ${state} = $3)
       and ($4::timestamptz is null or (e.created_at, e.source_id) < ($4, $5::uuid))
     order by e.created_at desc, e.source_id desc limit $6`
const earningShape = {
  source_id: 'uuid',
  source_kind: text<Row['source_kind']>(),
  reservation_id: 'uuid?',
  spot_label: 'text?',
  starts_at: 'timestamptz?',
  ends_at: 'timestamptz?',
  invoice_number: 'bigint?',
  plan_name: 'text?',
  period_starts_at: 'timestamptz?',
  period_ends_at: 'timestamptz?',
  lot_id: 'uuid',
  lot_name: 'text',
  time_zone: 'text',
  currency: 'text',
  amount_cents: 'bigint',
  paid_out_cents: 'bigint',
  refunded_cents: 'integer',
  disputed_cents: 'integer',
  state: text<Row['state']>(),
  due_at: 'timestamptz',
  created_at: 'timestamptz',
} as const

const earningsOfLot = statement('list_lot_earnings', earningShape, earningsText(ofLot))
const earningsOfHost = statement('list_host_earnings', earningShape, earningsText(ofHost))

/**
 * Returns the newest earnings first, up to `limit` + 1 rows so that the caller knows whether more follow. Rows that
 * never earned anything are left out.
 */
export async function listEarnings(
  pool: pg.Pool,
  earner: Earner,
  now: Date,
  filter: { state?: Earning['state'] },
  after: (string | number)[] | null,
  limit: number,
): Promise<Earning[]> {
  const rows = await query(pool, 'lot_id' in earner ? earningsOfLot : earningsOfHost, [
    idOf(earner),
    now.toISOString(),
    filter.state ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return rows.map(({ lot_id, lot_name, time_zone, ...row }) => ({
    ...toEarnedFor(row),
    lot: { id: lot_id, name: lot_name, time_zone },
  }))
}
