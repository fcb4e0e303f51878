import type { Balance } from '@openspot/contract/money/earnings.ts'
import { query } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type Earner, idOf, ofHost, ofLot } from './earnings.sql.ts'

interface Row extends Omit<Balance, 'lot' | 'below_zero' | 'next_payout' | 'hindered_by'> {
  lot_id: string
  lot_name: string
  time_zone: string
  below_zero: Balance['below_zero'] | null
  has_account: boolean
  /** Whether the platform pays out what is earned there: see core/lots/trust.ts. */
  is_trusted: boolean
  payouts_enabled: boolean
  account_currency: string | null
  schedule: string | null
  next_on: string | null
  next_cents: number | null
}

const balancesText = (of: typeof ofLot) => `with opened as (
       select e.lot_id, e.currency, e.source_id, e.due_at, e.amount_cents - e.paid_out_cents as cents,
         case e.source_kind when 'INVOICE' then case when i.disputed_cents > 0 then 'DISPUTE' else 'REFUND' end else e.source_kind end as reason
       from earnings e left join invoices i on e.source_kind = 'INVOICE' and i.id = e.source_id and i.lot_id = e.lot_id
       where ${of('e')} and e.amount_cents <> e.paid_out_cents
     ), owed as (
       select lot_id, currency, coalesce(sum(cents) filter (where cents > 0 and due_at > $2), 0)::bigint as not_due_cents,
         coalesce(sum(cents) filter (where cents < 0 or due_at <= $2), 0)::bigint as due_cents
       from opened group by 1, 2
     ), paid as (
       select p.lot_id, p.currency, coalesce(sum(p.amount_cents) filter (where p.status in ('PENDING', 'SENT')), 0)::bigint as under_way_cents,
         coalesce(sum(p.amount_cents) filter (where p.status = 'FAILED'), 0)::bigint as failed_cents,
         coalesce(sum(p.amount_cents) filter (where p.status = 'PAID'), 0)::bigint as paid_out_cents,
         bool_or(p.status = 'PENDING') as is_one_pending, max(p.created_at) as last_at
       from payouts p where ${of('p')} group by 1, 2
     )
     select l.id as lot_id, l.name as lot_name, l.time_zone, k.currency, coalesce(o.not_due_cents, 0) as not_due_cents,
       coalesce(o.due_cents, 0) as due_cents, coalesce(p.under_way_cents, 0) as under_way_cents, coalesce(p.failed_cents, 0) as failed_cents,
       coalesce(p.paid_out_cents, 0) as paid_out_cents, minus.below_zero, a.stripe_account_id is not null as has_account, l.trust_level = 'TRUSTED' as is_trusted,
       coalesce(a.payouts_enabled, false) as payouts_enabled, a.currency as account_currency, a.schedule,
       (comes.at at time zone l.time_zone)::date as next_on, least(comes.cents, a.max_payout_cents) as next_cents
     from owed o full join paid p using (lot_id, currency) as k join lots l on l.id = k.lot_id
       left join payout_accounts a on a.${of === ofLot ? 'lot_id' : 'user_id'} = $1
       left join lateral (select json_agg(json_build_object('reason', r.reason, 'amount_cents', r.cents) order by r.cents) as below_zero
         from (select reason, sum(cents) as cents from opened x where x.lot_id = l.id and x.currency = o.currency and cents < 0 group by 1) r
       ) minus on true
       -- The day is today where this day's payout has not begun yet; else the first one after there is something to pay.
       left join lateral (
         select case when d.today is not null and d.by_today > 0 and p.is_one_pending is not true and (p.last_at is null or p.last_at < d.today)
             then $2::timestamptz else next_payout_day(a.schedule, l.time_zone, greatest(d.enough_at, $2)) end as at
         from (select payout_day(a.schedule, l.time_zone, $2) as today,
           (select sum(x.cents) from opened x where x.lot_id = l.id and x.currency = o.currency
             and (x.cents < 0 or x.due_at <= payout_day(a.schedule, l.time_zone, $2))) as by_today,
           (select min(c.due_at) from (
               select x.due_at, sum(x.cents) over (order by x.cents > 0, x.due_at, x.source_id) as cents
               from opened x where x.lot_id = l.id and x.currency = o.currency) c where c.cents > 0) as enough_at) d
         where l.trust_level = 'TRUSTED' and a.payouts_enabled and a.schedule <> 'PAUSED' and a.currency = o.currency and d.enough_at is not null
       ) day on true
       left join lateral (select day.at, sum(x.cents)::bigint as cents from opened x
         where x.lot_id = l.id and x.currency = o.currency and (x.cents < 0 or x.due_at <= day.at) having day.at is not null
       ) comes on true
     order by l.name, l.id, k.currency`
const balanceShape = {
  lot_id: 'uuid',
  lot_name: 'text',
  time_zone: 'text',
  currency: 'text',
  not_due_cents: 'bigint',
  due_cents: 'bigint',
  under_way_cents: 'bigint',
  failed_cents: 'bigint',
  paid_out_cents: 'bigint',
  below_zero: orNull(json<NonNullable<Row['below_zero']>>('json')),
  has_account: 'boolean',
  is_trusted: 'boolean',
  payouts_enabled: 'boolean',
  account_currency: 'text?',
  schedule: 'text?',
  next_on: 'date?',
  next_cents: 'bigint?',
} as const

const balancesOfLot = statement('list_lot_balances', balanceShape, balancesText(ofLot))
const balancesOfHost = statement('list_host_balances', balanceShape, balancesText(ofHost))

/**
 * Returns what is owed and what was paid to a lot or a host, by lot and currency in minor units, with the date and
 * amount of the next payout.
 */
export async function listBalances(pool: pg.Pool, earner: Earner, now: Date): Promise<Balance[]> {
  const rows = await query(pool, 'lot_id' in earner ? balancesOfLot : balancesOfHost, [
    idOf(earner),
    now.toISOString(),
  ])
  return rows.map(toBalance)
}

function toBalance(row: Row): Balance {
  const { lot_id, lot_name, time_zone, next_on, next_cents } = row
  return {
    lot: { id: lot_id, name: lot_name, time_zone },
    currency: row.currency,
    not_due_cents: row.not_due_cents,
    due_cents: row.due_cents,
    under_way_cents: row.under_way_cents,
    failed_cents: row.failed_cents,
    paid_out_cents: row.paid_out_cents,
    below_zero: row.below_zero ?? [],
    next_payout: next_on !== null && next_cents !== null ? { on: next_on, amount_cents: next_cents } : null,
    hindered_by: blockerOf(row),
  }
}

function blockerOf(row: Row): Balance['hindered_by'] {
  if (row.not_due_cents === 0 && row.due_cents === 0) return null
  if (!row.has_account) return 'NO_ACCOUNT'
  if (!row.is_trusted) return 'LOT_NOT_TRUSTED'
  if (row.account_currency !== row.currency) return 'OTHER_CURRENCY'
  if (!row.payouts_enabled) return 'ACCOUNT_INCOMPLETE'
  if (row.schedule === 'PAUSED') return 'PAUSED'
  return row.due_cents < 0 ? 'BELOW_ZERO' : null
}
