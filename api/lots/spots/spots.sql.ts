import type { Ring } from '@openspot/contract/common.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { Cars, DB } from '@openspot/db/types.ts'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { deleteAvailabilityRules } from '../../booking/availability/availability.sql.ts'
import { isHolding } from '../../booking/occupancy/holding.sql.ts'
import { seenPerson } from '../../people/privacy/seen-person.sql.ts'
import { subjectRead } from '../../plugins/session.sql.ts'
import { spotFactColumns, spotFactRefs } from './spot-facts.sql.ts'

/** A lateral join of the plate that a reservation `r` had at an instant. */
export const plateOfReservation = (at: RawBuilder<unknown>) =>
  sql<
    Pick<Cars, 'id' | 'plate' | 'plate_normalized' | 'region'>
  >`plate_of_reservation(r.lot_id, r.id, r.car_id, ${at})`

/** Selects spots with every column that staff see. */
export const selectSpots = (db: Db) =>
  db
    .selectFrom('spots as s')
    .leftJoinLateral(seenPerson('s.lot_id', 's.assigned_user_id').as<'u'>(sql.ref('u')), (join) =>
      join.onTrue(),
    )
    .leftJoin('groups as g', (on) =>
      on.onRef('g.id', '=', 's.assigned_group_id').onRef('g.lot_id', '=', 's.lot_id'),
    )
    .select([
      's.id',
      's.lot_id',
      's.spot_no',
      's.label',
      's.type',
      's.features',
      's.level',
      's.zone_id',
      's.half_hour_cents',
      's.hour_cents',
      's.day_cents',
      's.month_cents',
      's.min_reservation_price',
      's.max_reservation_price',
      ...spotFactRefs,
      's.assigned_user_id',
      's.assigned_group_id',
      's.assigned_until_on',
    ])
    .select((eb) => eb.ref('s.shape').$castTo<Ring | null>().as('shape'))
    .select(assignedTo.as('assigned_to'))
    .where('s.deleted_at', 'is', null)

export function findSpot(db: Db, spot_id: string) {
  return selectSpots(db).where('s.id', '=', spot_id).executeTakeFirst()
}

/** Returns all spots of a lot, in the order in which they were added. */
export function listSpots(db: Db, lot_id: string): Promise<SpotRow[]> {
  return selectSpots(db).where('s.lot_id', '=', lot_id).orderBy('s.spot_no').execute()
}

/** Returns those of the given spots that are in the lot, in the order in which they were added. */
export function listSpotsById(db: Db, lot_id: string, spot_ids: readonly string[]): Promise<SpotRow[]> {
  return selectSpots(db)
    .where('s.lot_id', '=', lot_id)
    .where('s.id', '=', sql<string>`any(${spot_ids}::uuid[])`)
    .orderBy('s.spot_no')
    .execute()
}

export type SpotRow = NonNullable<Awaited<ReturnType<typeof findSpot>>>

/** The same row, read together with the access to it. The name of the assignee is looked up only if there is one. */
export const readSpot = subjectRead<SpotRow>(
  'read_spot',
  'spot',
  `(select to_jsonb(r) from (
     select s.id, s.lot_id, s.spot_no, s.label, s.type, s.features, s.level, s.zone_id, s.half_hour_cents, s.hour_cents, s.day_cents,
       s.month_cents, s.min_reservation_price, s.max_reservation_price, ${spotFactColumns('s')}, s.assigned_user_id, s.assigned_group_id, s.assigned_until_on,
       s.shape, case when num_nonnulls(s.assigned_group_id, s.assigned_user_id) > 0 then coalesce(
         (select g.name from groups g where g.id = s.assigned_group_id and g.lot_id = s.lot_id),
         visible_name(s.lot_id, s.assigned_user_id, ${GUEST_DAYS})) end as assigned_to
     from spots s where s.id = $3::uuid and s.deleted_at is null) r)`,
)

/** The name of the assignee. `u` is the assigned person as the lot may see them. */
export const assignedTo = sql<string | null>`coalesce(g.name, u.name)`

/** Changes columns of a spot. A new assignee has it from `now` on. */
export async function updateSpot(
  tx: Tx,
  spot_id: string,
  patch: Updateable<DB['spots']>,
  now: Date,
): Promise<void> {
  const { assigned_user_id, assigned_group_id } = patch
  const assigned_at = sql<string>`case when
    (${assigned_user_id === undefined ? sql.ref('assigned_user_id') : assigned_user_id}, ${assigned_group_id === undefined ? sql.ref('assigned_group_id') : assigned_group_id})
    is distinct from (assigned_user_id, assigned_group_id) then ${now.toISOString()}::timestamptz else assigned_at end`
  await tx
    .updateTable('spots')
    .set({ ...patch, assigned_at })
    .where('id', '=', spot_id)
    .execute()
}

/**
 * Returns whether a user may be assigned a spot: an active or pending member. Locks the membership until the
 * transaction ends.
 */
export async function isMember(db: Db, lot_id: string, user_id: string): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('user_id', '=', user_id)
    .where('status', 'in', ['ACTIVE', 'PENDING'])
    .forShare()
    .executeTakeFirst()
  return membership !== undefined
}

/**
 * Deletes the availability rules that the assignee created for a spot, or all of them if `assignee_id` is null.
 * Availability rules that reserve it for upcoming assignments stay.
 */
export async function deleteRulesOfSpot(
  tx: Tx,
  now: Date,
  spot: { id: string; lot_id: string },
  assignee_id: string | null,
): Promise<void> {
  const rules = await tx
    .selectFrom('availability')
    .select('id')
    .where('lot_id', '=', spot.lot_id)
    .where('spot_id', '=', spot.id)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('upcoming_assignments').select('availability_id').where('spot_id', '=', spot.id),
    )
    .$if(assignee_id !== null, (q) =>
      q.where((eb) => eb.or([eb('kind', '=', 'OPEN'), eb('created_by_user_id', '=', assignee_id ?? '')])),
    )
    .execute()
  const ids = rules.map(({ id }) => id)
  await deleteAvailabilityRules(tx, now, spot.lot_id, ids)
}

/** Returns the first reservation on a spot that is in progress at an instant or starts after it. */
export function findFirstReservation(db: Db, lot_id: string, spot_id: string, after: string) {
  return db
    .selectFrom('reservations')
    .select(['starts_at', 'ends_at'])
    .where('lot_id', '=', lot_id)
    .where('spot_id', '=', spot_id)
    .where('status', 'in', isHolding)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', after)]))
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the reservations on a spot that overlap an interval, with their drivers. */
export function listReservationsWithDriver(
  db: Db,
  lot_id: string,
  spot_id: string,
  { from, to, now }: { from: string; to: string; now: Date },
) {
  return db
    .selectFrom('reservations as r')
    .innerJoinLateral(seenPerson('r.lot_id', 'r.user_id', now.toISOString()).as<'u'>(sql.ref('u')), (join) =>
      join.onTrue(),
    )
    .leftJoinLateral(
      plateOfReservation(sql`least(r.ends_at, ${now.toISOString()}::timestamptz)`).as<'c'>(sql.ref('c')),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.status', 'r.starts_at', 'r.ends_at', 'c.plate', 'u.name'])
    .where('r.lot_id', '=', lot_id)
    .where('r.spot_id', '=', spot_id)
    .where('r.status', 'in', isHolding)
    .where('r.starts_at', '<', to)
    .where((eb) => eb.or([eb('r.ends_at', 'is', null), eb('r.ends_at', '>', from)]))
    .orderBy('r.starts_at')
    .execute()
}
