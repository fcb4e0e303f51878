import { type Db, query, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'

export interface LockedSpot {
  id: string
  spot_no: number
  zone_id: string | null
  assigned_user_id: string | null
  assigned_group_id: string | null
}

/** Selects spots of a lot: the given ones, those of a zone, or all. */
export interface ClosureScope {
  spot_ids?: readonly string[]
  zone_id?: string | null
}

/**
 * Locks spots against bookings, closures, and changes until the transaction ends. A booking holds its spot's row for
 * share, so everything read afterwards is complete. To avoid deadlocks, lock in the order zone, spots by id, lot (where
 * all triggers end).
 */
export function lockSpots(
  tx: Tx,
  lot_id: string,
  { spot_ids, zone_id }: ClosureScope,
): Promise<LockedSpot[]> {
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
export async function lockZone(tx: Tx, lot_id: string, zone_id: string): Promise<boolean> {
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

const repeatingLots = statement(
  'list_repeating_lots',
  { lot_id: 'uuid' },
  `select distinct lot_id from availability
     where repeat_frequency <> 'NEVER' and (until_on is null or until_on > ($1::timestamptz - interval '9 days')::date)`,
)

/** Returns the lots with availability rules that repeat without an end or until a later day. */
export function listRepeatingLots(pool: pg.Pool, now: Date): Promise<{ lot_id: string }[]> {
  return query(pool, repeatingLots, [now.toISOString()])
}

export async function getTimeZone(db: Db, lot_id: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('lots')
    .select('time_zone')
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** When groups of spots with the same calendar are closed, by column: the number of the group and epoch minutes. */
export interface ClosedRows {
  group_nos: number[]
  starts: number[]
  ends: number[]
}

/**
 * Updates the closures of spots in `occupancy`: deletes rows that no longer apply and inserts missing ones.
 * `groupOf[i]` is the group number of `spot_nos[i]`. Must run in the transaction that locked the spots.
 */
export async function writeClosed(
  tx: Tx,
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
  await sql`select enqueue_waitlist_offers(${lot_id})`.execute(tx)
}
