import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { Ring } from '@openspot/contract/common.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { holding } from '../occupancy/holding.sql.ts'
import { isPast } from './board.rules.ts'

interface SpotFacts {
  id: string
  label: string
  type: MonitorSpot['type']
  features: MonitorSpot['features']
  level: number
  shape: Ring | null
  zone_id: string | null
  assigned_user_id: string | null
  assigned_group_id: string | null
  /** Whether the spot, its zone, or the lot has any rate. */
  is_priced: boolean
}

/** A spot with its current and next reservation, which decide its state together with its calendar. */
export interface BoardRow extends SpotFacts {
  assigned_to: string | null
  /** Whether the current reservation is the assignee's own, or of a member of the group that the spot is assigned to. */
  is_own: boolean
  now: MonitorSpot['occupant']
  next: MonitorSpot['next']
}

/** A reservation of a spot, in the order of `reservationColumns`. Instants are in seconds. */
type SpotReservation = [
  spot_id: string,
  is_next: boolean,
  reservation_id: string,
  status: NonNullable<MonitorSpot['occupant']>['status'],
  user_id: string,
  /** The group of an active member of the lot. */
  group_id: string | null,
  plate: string | null,
  starts_at: number,
  ends_at: number | null,
]
const reservationColumns = `f.spot_id, f.is_next, f.id, f.status, f.user_id, f.group_id,
  (select c.plate from plate_of_reservation($1::uuid, f.id, f.car_id, f.plate_at) c limit 1),
  date_part('epoch', f.starts_at), date_part('epoch', f.ends_at)`

const shape = {
  spots: json<(SpotFacts & { group_name: string | null })[]>('json'),
  reservations: json<SpotReservation[]>('json'),
  /** What the lot may call each person, by ID. */
  names: json<Record<string, string | null>>('json'),
} as const

const rateOf = (of: string) =>
  `num_nonnulls(${of}.half_hour_cents, ${of}.hour_cents, ${of}.day_cents, ${of}.month_cents)`

/**
 * Selects the last reservation of a spot `s` that began by $2, or the first one after it; without one, that of another spot. The comparison
 * is of both columns at once because only the index by spot and start can answer it. Of equal conditions, the planner prefers the index of
 * the exclusion constraint, which takes five times as long.
 */
const nearest = (comparison: '<=' | '>') => {
  const order = comparison === '>' ? 'r.spot_id, r.starts_at' : 'r.spot_id desc, r.starts_at desc'
  return `(
       select r.spot_id, r.id, r.status, r.user_id, r.car_id, r.starts_at, r.ends_at from reservations r
       where (r.spot_id, r.starts_at) ${comparison} (s.id, $2::timestamptz) and r.status in ${holding} order by ${order} limit 1)`
}

/**
 * Each spot is looked up once in the index of its reservations by start, and each person and plate once. What belongs together is joined
 * in TypeScript, because the planner can't know how many rows a step returns, and would compare all with all.
 */
const rowsOf = (of: { assignment: string; has_spot: string; current: string; plate_at: string }) =>
  `with spot as materialized (
     select s.id, s.label, s.type, s.features, s.level, s.shape, s.zone_id, a.user_id as assigned_user_id, a.group_id as assigned_group_id,
       g.name as group_name, ${rateOf('l')} + ${rateOf('s')} + ${rateOf('z')} > 0 as is_priced, s.spot_no
     from spots s join lots l on l.id = s.lot_id ${of.assignment}
       left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id
       left join groups g on g.id = a.group_id and g.lot_id = s.lot_id
     where s.lot_id = $1 and ${of.has_spot}),
   found as materialized (
     select false as is_next, c.*, ${of.plate_at} as plate_at,
       case when (select bool_or(assigned_group_id is not null) from spot) then (
         select m.group_id from memberships m where m.lot_id = $1 and m.user_id = c.user_id and m.status = 'ACTIVE') end as group_id
     from (${of.current}) c
     union all
     select true, s.id, r.id, r.status, r.user_id, r.car_id, r.starts_at, r.ends_at, least(r.ends_at, $3::timestamptz), null
     from spot s cross join lateral ${nearest('>')} r
     where r.spot_id = s.id and r.starts_at < $2::timestamptz + interval '60 days'),
   people as (
     select x.user_id, v.name from (
       select user_id from found union select assigned_user_id from spot where assigned_user_id is not null) x
       cross join lateral visible_person($1::uuid, x.user_id, $3::timestamptz, ${GUEST_DAYS}) v)
   select (
       select coalesce(json_agg(json_build_object(
         'id', s.id, 'label', s.label, 'type', s.type, 'features', s.features, 'level', s.level, 'shape', s.shape, 'zone_id', s.zone_id,
         'assigned_user_id', s.assigned_user_id, 'assigned_group_id', s.assigned_group_id, 'group_name', s.group_name,
         'is_priced', s.is_priced) order by s.spot_no), '[]')
       from spot s) as spots, (
       select coalesce(json_agg(json_build_array(${reservationColumns})), '[]')
       from found f) as reservations, (
       select coalesce(json_object_agg(p.user_id, p.name), '{}') from people p) as names`

