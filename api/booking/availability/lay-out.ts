import type { Db } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '../../errors.ts'
import { endless } from '../reservations/stay.rules.ts'
import { listWindows } from './availability.sql.ts'
import { calendarsOf, laidOutSince, layOut } from './calendar.rules.ts'

export interface LockedSpot {
  id: string
  spot_no: number
  zone_id: string | null
  assigned_user_id: string | null
  assigned_group_id: string | null
}

/** Selects spots of a lot: the given ones, those of a zone, or all. */
export interface Place {
  spot_ids?: readonly string[]
  zone_id?: string | null
}

/**
 * Locks spots against bookings, closures, and changes until the transaction ends. A booking holds its spot's row for
 * share, so everything read afterwards is complete. To avoid deadlocks, lock in the order zone, spots by id, lot (where
 * all triggers end).
 */
export function lockSpots(tx: Db, lot_id: string, { spot_ids, zone_id }: Place): Promise<LockedSpot[]> {
  return tx
    .selectFrom('spots')
    .select(['id', 'spot_no', 'zone_id', 'assigned_user_id', 'assigned_group_id'])
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .$if(spot_ids !== undefined, (q) => q.where(sql<boolean>`id = any(${spot_ids ?? []}::uuid[])`))
    .$if(typeof zone_id === 'string', (q) => q.where('zone_id', '=', zone_id ?? null))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Locks a zone and keeps spots from being moved into it until the transaction ends. Returns false if the lot has no
 * such zone.
 */
export async function lockZone(tx: Db, lot_id: string, zone_id: string): Promise<boolean> {
  const zone = await tx
    .selectFrom('zones')
    .select('id')
    .where('id', '=', zone_id)
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return zone !== undefined
}

/**
 * Runs `work` in a transaction with the spots locked, rebuilds their closures, and notifies subscribers of the lot.
 * Calls `noZone` (default: throws `not_found`) if the zone does not exist.
 */
export async function atPlace<T>(
  app: Pick<FastifyInstance, 'db' | 'ports' | 'changes'>,
  lot_id: string,
  place: Place,
  work: (tx: Db, spots: LockedSpot[]) => Promise<T>,
  noZone: () => never = () => refuse('not_found'),
): Promise<T> {
  const done = await app.db.transaction().execute(async (tx) => {
    if (typeof place.zone_id === 'string' && !(await lockZone(tx, lot_id, place.zone_id))) noZone()
    const spots = await lockSpots(tx, lot_id, place)
    const answer = await work(tx, spots)
    // Spots may have been added while this waited for the lot's row, so a change to the whole lot rebuilds all of them.
    const isWhole = place.spot_ids === undefined && typeof place.zone_id !== 'string'
    await layOutSpots(tx, lot_id, isWhole ? null : spots.map(({ id }) => id), app.ports.now())
    return answer
  })
  app.changes.announce(lot_id)
  return done
}

/**
 * Computes when windows close the given spots (null: all in the lot) and writes the result to `occupancy`, where search
 * and booking look. Must run in the transaction of every change of a window or of a spot's zone or assignee. Locks the
 * spots. Takes four statements for any number of spots and leaves unchanged rows alone.
 */
export async function layOutSpots(
  tx: Db,
  lot_id: string,
  spot_ids: readonly string[] | null,
  now: Date,
): Promise<void> {
  const spots = await lockSpots(tx, lot_id, spot_ids === null ? {} : { spot_ids })
  if (spots.length === 0) return
  const { time_zone } = await tx
    .selectFrom('lots')
    .select('time_zone')
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  // Read the windows after locking, when any earlier rebuild of these spots has committed.
  const calendarOf = calendarsOf(await listWindows(tx, lot_id, spot_ids, laidOutSince(now)))
  // Most spots of a lot share one calendar, so it is computed and sent once.
  const groups = new Map<string, number>()
  const rows: ClosedRows = { group_nos: [], starts: [], ends: [] }
  const groupOf = spots.map((spot) => {
    const calendar = calendarOf(spot)
    const known = groups.get(calendar.key)
    if (known !== undefined) return known
    const group_no = groups.size
    groups.set(calendar.key, group_no)
    for (const span of layOut(time_zone, calendar, now)) {
      rows.group_nos.push(group_no)
      rows.starts.push(span.from)
      rows.ends.push(Math.min(span.to, endless))
    }
    return group_no
  })
  const spot_nos = spots.map(({ spot_no }) => spot_no)
  await writeClosed(tx, lot_id, spot_nos, groupOf, rows)
}

interface ClosedRows {
  group_nos: number[]
  starts: number[]
  ends: number[]
}

async function writeClosed(
  tx: Db,
  lot_id: string,
  spot_nos: number[],
  groupOf: number[],
  rows: ClosedRows,
): Promise<void> {
  await sql`
    with wanted as materialized (
      select s.spot_no, p.starts_min, p.ends_min
      from unnest(${spot_nos}::smallint[], ${groupOf}::int[]) as s(spot_no, group_no)
        join unnest(${rows.group_nos}::int[], ${rows.starts}::int[], ${rows.ends}::int[]) as p(group_no, starts_min, ends_min)
          using (group_no)
    ), present as materialized (
      select o.spot_no, o.starts_min, o.ends_min from occupancy o
      where o.lot_id = ${lot_id} and o.reservation_id is null and o.spot_no = any(${spot_nos}::smallint[])
    ), gone as (
      delete from occupancy o using (select * from present except select * from wanted) g
      where o.lot_id = ${lot_id} and o.reservation_id is null
        and o.spot_no = g.spot_no and o.starts_min = g.starts_min and o.ends_min = g.ends_min
    )
    insert into occupancy (lot_id, spot_no, starts_min, ends_min)
      select ${lot_id}, n.* from (select * from wanted except select * from present) n`.execute(tx)
  // An opened time may be what someone on the waitlist needs.
  await sql`select think_of_waiting(${lot_id})`.execute(tx)
}
