import { callEvents, type EventName, pageEvents, recordEvents } from '@openspot/core/analytics/events.ts'
import { type Cohort, cohortsOf, type FunnelDay } from '@openspot/core/analytics/funnel.ts'
import { FIGURE_WEEKS } from '@openspot/core/analytics/limits.ts'
import { query } from '@openspot/db/database.ts'
import { type RowOf, type RowShape, type Statement, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { bookedByDriver, countRecords } from './records.sql.ts'

/** The figures of one lot in its time zone, or those of the platform in UTC. */
export interface Scope {
  lot_id: string | null
  time_zone: string
}

interface Scoped<Row> {
  platform: Statement<Row>
  lot: Statement<Row>
}

/** Declares a statement twice: for all lots, and for the one that is its last parameter, because only that has an index. */
function scoped<const Shape extends RowShape>(
  name: string,
  shape: Shape,
  parameters: number,
  text: (inLot: (column: string) => string) => string,
): Scoped<RowOf<Shape>> {
  const inLot = (column: string) => `${column} = $${parameters + 1}::uuid`
  return {
    platform: statement(
      `${name}_of_platform`,
      shape,
      text(() => 'true'),
    ),
    lot: statement(`${name}_of_lot`, shape, text(inLot)),
  }
}

const run = <Row>(pool: pg.Pool, of: Scoped<Row>, { lot_id }: Scope, values: unknown[]): Promise<Row[]> =>
  lot_id === null ? query(pool, of.platform, values) : query(pool, of.lot, [...values, lot_id])

const funnel = scoped(
  'count_funnel',
  { on: 'date', search: 'integer', lot_view: 'integer', quote: 'integer', hold: 'integer', paid: 'integer' },
  3,
  (inLot) => `with span as (
       select ($1::timestamptz at time zone $2)::date as last_on, ($1::timestamptz at time zone $2)::date - $3::int + 1 as first_on),
     days as (select first_on + n as on_day from span, generate_series(0, $3::int - 1) as n),
     seen as (
       select (e.at at time zone $2)::date as on_day,
         count(distinct e.visitor) filter (where e.event = 'search') as search,
         count(distinct e.visitor) filter (where e.event = 'lot_view') as lot_view,
         count(distinct e.visitor) filter (where e.event = 'quote') as quote
       from analytics_events e, span
       where e.at >= at_local(span.first_on::timestamp, $2) and e.event in ('search', 'lot_view', 'quote') and ${inLot('e.lot_id')}
       group by 1),
     booked as (
       select (r.created_at at time zone $2)::date as on_day, count(distinct r.user_id) as hold,
         count(distinct r.user_id) filter (where r.confirmed_at is not null) as paid
       from reservations r, span
       where r.created_at >= at_local(span.first_on::timestamp, $2) and ${bookedByDriver} and ${inLot('r.lot_id')}
       group by 1)
     select d.on_day as on, coalesce(s.search, 0)::int as search, coalesce(s.lot_view, 0)::int as lot_view,
       coalesce(s.quote, 0)::int as quote, coalesce(b.hold, 0)::int as hold, coalesce(b.paid, 0)::int as paid
     from days d left join seen s using (on_day) left join booked b using (on_day) order by d.on_day`,
)

/** Returns the funnel of the last days, today included, oldest first. */
export const countFunnel = (pool: pg.Pool, scope: Scope, days: number, now: Date): Promise<FunnelDay[]> =>
  run(pool, funnel, scope, [now.toISOString(), scope.time_zone, days])

/** The Monday of the first week. */
const since = `(date_trunc('week', $1::timestamptz at time zone $2) - make_interval(weeks => $3::int - 1))`
const pairs = { first_on: 'date', week_on: 'date', people: 'integer' } as const
const byFirst = `select f.first_on, w.week_on, count(*)::int as people
     from firsts f join weeks w using (person) group by 1, 2`

const drivers = scoped(
  'count_returning_drivers',
  pairs,
  3,
  (inLot) => `with weeks as (
       select r.user_id as person, date_trunc('week', r.confirmed_at at time zone $2)::date as week_on
       from reservations r
       where r.confirmed_at >= at_local(${since}, $2) and ${bookedByDriver} and ${inLot('r.lot_id')}
       group by 1, 2),
     firsts as (
       select w.person, min(w.week_on) as first_on from weeks w
       where not exists (
         select from reservations r where r.user_id = w.person and r.confirmed_at < at_local(${since}, $2)
           and ${bookedByDriver} and ${inLot('r.lot_id')})
       group by 1)
     ${byFirst}`,
)

const visitors = scoped(
  'count_returning_visitors',
  pairs,
  3,
  (inLot) => `with weeks as (
       select e.visitor as person, date_trunc('week', e.at at time zone $2)::date as week_on
       from analytics_events e
       where e.at >= at_local(${since}, $2) and e.is_recognized and ${inLot('e.lot_id')}
       group by 1, 2),
     firsts as (select person, min(week_on) as first_on from weeks group by 1)
     ${byFirst}`,
)

const weekList = statement(
  'list_weeks',
  { week_on: 'date' },
  `select (${since} + make_interval(weeks => n))::date as week_on from generate_series(0, $3::int - 1) as n order by 1`,
)

/** Returns the cohorts of the last weeks, of drivers by confirmed reservations and of recognized visitors by pages. */
export async function countReturning(
  pool: pg.Pool,
  scope: Scope,
  now: Date,
): Promise<{ drivers: Cohort[]; visitors: Cohort[] }> {
  const values = [now.toISOString(), scope.time_zone, FIGURE_WEEKS]
  const weeks = (await query(pool, weekList, values)).map(({ week_on }) => week_on)
  return {
    drivers: cohortsOf(weeks, await run(pool, drivers, scope, values)),
    visitors: cohortsOf(weeks, await run(pool, visitors, scope, values)),
  }
}

const counts = statement(
  'count_analytics_events',
  { event: 'text', count: 'integer' },
  `select event, count(*)::int as count from analytics_events where at >= $1 and at < $2 group by event`,
)

/** Counts every event of the catalog from one moment until before another, in its order. */
export async function countEvents(
  pool: pg.Pool,
  from: string,
  to: string,
): Promise<{ event: EventName; count: number }[]> {
  const stored = await query(pool, counts, [from, to])
  const list: { event: EventName; count: number }[] = [...pageEvents, ...callEvents].map((event) => ({
    event,
    count: stored.find((row) => row.event === event)?.count ?? 0,
  }))
  for (const event of recordEvents) list.push({ event, count: await countRecords(pool, event, from, to) })
  return list
}
