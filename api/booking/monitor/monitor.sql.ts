import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { Ring } from '@openspot/contract/common.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { query } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { holding } from '../occupancy/holding.sql.ts'
import { isPast } from './board.rules.ts'

/** A spot with its current and next reservation, which decide its state together with its calendar. */
export interface BoardRow {
  id: string
  label: string
  type: MonitorSpot['type']
  features: MonitorSpot['features']
  level: number
  shape: Ring | null
  zone_id: string | null
  assigned_user_id: string | null
  assigned_group_id: string | null
  assigned_to: string | null
  /** Whether the spot, its zone, or the lot has any rate. */
  is_priced: boolean
  now: MonitorSpot['occupant']
  next: MonitorSpot['next']
}

const current = 'reservations'
/** The reservations as they were at $2. */
const past = 'past_reservations'

/**
 * Selects a reservation that occupies the spot, with its driver, as JSON. Times are formatted here, because JSON would
 * keep the database's format.
 */
const reservationOf = (source: string, condition: string) => `(
  select json_build_object(
    'reservation_id', r.id, 'status', ${source === current ? 'r.status' : `'ACTIVE'`},
    'name', u.name,
    'plate', c.plate,
    'starts_at', to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
    'ends_at', to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
  from ${source} r cross join lateral visible_person(s.lot_id, r.user_id, $3::timestamptz, ${GUEST_DAYS}) u
    left join lateral plate_at(r.car_id, ${source === current ? 'least(r.ends_at, $3::timestamptz)' : '$2::timestamptz'}) c on true
  where ${source === current ? `r.lot_id = s.lot_id and r.status in ${holding} and` : ''} r.spot_id = s.id and ${condition})`

const rateOf = (of: string) =>
  `num_nonnulls(${of}.half_hour_cents, ${of}.hour_cents, ${of}.day_cents, ${of}.month_cents)`

const boardShape = {
  id: 'uuid',
  label: 'text',
  type: 'spots.type',
  features: 'spots.features',
  level: 'smallint',
  shape: orNull(json<NonNullable<BoardRow['shape']>>()),
  zone_id: 'uuid?',
  assigned_user_id: 'uuid?',
  assigned_group_id: 'uuid?',
  assigned_to: 'text?',
  is_priced: 'boolean',
  now: orNull(json<NonNullable<BoardRow['now']>>('json')),
  next: orNull(json<NonNullable<BoardRow['next']>>('json')),
} as const

const boardColumns = `s.id, s.label, s.type, s.features, s.level, s.shape, s.zone_id, a.user_id as assigned_user_id,
       a.group_id as assigned_group_id, coalesce(g.name, h.name) as assigned_to,
       ${rateOf('l')} + ${rateOf('s')} + ${rateOf('z')} > 0 as is_priced`
const boardJoins = `left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id
       left join lateral visible_person(s.lot_id, a.user_id, $3::timestamptz, ${GUEST_DAYS}) h on true
       left join groups g on g.id = a.group_id and g.lot_id = s.lot_id`
const isNow = 'tstzrange(r.starts_at, r.ends_at) @> $2::timestamptz limit 1'
const isNext = `tstzrange(r.starts_at, r.ends_at) && tstzrange($2::timestamptz, $2::timestamptz + interval '60 days')
         and r.starts_at > $2::timestamptz order by r.starts_at limit 1`

const boardRows = statement(
  'list_board_rows',
  boardShape,
  `select ${boardColumns}, ${reservationOf(current, isNow)} as now, ${reservationOf(current, isNext)} as next
     from spots s join lots l on l.id = s.lot_id
       cross join lateral (select s.assigned_user_id as user_id, s.assigned_group_id as group_id) a
       ${boardJoins}
     where s.lot_id = $1 and s.deleted_at is null order by s.spot_no`,
)

const pastBoardRows = statement(
  'list_past_board_rows',
  boardShape,
  `with past_reservations as materialized (select * from reservations_at($1, $2)),
     assigned as materialized (select * from assignments_at($1, $2))
   select ${boardColumns}, ${reservationOf(past, isNow)} as now, ${reservationOf(current, isNext)} as next
     from spots s join lots l on l.id = s.lot_id left join assigned a on a.spot_id = s.id
       ${boardJoins}
     where s.lot_id = $1 and (s.deleted_at is null or s.deleted_at > $2) order by s.spot_no`,
)

/**
 * Returns every spot of a lot with its reservations around one instant. `now` decides what the lot may know about their
 * drivers. The past is as it was then: what changed or was canceled since counts as before.
 */
export function listBoardRows(pool: pg.Pool, lot_id: string, at: string, now: Date): Promise<BoardRow[]> {
  return query(pool, isPast(at, now) ? pastBoardRows : boardRows, [lot_id, at, now.toISOString()])
}

export interface SummaryRow {
  active: number
  starting: number
  ending: number
  long: number
  /** Spots that a reservation occupies at any time of the interval. */
  taken_spot_ids: string[]
  unpaid_holds: number
  paid_cents: number
}

/** A reservation over 45 days, or without an end, counts as long. */
const longTerm = `(r.ends_at is null or r.ends_at - r.starts_at > interval '45 days')`

const summariseStatement = statement(
  'summarise',
  {
    active: 'integer',
    starting: 'integer',
    ending: 'integer',
    long: 'integer',
    taken_spot_ids: 'uuid[]',
    unpaid_holds: 'integer',
    paid_cents: 'bigint',
  },
  `select r.*,
       (select count(*)::int from reservations h
         where h.lot_id = $1 and h.status = 'CHECKOUT' and h.hold_expires_at > $4) as unpaid_holds,
       (select coalesce(sum(i.paid_cents - i.refunded_cents), 0)::int8 from invoices i
         where i.lot_id = $1 and i.paid_at >= $2 and i.paid_at < $3) as paid_cents
     from (
       select count(*)::int as active,
         (count(*) filter (where r.starts_at >= $2 and r.starts_at < $3))::int as starting,
         (count(*) filter (where r.ends_at >= $2 and r.ends_at < $3))::int as ending,
         (count(*) filter (where ${longTerm}))::int as long,
         coalesce(array_agg(distinct r.spot_id), '{}') as taken_spot_ids
       from reservations r
       where r.lot_id = $1 and r.status in ${holding}
         and r.starts_at < $3 and (r.ends_at is null or r.ends_at > $2)) r`,
)

/** Returns a lot's counts in an interval. `paid_cents` is in minor units, without refunds. */
export async function summarise(
  pool: pg.Pool,
  lot_id: string,
  starts_at: string,
  ends_at: string,
  now: Date,
): Promise<SummaryRow> {
  const rows = await query(pool, summariseStatement, [lot_id, starts_at, ends_at, now.toISOString()])
  return (
    rows[0] ?? {
      active: 0,
      starting: 0,
      ending: 0,
      long: 0,
      taken_spot_ids: [],
      unpaid_holds: 0,
      paid_cents: 0,
    }
  )
}

const spotsRows = statement(
  'list_spots',
  { id: 'uuid', zone_id: 'uuid?', assigned_user_id: 'uuid?', assigned_group_id: 'uuid?' },
  'select id, zone_id, assigned_user_id, assigned_group_id from spots where lot_id = $1 and deleted_at is null',
)

/** Returns the spots of a lot with the columns that their calendars depend on. */
export function listSpots(
  pool: pg.Pool,
  lot_id: string,
): Promise<Pick<BoardRow, 'id' | 'zone_id' | 'assigned_user_id' | 'assigned_group_id'>[]> {
  return query(pool, spotsRows, [lot_id])
}
