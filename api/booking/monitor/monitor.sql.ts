import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { holding } from '../occupancy/holding.sql.ts'
import { isPast } from './board.rules.ts'
import type { BoardRow } from './board-rows.sql.ts'

export interface SummaryRow {
  active: number
  starting: number
  ending: number
  long: number
  subleased: number
  /** Spots that a reservation occupies at any time of the interval. */
  taken_spot_ids: string[]
  unpaid_holds: number
  paid_cents: number
}

const counts = {
  active: 'integer',
  starting: 'integer',
  ending: 'integer',
  long: 'integer',
  subleased: 'integer',
  taken_spot_ids: 'uuid[]',
  unpaid_holds: 'integer',
  paid_cents: 'bigint',
} as const

/** Counts the reservations `r` of a lot `l` that are in the range from $2 to $3. */
const countsOf = (assignee: string) => `count(*)::int as active,
         (count(*) filter (where r.starts_at >= $2 and r.starts_at < $3))::int as starting,
         (count(*) filter (where r.ends_at >= $2 and r.ends_at < $3))::int as ending,
         (count(*) filter (where r.ends_at is null or r.ends_at > at_local((r.starts_at at time zone l.time_zone)
           + make_interval(days => l.long_term_days), l.time_zone)))::int as long,
         (count(*) filter (where ${assignee} <> r.user_id))::int as subleased,
         coalesce(array_agg(distinct r.spot_id), '{}') as taken_spot_ids`

const summariseStatement = statement(
  'summarise',
  counts,
  `select r.*,
       (select count(*)::int from reservations h
         where h.lot_id = $1 and h.status = 'CHECKOUT' and h.hold_expires_at > $4) as unpaid_holds,
       (select coalesce(sum(i.paid_cents - i.refunded_cents), 0)::int8 from invoices i
         where i.lot_id = $1 and i.kind <> 'PLAN' and i.paid_at >= $2 and i.paid_at < $3) as paid_cents
     from (
       select ${countsOf('s.assigned_user_id')}
       from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id join lots l on l.id = r.lot_id
       where r.lot_id = $1 and r.status in ${holding}
         and r.starts_at < $3 and (r.ends_at is null or r.ends_at > $2)) r`,
)

/** What was known at the moment $4. A hold that was never paid leaves no trace of when it ended, so only those that were paid count. */
const summarisePast = statement(
  'summarise_past',
  counts,
  `select r.*,
       (select count(*)::int from reservations h
         where h.lot_id = $1 and h.created_at <= $4::timestamptz and h.confirmed_at > $4) as unpaid_holds,
       (select coalesce(sum(i.paid_cents - (
           select coalesce(sum(f.amount_cents), 0) from refunds f
           where f.invoice_id = i.id and f.lot_id = i.lot_id and f.status = 'SUCCEEDED' and f.settled_at <= $4)), 0)::int8 from invoices i
         where i.lot_id = $1 and i.kind <> 'PLAN' and i.paid_at >= $2 and i.paid_at < $3 and i.paid_at <= $4) as paid_cents
     from (
       select ${countsOf('a.user_id')}
       from reservations_as_of($1, $4, tstzrange($2, $3)) r join lots l on l.id = $1
         left join assignments_at($1, $4) a on a.spot_id = r.spot_id
       where r.created_at <= $4) r`,
)

/**
 * Returns a lot's counts in an interval, as they were known at a moment. `paid_cents` is in minor units, without refunds.
 */
export async function summarise(
  pool: pg.Pool,
  lot_id: string,
  of: { starts_at: string; ends_at: string; at: string },
  now: Date,
): Promise<SummaryRow> {
  const by = isPast(of.at, now) ? summarisePast : summariseStatement
  const [found] = await query(pool, by, [lot_id, of.starts_at, of.ends_at, of.at])
  if (!found) throw new Error('an aggregate without groups returned no row')
  return found
}

const spotsRows = statement(
  'list_spots',
  { id: 'uuid', zone_id: 'uuid?', assigned_user_id: 'uuid?', assigned_group_id: 'uuid?' },
  'select id, zone_id, assigned_user_id, assigned_group_id from spots where lot_id = $1 and deleted_at is null',
)

const pastSpotsRows = statement(
  'list_past_spots',
  { id: 'uuid', zone_id: 'uuid?', assigned_user_id: 'uuid?', assigned_group_id: 'uuid?' },
  `select s.id, s.zone_id, a.user_id as assigned_user_id, a.group_id as assigned_group_id
   from spots s left join assignments_at($1, $2) a on a.spot_id = s.id
   where s.lot_id = $1 and (s.deleted_at is null or s.deleted_at > $2)`,
)

type CalendarColumns = Pick<BoardRow, 'id' | 'zone_id' | 'assigned_user_id' | 'assigned_group_id'>

/** Returns the spots of a lot with the columns that their calendars depend on. */
export function listSpots(pool: pg.Pool, lot_id: string): Promise<CalendarColumns[]> {
  return query(pool, spotsRows, [lot_id])
}

/** Like `listSpots`, at a past moment. */
export function listPastSpots(pool: pg.Pool, lot_id: string, at: string): Promise<CalendarColumns[]> {
  return query(pool, pastSpotsRows, [lot_id, at])
}
