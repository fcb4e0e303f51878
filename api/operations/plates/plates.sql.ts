import type { LoggedPlateLookup, PlateLookup } from '@openspot/contract/operations/plates.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import type { Db, Queryable } from '@openspot/db/database.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { withInstants } from '../../instants.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const around = statement(
  'find_reservations_around',
  {
    ended: orNull(json<NonNullable<PlateLookup['ended']>>()),
    next: orNull(json<NonNullable<PlateLookup['next']>>()),
  },
  `with mine as (
     select r.starts_at, r.ends_at, s.label
     from cars c join reservations r on r.car_id = c.id and r.lot_id = $1 and r.status = 'ACTIVE'
       join spots s on s.id = r.spot_id and s.lot_id = $1
     where c.plate_normalized = $2 and c.deleted_at is null)
   select (select jsonb_build_object('spot_label', m.label, 'ends_at', m.ends_at) from mine m
       where m.ends_at <= $3::timestamptz and m.ends_at > $3::timestamptz - interval '24 hours'
       order by m.ends_at desc limit 1) as ended,
     (select jsonb_build_object('spot_label', m.label, 'starts_at', m.starts_at) from mine m
       where m.starts_at > $3::timestamptz and m.starts_at < $3::timestamptz + interval '24 hours'
       order by m.starts_at limit 1) as next`,
)

/** Returns the reservations of a plate in a lot just before and just after a moment. */
export async function findReservationsAround(
  db: Queryable,
  of: { lot_id: string; plate_normalized: string; at: Date },
): Promise<Pick<PlateLookup, 'ended' | 'next'>> {
  const [row] = await queryPrepared(db, around, [of.lot_id, of.plate_normalized, of.at.toISOString()])
  return row ? withInstants(row) : { ended: null, next: null }
}

/** Logs a lookup, unless it is logged already. */
export async function insertPlateLookup(db: Db, lookup: Insertable<DB['plate_lookups']>): Promise<void> {
  await db
    .insertInto('plate_lookups')
    .values(lookup)
    .onConflict((on) => on.columns(['id', 'lot_id']).doNothing())
    .execute()
}

const logged = statement(
  'list_plate_lookups',
  {
    id: 'uuid',
    plate: 'text',
    region: 'text',
    reason: 'plate_lookups.reason',
    note: 'text?',
    result: 'plate_lookups.result',
    match: 'plate_lookups.match',
    spot_label: 'text?',
    user_id: 'uuid?',
    user_name: 'text?',
    looked_up_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  `select k.id, k.plate, k.region, k.reason, k.note, k.result, k.match, k.spot_label, k.user_id, v.name as user_name,
     k.looked_up_at, k.created_at
   from plate_lookups k left join lateral visible_person(k.lot_id, k.user_id, $1::timestamptz, ${GUEST_DAYS}) v on true
   where k.lot_id = $2 and ($3::text is null or k.plate = $3) and ($4::uuid is null or k.user_id = $4)
     and ($5::timestamptz is null or (k.created_at, k.id) < ($5, $6::uuid))
   order by k.created_at desc, k.id desc limit $7`,
)

/** Returns a page of a lot's lookups, newest first. */
export async function listPlateLookups(
  db: Queryable,
  of: {
    lot_id: string
    plate: string | null
    user_id: string | null
    cursor: string | undefined
    limit: number
    now: Date
  },
): Promise<{ items: LoggedPlateLookup[]; next_cursor: string | null }> {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const values = [
    of.now.toISOString(),
    of.lot_id,
    of.plate,
    of.user_id,
    after?.[0] ?? null,
    after?.[1] ?? null,
  ]
  const rows = await queryPrepared(db, logged, [...values, of.limit + 1])
  return pageOf(rows, of.limit, ({ created_at, id }) => [created_at, id])
}
