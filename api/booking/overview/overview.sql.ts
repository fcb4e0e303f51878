import type { AttentionItem, LotOverview, Passage } from '@openspot/contract/booking/overview.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { query } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { takenBetween } from '../occupancy/taken.sql.ts'
import { attention } from './attention.sql.ts'
import { iso } from './iso.sql.ts'
import { paidBetween, takenByHour, takenNow } from './today.sql.ts'

/** The rest of the day's arrivals or departures: how many, and the next 5. */
const passages = (column: 'starts_at' | 'ends_at'): string => `(
  select json_build_object('count', count(*), 'next', coalesce(json_agg(json_build_object(
      'reservation_id', a.id, 'at', ${iso('a.at')}, 'spot_label', a.label, 'name', u.name, 'plate', c.plate)
      order by a.at, a.label) filter (where a.rank <= 5), '[]'))
  from (
    select r.id, r.user_id, r.car_id, r.${column} as at, s.label, row_number() over (order by r.${column}, s.label) as rank
    from (select distinct reservation_id from busy) b
      join reservations r on r.id = b.reservation_id and r.lot_id = $1
      join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
    where r.status = 'ACTIVE' and r.${column} > $2 and r.${column} < (select ends_at from span)) a
    left join lateral visible_person($1, a.user_id, $2::timestamptz, ${GUEST_DAYS}) u on a.rank <= 5
    left join lateral plate_of_reservation($1, a.id, a.car_id, $2::timestamptz) c on a.rank <= 5)`

type Passages = { count: number; next: Passage[] }

const overview = statement(
  'get_lot_overview',
  {
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    currency: 'text',
    spots: 'integer',
    taken_spots: 'integer',
    hours: json<LotOverview['hours']>('json'),
    arrivals: json<Passages>('json'),
    departures: json<Passages>('json'),
    attention: json<AttentionItem[]>('json'),
    paid_cents: 'bigint',
    week_ago_cents: 'bigint',
    week_ago_day_cents: 'bigint',
  },
  `with day as (
     select l.id as lot_id, l.currency, l.spot_count, l.time_zone as zone, l.public_id, l.trust_level, l.created_at as opened_at,
       $2::timestamptz at time zone l.time_zone as clock, date_trunc('day', $2::timestamptz at time zone l.time_zone) as today
     from lots l where l.id = $1),
   span as materialized (
     select d.*, at_local(d.today, d.zone) as starts_at, at_local(d.today + interval '1 day', d.zone) as ends_at,
       at_local(d.today - interval '7 days', d.zone) as week_starts_at,
       at_local(d.clock - interval '7 days', d.zone) as week_at,
       at_local(d.today - interval '6 days', d.zone) as week_ends_at
     from day d),
   busy as materialized (${takenBetween('minutes_of(span.starts_at)', 'minutes_of(span.ends_at)')})
   select span.starts_at, span.ends_at, span.currency, span.spot_count as spots,
     ${takenNow} as taken_spots,
     ${takenByHour} as hours,
     ${passages('starts_at')} as arrivals,
     ${passages('ends_at')} as departures,
     (${attention('$3::boolean')}) as attention,
     ${paidBetween('$1', 'span.starts_at', 'span.ends_at')} as paid_cents,
     ${paidBetween('$1', 'span.week_starts_at', 'span.week_at')} as week_ago_cents,
     ${paidBetween('$1', 'span.week_starts_at', 'span.week_ends_at')} as week_ago_day_cents
   from span`,
)

/**
 * Returns what happens in a lot on its current day, in one round trip. `is_admin` decides which items of attention are
 * counted; the caller removes the amounts for others.
 */
export async function getLotOverview(pool: pg.Pool, lot_id: string, is_admin: boolean, now: Date) {
  const [row] = await query(pool, overview, [lot_id, now.toISOString(), is_admin])
  if (!row) throw new Error(`lot ${lot_id} was deleted while it was read`)
  return row
}