const boardRows = statement(
  'list_board_rows',
  shape,
  rowsOf({
    assignment:
      'cross join lateral (select s.assigned_user_id as user_id, s.assigned_group_id as group_id) a',
    has_spot: 's.deleted_at is null',
    // Reservations of a spot don't overlap, so the current one is the last that began.
    current: `select s.id as spot_id, r.id, r.status, r.user_id, r.car_id, r.starts_at, r.ends_at
     from spot s cross join lateral ${nearest('<=')} r
     where r.spot_id = s.id and (r.ends_at is null or r.ends_at > $2::timestamptz)`,
    plate_at: 'least(c.ends_at, $3::timestamptz)',
  }),
)

const pastBoardRows = statement(
  'list_past_board_rows',
  shape,
  rowsOf({
    assignment: 'left join assignments_at($1, $2) a on a.spot_id = s.id',
    has_spot: '(s.deleted_at is null or s.deleted_at > $2)',
    current: `select p.spot_id, p.id, 'ACTIVE'::reservation_status as status, p.user_id, p.car_id, p.starts_at, p.ends_at
     from reservations_at($1, $2) p`,
    plate_at: '$2::timestamptz',
  }),
)

/**
 * Returns every spot of a lot with its reservations around one instant. `now` decides what the lot may know about their
 * drivers. The past is as it was then: what changed or was canceled since counts as before.
 */
export async function listBoardRows(
  pool: pg.Pool,
  lot_id: string,
  at: string,
  now: Date,
): Promise<BoardRow[]> {
  const of = isPast(at, now) ? pastBoardRows : boardRows
  const [found] = await queryPrepared(pool, of, [lot_id, at, now.toISOString()])
  if (!found) throw new Error('a query without FROM returned no row')
  const { spots, reservations, names } = found
  const nameOf = (user_id: string | null) => (user_id === null ? null : (names[user_id] ?? null))
  const current = new Map<string, SpotReservation>()
  const next = new Map<string, SpotReservation>()
  for (const one of reservations) {
    const [spot_id, is_next] = one
    const of = is_next ? next : current
    of.set(spot_id, one)
  }
  return spots.map(({ group_name, ...spot }) => {
    const { id, assigned_user_id, assigned_group_id } = spot
    const now = current.get(id)
    const [, , , , user_id, group_id] = now ?? []
    return {
      ...spot,
      assigned_to: group_name ?? nameOf(assigned_user_id),
      is_own:
        now !== undefined &&
        (user_id === assigned_user_id || (group_id !== null && group_id === assigned_group_id)),
      now: occupantOf(now, nameOf),
      next: occupantOf(next.get(id), nameOf),
    }
  })
}

function occupantOf(
  reservation: SpotReservation | undefined,
  nameOf: (user_id: string) => string | null,
): MonitorSpot['occupant'] {
  if (!reservation) return null
  const [, , reservation_id, status, user_id, , plate, starts_at, ends_at] = reservation
  return {
    reservation_id,
    status,
    name: nameOf(user_id),
    plate,
    starts_at: isoOf(starts_at / 60),
    ends_at: ends_at === null ? null : isoOf(ends_at / 60),
  }
}
