import type { AttentionItem, LotOverview } from '@openspot/contract/booking/overview.ts'
import { query } from '@openspot/db/database.ts'
import { json, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { takenBetween } from '../occupancy/taken.sql.ts'
import { attention } from '../overview/attention.sql.ts'
import { paidBetween, takenByHour, takenNow } from '../overview/today.sql.ts'

/** How many reservations still start or end today, as the overview of a lot counts them. */
const passing = (column: 'starts_at' | 'ends_at'): string => `(
  select count(*)::int from (select distinct reservation_id from busy) b
    join reservations r on r.id = b.reservation_id and r.lot_id = span.lot_id
  where r.status = 'ACTIVE' and r.${column} > $2 and r.${column} < span.ends_at)`

const portfolio = statement(
  'list_portfolio',
  {
    lot_id: 'uuid',
    name: 'text',
    role: text<'PATROLLER' | 'ADMIN' | 'SUPER_ADMIN'>(),
    time_zone: 'text',
    currency: 'text',
    spots: 'integer',
    taken_spots: 'integer',
    hours: json<LotOverview['hours']>('json'),
    arrivals: 'integer',
    departures: 'integer',
    attention: json<AttentionItem[]>('json'),
    paid_cents: 'bigint?',
    week_ago_cents: 'bigint?',
  },
  // `offset 0` has the days of a lot calculated once, so that PostgreSQL can put the expressions of `minutes_of` in place.
  `with mine as materialized (
     select l.id as lot_id, l.name, m.role, m.role <> 'PATROLLER' as is_admin, l.currency, l.spot_count, l.time_zone as zone,
       l.public_id, l.trust_level, l.created_at as opened_at, $2::timestamptz at time zone l.time_zone as clock,
       date_trunc('day', $2::timestamptz at time zone l.time_zone) as today
     from memberships m join lots l on l.id = m.lot_id
     where m.user_id = $1 and m.status = 'ACTIVE' and m.role <> 'MEMBER'
       and ($3::text is null or (l.name, l.id) > ($3, $4::uuid))
     order by l.name, l.id limit $5)
   select span.lot_id, span.name, span.role::text as role, span.zone as time_zone, span.currency, span.spot_count as spots,
     day.taken_spots, day.hours, day.arrivals, day.departures, (${attention('span.is_admin')}) as attention,
     case when span.is_admin then ${paidBetween('span.lot_id', 'span.starts_at', 'span.ends_at')} end as paid_cents,
     case when span.is_admin then ${paidBetween('span.lot_id', 'span.week_starts_at', 'span.week_at')} end as week_ago_cents
   from (select mine.*, at_local(today, zone) as starts_at, at_local(today + interval '1 day', zone) as ends_at,
       at_local(today - interval '7 days', zone) as week_starts_at, at_local(clock - interval '7 days', zone) as week_at
     from mine offset 0) span
   cross join lateral (
     with busy as materialized (${takenBetween('minutes_of(span.starts_at)', 'minutes_of(span.ends_at)', 'span.lot_id')})
     select ${takenNow} as taken_spots, ${takenByHour} as hours,
       ${passing('starts_at')} as arrivals, ${passing('ends_at')} as departures) day
   order by span.name, span.lot_id`,
)

/** Returns today of the lots that a person is on the staff of, up to `limit` + 1 of them, in one round trip. */
export const listPortfolio = (
  pool: pg.Pool,
  user_id: string,
  after: readonly [name: string, lot_id: string] | null,
  limit: number,
  now: Date,
) => query(pool, portfolio, [user_id, now.toISOString(), after?.[0] ?? null, after?.[1] ?? null, limit + 1])
