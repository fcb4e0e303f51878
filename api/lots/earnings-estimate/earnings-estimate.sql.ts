import { METERS_PER_DEGREE } from '@openspot/core/geo/cells.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** With fewer lots or owners, the income of one owner could be read from the median. */
const LEAST_LOTS = 3
const LEAST_OWNERS = 3

const medianEarnings = statement(
  'median_earnings',
  { currency: 'text', month_cents: 'bigint', lot_count: 'integer' },
  // Lots that opened during these months did not have all of them to earn.
  `with near as (
      select l.id, l.currency, l.cents_per_currency_unit, l.spot_count, l.created_by_user_id,
          coalesce((select sum(e.amount_cents) from earnings e
            join invoices i on i.id = e.source_id and i.lot_id = e.lot_id and i.kind <> 'FINE'
            where e.lot_id = l.id and e.source_kind = 'INVOICE' and e.created_at >= $5 and e.created_at < $6), 0) as cents
        from lots l
        where l.cell = any($1::int[]) and l.is_listed and l.spot_count > 0 and l.created_at < $5
          and ${METERS_PER_DEGREE} * sqrt(power(l.lat - $2, 2) + power((l.lng - $3) * cos(radians($2)), 2)) <= $4),
    earning as (
      select n.*, n.cents::float8 / n.spot_count / 3 as month_cents from near n where n.cents > 0)
    select e.currency,
        (round(percentile_cont(0.5) within group (order by e.month_cents) / max(e.cents_per_currency_unit))
          * max(e.cents_per_currency_unit))::bigint as month_cents,
        count(*)::int as lot_count
      from earning e
      group by e.currency
      having count(*) >= ${LEAST_LOTS} and ${LEAST_OWNERS} <= (
        select count(distinct m.user_id) from memberships m
          where m.lot_id = any(array_agg(e.id)) and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE')
      order by count(*) desc, e.currency limit 1`,
)

/** Returns the median of what a spot of the lots nearby earned in a month; undefined with too few lots or owners. */
export async function findMedianEarnings(
  pool: pg.Pool,
  around: { cells: readonly number[]; lat: number; lng: number; radius_m: number },
  months: { from_at: string; until_at: string },
): Promise<{ currency: string; month_cents: number; lot_count: number } | undefined> {
  const [row] = await queryPrepared(pool, medianEarnings, [
    around.cells,
    around.lat,
    around.lng,
    around.radius_m,
    months.from_at,
    months.until_at,
  ])
  return row
}
