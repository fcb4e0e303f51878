import type { YearOfEarnings } from '@openspot/contract/money/earnings.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

type Month = YearOfEarnings['currencies'][number]['months'][number]
type Sums = Omit<Month, 'month'>

interface Row extends Month {
  currency: string
}

const yearRows = statement(
  'read_year',
  {
    currency: 'text',
    month: 'integer',
    gross_cents: 'bigint',
    fees_cents: 'bigint',
    refunds_cents: 'bigint',
    net_cents: 'bigint',
    spent_cents: 'bigint',
    paid_out_cents: 'bigint',
  },
  `with booked as (
       select t.kind, e.currency, t.occurred_at at time zone l.time_zone as at, e.amount_cents, i.total_cents, i.host_share_cents,
         i.host_user_id = $1 as is_host, i.payment_kind = 'EARNINGS_DEDUCTION' and i.user_id = $1 as is_payer, f.amount_cents as refund_cents
       from ledger_entries e join ledger_transactions t on t.id = e.transaction_id and t.lot_id = e.lot_id
         join lots l on l.id = t.lot_id
         left join invoices i on i.id = t.invoice_id and i.lot_id = t.lot_id
         left join refunds f on t.kind = 'REFUND' and f.id = t.source_id and f.lot_id = t.lot_id
       where e.user_id = $1 and e.account = 'HOST_PAYABLE'
         -- A day around the year holds it in every zone.
         and t.occurred_at >= make_timestamptz($2, 1, 1, 0, 0, 0, 'UTC') - interval '1 day'
         and t.occurred_at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'UTC') + interval '1 day'
     ), told as (
       select currency, extract(month from at)::int as month,
         case when kind = 'PAYMENT' and is_host then total_cents else 0 end as gross_cents,
         case when kind = 'PAYMENT' and is_host then total_cents - host_share_cents else 0 end as fees_cents,
         case when kind = 'PAYMENT' and is_payer then total_cents when kind = 'REFUND' and is_payer then -refund_cents else 0 end as spent_cents,
         case when kind = 'PAYOUT' then amount_cents else 0 end as paid_out_cents,
         case when kind in ('PAYMENT', 'PAYOUT') then 0 else amount_cents + case when kind = 'REFUND' and is_payer then refund_cents else 0 end end
           as refunds_cents
       from booked where extract(year from at) = $2
     )
     select currency, month, sum(gross_cents)::bigint as gross_cents, sum(fees_cents)::bigint as fees_cents,
       sum(refunds_cents)::bigint as refunds_cents, sum(gross_cents - fees_cents - refunds_cents)::bigint as net_cents,
       sum(spent_cents)::bigint as spent_cents, sum(paid_out_cents)::bigint as paid_out_cents
     from told group by 1, 2 order by 1, 2`,
)

/**
 * Returns a host's year computed from the ledger only, so that it always matches the ledger. Months follow the lot's
 * calendar. If a host paid for a reservation with earnings, its refund counts for them as the payer, not as a host.
 */
export async function readYear(pool: pg.Pool, user_id: string, year: number): Promise<YearOfEarnings> {
  const rows = await query(pool, yearRows, [user_id, year])
  return { year, first_year: await firstYear(pool, user_id), currencies: byCurrency(rows) }
}

const firstYearStatement = statement(
  'first_year',
  { year: 'integer?' },
  `select extract(year from min(e.created_at at time zone l.time_zone))::int as year
     from earnings e join lots l on l.id = e.lot_id where e.user_id = $1`,
)

async function firstYear(pool: pg.Pool, user_id: string): Promise<number | null> {
  const rows = await query(pool, firstYearStatement, [user_id])
  return rows[0]?.year ?? null
}

const nothing: Sums = {
  gross_cents: 0,
  fees_cents: 0,
  refunds_cents: 0,
  net_cents: 0,
  spent_cents: 0,
  paid_out_cents: 0,
}
const names = Object.keys(nothing) as (keyof Sums)[]

function byCurrency(rows: Row[]): YearOfEarnings['currencies'] {
  return [...new Set(rows.map((row) => row.currency))].map((currency) => {
    const months = Array.from({ length: 12 }, (_, i): Month => {
      const row = rows.find((one) => one.currency === currency && one.month === i + 1)
      return { month: i + 1, ...(row ? pick(row) : nothing) }
    })
    const total = { ...nothing }
    for (const month of months) for (const name of names) total[name] += month[name]
    return { currency, months, total }
  })
}

function pick(row: Row): Sums {
  const { gross_cents, fees_cents, refunds_cents, net_cents, spent_cents, paid_out_cents } = row
  return { gross_cents, fees_cents, refunds_cents, net_cents, spent_cents, paid_out_cents }
}
