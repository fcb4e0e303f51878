import type { Ring } from '@openspot/contract/common.ts'
import type { Db } from '@openspot/db/database.ts'
import type { Cars, DB } from '@openspot/db/types.ts'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { SeenPerson } from '../memberships/members.sql.ts'

/**
 * Somebody as a lot may see them, to be joined laterally. Without `now` as if all their reservations were long over:
 * that is enough where they matter as members.
 */
export const seenPerson = (lot: string, user: string, now = 'infinity') =>
  sql<SeenPerson>`seen_person(${sql.ref(lot)}, ${sql.ref(user)}, ${now}::timestamptz)`

/** The plate that a vehicle had at a moment, to be joined laterally. */
export const plateAt = (car: string, at: RawBuilder<unknown>) =>
  sql<Pick<Cars, 'plate' | 'plate_normalized' | 'region'>>`plate_at(${sql.ref(car)}, ${at})`

/** The name under which staff speak of a seen person `u`. */
export const seenName = sql<string>`coalesce(u.name, u.email, u.phone, 'Guest')`

/** Spots with all that their lot's people see. */
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
      's.note',
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

/** Those of some spots that are in a lot, in the order in which they were added. */
export function listSpotsById(db: Db, lot_id: string, spot_ids: readonly string[]): Promise<SpotRow[]> {
  return selectSpots(db)
    .where('s.lot_id', '=', lot_id)
    .where('s.id', '=', sql<string>`any(${spot_ids}::uuid[])`)
    .orderBy('s.spot_no')
    .execute()
}

export type SpotRow = NonNullable<Awaited<ReturnType<typeof findSpot>>>

/** Whose a spot is, in words; `u` is who it is assigned to as the lot may see them. */
export const assignedTo = sql<
  string | null
>`coalesce(g.name, case when s.assigned_user_id is not null then ${seenName} end)`

export async function updateSpot(tx: Db, spot_id: string, patch: Updateable<DB['spots']>): Promise<void> {
  await tx.updateTable('spots').set(patch).where('id', '=', spot_id).execute()
}

/** Whether somebody may have a spot of a lot: a member, or soon to be one. They stay so until the transaction ends. */
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
 * Takes away what the holder of a spot said about it, or with nobody named all that was said. What keeps it for whoever
 * comes next stays.
 */
export async function deleteWindows(
  tx: Db,
  spot: { id: string; lot_id: string },
  holder: string | null,
): Promise<void> {
  await tx
    .deleteFrom('availability')
    .where('lot_id', '=', spot.lot_id)
    .where('spot_id', '=', spot.id)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('coming_assignments').select('availability_id').where('spot_id', '=', spot.id),
    )
    .$if(holder !== null, (q) =>
      q.where((eb) => eb.or([eb('kind', '=', 'OPEN'), eb('created_by_user_id', '=', holder ?? '')])),
    )
    .execute()
}

/** The first stay that holds a spot after a moment: under way then, or the next. */
export function findFirstStay(db: Db, lot_id: string, spot_id: string, after: string) {
  return db
    .selectFrom('reservations')
    .select(['starts_at', 'ends_at'])
    .where('lot_id', '=', lot_id)
    .where('spot_id', '=', spot_id)
    .where('status', 'in', ['PENDING', 'CHECKOUT', 'ACTIVE'])
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', after)]))
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
}

/** The stays on a spot at any time between two moments, with who is on it. */
export function listStaysWithWho(
  db: Db,
  lot_id: string,
  spot_id: string,
  { from, to, now }: { from: string; to: string; now: string },
) {
  return db
    .selectFrom('reservations as r')
    .innerJoinLateral(seenPerson('r.lot_id', 'r.user_id', now).as<'u'>(sql.ref('u')), (join) => join.onTrue())
    .leftJoinLateral(
      plateAt('r.car_id', sql`least(r.ends_at, ${now}::timestamptz)`).as<'c'>(sql.ref('c')),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.status', 'r.starts_at', 'r.ends_at', 'c.plate'])
    .select(seenName.as('name'))
    .where('r.lot_id', '=', lot_id)
    .where('r.spot_id', '=', spot_id)
    .where('r.status', 'in', ['PENDING', 'CHECKOUT', 'ACTIVE'])
    .where('r.starts_at', '<', to)
    .where((eb) => eb.or([eb('r.ends_at', 'is', null), eb('r.ends_at', '>', from)]))
    .orderBy('r.starts_at')
    .execute()
}
