import { query, queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { longMinutes } from '../occupancy/times.rules.ts'

const busyShape = {
  spot_no: 'smallint',
  starts_min: 'integer',
  ends_min: 'integer',
  /** Null if an availability rule closes the spot then. */
  reservation_id: 'uuid?',
} as const
export type BusyRow = RowOf<typeof busyShape>

const busy = statement(
  'list_busy',
  busyShape,
  `select o.spot_no, o.starts_min, o.ends_min, o.reservation_id from occupancy o
     where o.lot_id = $1 and o.spot_no = any($4::smallint[]) and o.ends_min - o.starts_min <= ${longMinutes}
       and o.starts_min < $3::int and o.starts_min > $2::int - ${longMinutes} and o.ends_min > $2::int
   union all
   select o.spot_no, o.starts_min, o.ends_min, o.reservation_id from occupancy o
     where o.lot_id = $1 and o.spot_no = any($4::smallint[]) and o.ends_min - o.starts_min > ${longMinutes} and o.starts_min < $3::int and o.ends_min > $2::int`,
)

const movable = statement(
  'list_movable',
  { id: 'uuid' },
  `select r.id from reservations r where r.id = any($1::uuid[]) and r.status = 'ACTIVE' and r.is_flexible and r.starts_at > $2
     and not exists (select from reservations c where c.changes_id = r.id and c.status = 'CHECKOUT')`,
)

/** Returns everything that blocks some spots of a lot between two epoch minutes. */
export function listBusy(
  pool: pg.Pool,
  lot_id: string,
  from_min: number,
  to_min: number,
  spot_nos: readonly number[],
): Promise<BusyRow[]> {
  return queryPrepared(pool, busy, [lot_id, from_min, to_min, spot_nos])
}

/** Returns which of the reservations can be moved: their driver accepts any spot, and they have not begun. */
export async function listMovable(pool: pg.Pool, reservation_ids: string[], now: Date): Promise<Set<string>> {
  if (reservation_ids.length === 0) return new Set()
  const rows = await query(pool, movable, [reservation_ids, now.toISOString()])
  return new Set(rows.map(({ id }) => id))
}
