import type { UpcomingAssignment } from '@openspot/contract/lots/assignments.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'
import { deleteAvailabilityRules } from '../../booking/availability/availability.sql.ts'
import { seenPerson } from '../../people/privacy/seen-person.sql.ts'

/** Returns the upcoming assignments of a spot, the next one first. */
export function listUpcoming(db: Db, lot_id: string, spot_id: string): Promise<UpcomingAssignment[]> {
  return db
    .selectFrom('upcoming_assignments as c')
    .leftJoinLateral(seenPerson('c.lot_id', 'c.user_id').as<'u'>(sql.ref('u')), (join) => join.onTrue())
    .leftJoin('groups as g', (on) => on.onRef('g.id', '=', 'c.group_id').onRef('g.lot_id', '=', 'c.lot_id'))
    .select(['c.id', 'c.user_id', 'c.group_id', 'c.starts_on', 'c.ends_on'])
    .select(sql<string | null>`coalesce(g.name, u.name)`.as('name'))
    .where('c.lot_id', '=', lot_id)
    .where('c.spot_id', '=', spot_id)
    .orderBy('c.starts_on')
    .execute()
}

export async function insertUpcoming(
  tx: Tx,
  upcoming: Insertable<DB['upcoming_assignments']>,
): Promise<void> {
  await tx.insertInto('upcoming_assignments').values(upcoming).execute()
}

/**
 * Deletes upcoming assignments and the availability rules that reserved the spot for them: all of the spot's, or one.
 */
export async function takeUpcoming(tx: Tx, now: Date, lot_id: string, spot_id: string, id: string | null) {
  const rows = await tx
    .deleteFrom('upcoming_assignments')
    .where('lot_id', '=', lot_id)
    .where('spot_id', '=', spot_id)
    .$if(id !== null, (q) => q.where('id', '=', id ?? ''))
    .returning(['id', 'spot_id', 'user_id', 'group_id', 'starts_on', 'ends_on', 'availability_id'])
    .execute()
  const rules = rows.map(({ availability_id }) => availability_id)
  await deleteAvailabilityRules(tx, now, lot_id, rules)
  return rows
}

/**
 * Returns the members of a group of a lot, or null if there is no such group. Locks the group against deletion until
 * the transaction ends.
 */
export async function listGroupMembers(db: Db, lot_id: string, group_id: string): Promise<string[] | null> {
  const group = await db
    .selectFrom('groups')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('id', '=', group_id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!group) return null
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('lot_id', '=', lot_id)
    .where('group_id', '=', group_id)
    .where('status', 'in', ['ACTIVE', 'PENDING'])
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const dueSpots = statement(
  'list_due_spots',
  { lot_id: 'uuid', spot_id: 'uuid' },
  `with days as materialized (select id as lot_id, ($1::timestamptz at time zone time_zone)::date as today from lots)
    select s.lot_id, s.id as spot_id from spots s join days d using (lot_id)
      where s.assigned_until_on < d.today and s.deleted_at is null
    union select c.lot_id, c.spot_id from upcoming_assignments c join days d using (lot_id) where c.starts_on <= d.today
    order by lot_id, spot_id`,
)

/** Returns the spots whose assignment has ended or whose next assignment begins by today, in each lot's time zone. */
export function listDueSpots(db: Db, now: Date): Promise<{ lot_id: string; spot_id: string }[]> {
  return queryPrepared(db, dueSpots, [now.toISOString()])
}

/** Returns the spots that are or will be assigned to a group. */
export async function listGroupSpots(db: Db, lot_id: string, group_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('spots')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('assigned_group_id', '=', group_id)
    .where('deleted_at', 'is', null)
    .union(
      db
        .selectFrom('upcoming_assignments')
        .select('spot_id as id')
        .where('lot_id', '=', lot_id)
        .where('group_id', '=', group_id),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes a group from the spots that are assigned to it. */
export async function clearGroup(tx: Tx, lot_id: string, group_id: string): Promise<void> {
  await tx
    .updateTable('spots')
    .set({ assigned_group_id: null, assigned_until_on: null })
    .where('lot_id', '=', lot_id)
    .where('assigned_group_id', '=', group_id)
    .execute()
}

/** Returns the upcoming assignments of a group. */
export function listUpcomingOfGroup(db: Db, lot_id: string, group_id: string) {
  return db
    .selectFrom('upcoming_assignments')
    .select(['id', 'spot_id'])
    .where('lot_id', '=', lot_id)
    .where('group_id', '=', group_id)
    .execute()
}

/** Returns the spots assigned to a user in a lot, without a lock. */
export async function listAssignedSpots(db: Db, lot_id: string, user_id: string): Promise<string[]> {
  const own = await db
    .selectFrom('spots')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('assigned_user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute()
  return own.map(({ id }) => id)
}
