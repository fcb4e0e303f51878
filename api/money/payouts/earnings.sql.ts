import type { Earning } from '@openspot/contract/money/earnings.ts'
import type pg from 'pg'
import { type EarnedForRow, earnedFor, toEarnedFor } from './payouts.sql.ts'

export type Earner = { lot_id: string } | { user_id: string }

/**
 * An SQL condition that selects the earner's rows: the lot's own, or a host's in any lot. `$1` is the lot id or the
 * host's user id.
 */
export const ofEarner = (earner: Earner, row: string) =>
  'lot_id' in earner
    ? `${row}.lot_id = $1 and ${row}.payee_kind = 'LOT'`
    : `${row}.user_id = $1 and ${row}.payee_kind = 'HOST'`
export const idOf = (earner: Earner) => ('lot_id' in earner ? earner.lot_id : earner.user_id)

/** The SQL expression for the state of an earnings row at the instant `$2`. */
const state = `case when e.amount_cents < e.paid_out_cents then 'BELOW_ZERO' when e.amount_cents = e.paid_out_cents then 'PAID_OUT'
  when e.due_at <= $2 then 'DUE' else 'NOT_DUE' end`

type Row = EarnedForRow &
  Omit<Earning, 'lot' | 'reservation'> & { lot_id: string; lot_name: string; time_zone: string }

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
  const { rows } = await pool.query<Row>(
    `select ${earnedFor.columns}, e.lot_id, l.name as lot_name, l.time_zone, e.currency, e.amount_cents, e.paid_out_cents,
       coalesce(i.refunded_cents, 0) as refunded_cents, coalesce(i.disputed_cents, 0) as disputed_cents, ${state} as state,
       e.due_at, e.created_at
     from earnings e join lots l on l.id = e.lot_id ${earnedFor.joins}
     where ${ofEarner(earner, 'e')}
       and (e.amount_cents <> 0 or e.paid_out_cents <> 0 or i.refunded_cents + i.disputed_cents > 0)
       and ($3::text is null or ${state} = $3)
       and ($4::timestamptz is null or (e.created_at, e.source_id) < ($4, $5::uuid))
     order by e.created_at desc, e.source_id desc limit $6`,
    [
      idOf(earner),
      now.toISOString(),
      filter.state ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit + 1,
    ],
  )
  return rows.map(({ lot_id, lot_name, time_zone, ...row }) => ({
    ...toEarnedFor(row),
    lot: { id: lot_id, name: lot_name, time_zone },
  }))
}
