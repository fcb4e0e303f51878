import type { PlateVisit } from '@openspot/contract/operations/visits.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

/** Locks the visits of a vehicle until the transaction ends, so that its reads are taken one after another. */
export async function lockVisits(tx: Tx, lot_id: string, visit_key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`visits ${lot_id} ${visit_key}`}, 7008))`.execute(
    tx,
  )
}

/** Returns the reads from which the visits of a vehicle follow. */
export const listReadsOfVehicle = (tx: Tx, lot_id: string, visit_key: string) =>
  tx
    .selectFrom('plate_reads')
    .select([
      'id',
      'camera_id',
      'captured_at',
      'direction',
      'plate_normalized',
      'region',
      'match',
      'right_kind',
      'right_plate',
      'reservation_id',
      'user_id',
      'spot_label',
      'right_ends_at',
      'visit_id',
    ])
    .where('lot_id', '=', lot_id)
    .where('visit_key', '=', visit_key)
    .execute()

export async function upsertVisit(tx: Tx, visit: Insertable<DB['plate_visits']>): Promise<void> {
  const { id: _id, lot_id: _lot, created_at: _created, state: _state, ...facts } = visit
  await tx
    .insertInto('plate_visits')
    .values(visit)
    .onConflict((on) =>
      on.columns(['id', 'lot_id']).doUpdateSet({
        ...facts,
        // What the last check found stays until the next one, unless only now a right is known.
        state: sql`case when plate_visits.match is null then excluded.state else plate_visits.state end`,
      }),
    )
    .execute()
}

export async function setVisitOfReads(
  tx: Tx,
  of: { lot_id: string; read_ids: string[]; visit_id: string },
): Promise<void> {
  await tx
    .updateTable('plate_reads')
    .set({ visit_id: of.visit_id })
    .where('lot_id', '=', of.lot_id)
    .where('id', 'in', of.read_ids)
    .execute()
}

/** Deletes the visits of a vehicle that no read belongs to anymore. */
export async function deleteEmptyVisits(tx: Tx, lot_id: string, visit_key: string): Promise<void> {
  await tx
    .deleteFrom('plate_visits as v')
    .where('v.lot_id', '=', lot_id)
    .where('v.visit_key', '=', visit_key)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('plate_reads as r')
            .select('r.id')
            .whereRef('r.visit_id', '=', 'v.id')
            .whereRef('r.lot_id', '=', 'v.lot_id'),
        ),
      ),
    )
    .execute()
}

/** Locks a visit of a lot. */
export const lockVisit = (tx: Tx, lot_id: string, visit_id: string) =>
  tx
    .selectFrom('plate_visits')
    .selectAll()
    .where('lot_id', '=', lot_id)
    .where('id', '=', visit_id)
    .forUpdate()
    .executeTakeFirst()

export async function updateVisit(
  db: Db,
  of: { lot_id: string; id: string },
  set: Updateable<DB['plate_visits']>,
): Promise<void> {
  await db
    .updateTable('plate_visits')
    .set(set)
    .where('lot_id', '=', of.lot_id)
    .where('id', '=', of.id)
    .execute()
}

const due = statement(
  'list_due_visits',
  { id: 'uuid', lot_id: 'uuid', grace_minutes: 'integer', early_minutes: 'integer' },
  `select v.id, v.lot_id, l.camera_grace_minutes as grace_minutes,
     greatest(l.camera_grace_minutes, (select max(g.early_minutes) from cameras c join gates g on g.id = c.gate_id and g.lot_id = c.lot_id
       where c.lot_id = v.lot_id and c.deleted_at is null)) as early_minutes
   from plate_visits v join lots l on l.id = v.lot_id
   where v.check_at <= $1 order by array_position($2::uuid[], v.id) nulls first, v.check_at limit 200`,
)

/** Returns the visits that are due to be checked; those tried before come last. */
export const listDueVisits = (db: Queryable, now: Date, tried: string[]) =>
  queryPrepared(db, due, [now.toISOString(), tried])
export type DueVisit = Awaited<ReturnType<typeof listDueVisits>>[number]

const staff = statement(
  'list_staff_of_visit',
  { user_id: 'uuid', email: 'text?', language: 'text', lot_name: 'text', time_zone: 'text' },
  `select u.id as user_id, u.email, u.language, l.name as lot_name, l.time_zone
   from lots l join memberships m on m.lot_id = l.id and m.status = 'ACTIVE' and m.role in ('PATROLLER', 'ADMIN', 'SUPER_ADMIN')
     join users u on u.id = m.user_id and u.account_status = 'ACTIVE'
   where l.id = $1`,
)

/** Returns the staff of a lot whom a vehicle concerns. */
export const listStaffOfVisit = (db: Queryable, lot_id: string) => queryPrepared(db, staff, [lot_id])

const listed = statement(
  'list_plate_visits',
  {
    id: 'uuid',
    plate: 'text',
    region: 'text',
    entered_at: 'timestamptz?',
    exited_at: 'timestamptz?',
    first_seen_at: 'timestamptz',
    last_seen_at: 'timestamptz',
    dwell_minutes: 'integer',
    end_reason: 'plate_visits.end_reason',
    state: 'plate_visits.state',
    match: 'plate_visits.match',
    right_kind: 'text?',
    reservation_id: 'uuid?',
    spot_label: 'text?',
    right_ends_at: 'timestamptz?',
    driver_name: 'text?',
    image_read_id: 'uuid?',
  },
  `select v.id, v.plate, v.region, v.entered_at, v.exited_at, v.first_seen_at, v.last_seen_at,
     greatest(0, floor(extract(epoch from coalesce(v.exited_at, $2::timestamptz) - v.first_seen_at) / 60))::int as dwell_minutes,
     v.end_reason, v.state, v.match, v.right_kind, v.reservation_id, v.spot_label, v.right_ends_at, p.name as driver_name,
     (select r.id from plate_reads r join plate_read_images i on i.read_id = r.id and i.lot_id = r.lot_id
       where r.visit_id = v.id and r.lot_id = v.lot_id order by r.captured_at desc limit 1) as image_read_id
   from plate_visits v left join lateral visible_person(v.lot_id, v.user_id, $2::timestamptz, ${GUEST_DAYS}) p on true
   where v.lot_id = $1 and ($3::uuid is null or v.id = $3)
     and ($4::text = 'ALL' or v.exited_at is null) and ($4::text <> 'ATTENTION' or v.state <> 'AUTHORIZED')
     and ($5::timestamptz is null or (v.first_seen_at, v.id) < ($5, $6::uuid))
   order by v.first_seen_at desc, v.id desc limit $7`,
)

/** Returns the visits of a lot, newest first. */
export async function listVisits(
  db: Queryable,
  of: {
    lot_id: string
    visit_id: string | null
    show: 'INSIDE' | 'ATTENTION' | 'ALL'
    now: Date
    cursor: string | undefined
    limit: number
  },
) {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const values = [
    of.lot_id,
    of.now.toISOString(),
    of.visit_id,
    of.show,
    after?.[0] ?? null,
    after?.[1] ?? null,
  ]
  const rows = await queryPrepared(db, listed, [...values, of.limit + 1])
  const items: PlateVisit[] = rows.map((row) => ({
    ...row,
    right_kind: row.right_kind as PlateVisit['right_kind'],
  }))
  return pageOf(items, of.limit, (row) => [row.first_seen_at, row.id])
}
