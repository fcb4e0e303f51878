import type { DaySums, TakenHour } from '@openspot/core/lot-figures/lot-figures.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { takenBetween } from '../occupancy/taken.sql.ts'

/** Local days of a lot, both included. */
export interface DaySpan {
  lot_id: string
  time_zone: string
  from_on: string
  until_on: string
}

/** The instants and minutes of the days `$3` to `$4` in the time zone `$2`. */
const span = `span as materialized (
  select s.*, minutes_of(s.starts_at) as from_min, minutes_of(s.ends_at) as to_min from (
    select at_local($3::date::timestamp, $2) as starts_at, at_local(($4::date + 1)::timestamp, $2) as ends_at) s)`

/** A reservation of the figures. Those that await payment or acceptance, or ended so, are none yet. */
const counts = `r.changes_id is null and r.status in ('ACTIVE', 'CANCELED')`
const isKept = `r.status = 'ACTIVE' and r.ends_at is not null`
/** The rest of a reservation that was moved to another spot is a reservation of its own, whose price is in the first one. */
const isStay = `${isKept} and r.continues_id is null`
const minutesBetween = (from: string, to: string) => `extract(epoch from ${to} - ${from}) / 60`

const days = statement(
  'sum_figure_days',
  {
    on: 'date',
    revenue_cents: 'bigint',
    reservations: 'integer',
    canceled: 'integer',
    stays: 'integer',
    price_cents: 'bigint',
    length_minutes: 'bigint',
    lead_minutes: 'bigint',
  },
  `with ${span},
   started as (
     select (r.starts_at at time zone $2)::date as on_day, count(*) as reservations,
       count(*) filter (where r.status = 'CANCELED') as canceled,
       count(*) filter (where ${isStay}) as stays,
       sum(r.total_cents) filter (where ${isStay}) as price_cents,
       sum(${minutesBetween('r.starts_at', 'r.ends_at')}) filter (where ${isKept}) as length_minutes,
       sum(greatest(0, ${minutesBetween('r.created_at', 'r.starts_at')})) filter (where ${isStay}) as lead_minutes
     from reservations r, span
     where r.lot_id = $1 and r.starts_at >= span.starts_at and r.starts_at < span.ends_at and ${counts}
     group by 1),
   paid as (
     select (i.paid_at at time zone $2)::date as on_day, sum(i.paid_cents - i.refunded_cents) as revenue_cents
     from invoices i, span
     where i.lot_id = $1 and i.kind <> 'PLAN' and i.paid_at >= span.starts_at and i.paid_at < span.ends_at
     group by 1)
   select d.on_day as on, coalesce(p.revenue_cents, 0)::int8 as revenue_cents, coalesce(s.reservations, 0)::int as reservations,
     coalesce(s.canceled, 0)::int as canceled, coalesce(s.stays, 0)::int as stays, coalesce(s.price_cents, 0)::int8 as price_cents,
     coalesce(s.length_minutes, 0)::int8 as length_minutes, coalesce(s.lead_minutes, 0)::int8 as lead_minutes
   from (select $3::date + n as on_day from generate_series(0, $4::date - $3::date) as n) d
     left join started s using (on_day) left join paid p using (on_day)
   order by d.on_day`,
)

/** Returns the sums of every day. */
export const sumDays = (pool: pg.Pool, of: DaySpan): Promise<DaySums[]> =>
  query(pool, days, [of.lot_id, of.time_zone, of.from_on, of.until_on])

const hourShape = { on: 'date', hour: 'integer', taken_minutes: 'integer' } as const

/** Sums the minutes of each hour in which spots are taken, of those that the join of `taken t` leaves. */
const hoursOf = (join: string) => `with ${span},
   taken as materialized (${takenBetween('span.from_min', 'span.to_min')}),
   parts as (
     select h as nth, sum(least(t.ends_min, span.from_min + (h + 1) * 60) - greatest(t.starts_min, span.from_min + h * 60)) as minutes
     from taken t ${join} cross join span cross join lateral generate_series(
       (greatest(t.starts_min, span.from_min) - span.from_min) / 60, (least(t.ends_min, span.to_min) - 1 - span.from_min) / 60) as h
     group by h)
   select (l.clock)::date as on, extract(hour from l.clock)::int as hour, coalesce(p.minutes, 0)::int as taken_minutes
   from span, generate_series(0, (span.to_min - span.from_min + 59) / 60 - 1) as n
     cross join lateral (select (span.starts_at + n * interval '1 hour') at time zone $2 as clock) l
     left join parts p on p.nth = n
   order by n`

const hours = statement('sum_taken_hours', hourShape, hoursOf(''))

const unassignedHours = statement(
  'sum_unassigned_hours',
  hourShape,
  hoursOf(`join spots s on s.lot_id = $1 and s.spot_no = t.spot_no and s.deleted_at is null
       and s.assigned_user_id is null and s.assigned_group_id is null`),
)

/** Returns every hour of the days in order, with the minutes that spots are taken in it. */
export const sumHours = (pool: pg.Pool, of: DaySpan): Promise<TakenHour[]> =>
  query(pool, hours, [of.lot_id, of.time_zone, of.from_on, of.until_on])

/** The same for the spots that are assigned to nobody now. */
export const sumUnassignedHours = (pool: pg.Pool, of: DaySpan): Promise<TakenHour[]> =>
  query(pool, unassignedHours, [of.lot_id, of.time_zone, of.from_on, of.until_on])

const spots = statement(
  'sum_taken_spots',
  {
    spot_id: 'uuid',
    label: 'text',
    taken_minutes: 'integer',
    previous_minutes: 'integer',
    reservations: 'integer',
    minutes: 'integer',
    previous_length: 'integer',
  },
  `with ${span},
   cut as (select minutes_of(at_local($5::date::timestamp, $2)) as at_min),
   taken as materialized (${takenBetween('span.from_min', 'span.to_min')}),
   used as (
     select t.spot_no,
       sum(greatest(0, least(t.ends_min, span.to_min) - greatest(t.starts_min, cut.at_min))) as minutes,
       sum(greatest(0, least(t.ends_min, cut.at_min) - greatest(t.starts_min, span.from_min))) as previous_minutes,
       count(*) filter (where t.ends_min > cut.at_min) as reservations
     from taken t, span, cut group by t.spot_no)
   select s.id as spot_id, s.label, coalesce(u.minutes, 0)::int as taken_minutes, coalesce(u.previous_minutes, 0)::int as previous_minutes,
     coalesce(u.reservations, 0)::int as reservations, span.to_min - cut.at_min as minutes, cut.at_min - span.from_min as previous_length
   from spots s cross join span cross join cut left join used u on u.spot_no = s.spot_no
   where s.lot_id = $1 and (s.deleted_at is null or s.deleted_at > span.starts_at)
   order by coalesce(u.minutes, 0) desc, s.spot_no`,
)

/**
 * Returns every spot that the lot had in the days, with the minutes that it is taken before the day `cut_on` and from it on, the
 * most taken first.
 */
export const sumSpots = (pool: pg.Pool, of: DaySpan, cut_on: string) =>
  query(pool, spots, [of.lot_id, of.time_zone, of.from_on, of.until_on, cut_on])
