import type { Group } from '@openspot/contract/people/groups.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isHolding } from '../../booking/occupancy/holding.sql.ts'
import { seenPerson } from '../privacy/seen-person.sql.ts'

const select = (db: Db, lot_id: string, now: Date) =>
  db
    .selectFrom('groups as g')
    .leftJoin('rule_sets as s', (on) =>
      on.onRef('s.id', '=', 'g.rule_set_id').onRef('s.lot_id', '=', 'g.lot_id'),
    )
    .select(['g.id', 'g.lot_id', 'g.name', 'g.unit', 'g.created_at'])
    .select(
      sql<
        Group['rule_set']
      >`case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end`.as('rule_set'),
    )
    .select(
      sql<Group['members']>`(
        select coalesce(json_agg(json_build_object('membership_id', m.id, 'user_id', m.user_id, 'name', u.name,
          'email', u.email, 'role', m.role, 'status', m.status) order by lower(u.name), m.id), '[]')
        from memberships m cross join lateral visible_person(m.lot_id, m.user_id, ${now.toISOString()}::timestamptz, ${GUEST_DAYS}) u
        where m.lot_id = g.lot_id and m.group_id = g.id)`.as('members'),
    )
    .select(
      sql<number>`(
        select count(*)::int from invites i where i.lot_id = g.lot_id and i.group_id = g.id and ${isOpen(now)})`.as(
        'open_invites',
      ),
    )
    .select(
      sql<number>`(
        select count(*)::int from memberships m join reservations r on r.lot_id = m.lot_id and r.user_id = m.user_id
        where m.lot_id = g.lot_id and m.group_id = g.id and r.changes_id is null
          and r.status in ${isHolding} and (r.ends_at is null or r.ends_at > ${now.toISOString()}))`.as(
        'live_reservations',
      ),
    )
    .where('g.lot_id', '=', lot_id)
    .where('g.deleted_at', 'is', null)

/** SQL: whether nobody has accepted, declined, or revoked an invite `i`. It may have expired. */
export const isUnanswered = 'i.revoked_at is null and i.declined_at is null and i.uses < i.max_uses'

/** Whether an invite `i` can still be accepted. */
export const isOpen = (now: Date) =>
  sql<boolean>`${sql.raw(isUnanswered)} and i.expires_at > ${now.toISOString()}`

export const listGroups = (db: Db, lot_id: string, now: Date): Promise<Group[]> =>
  select(db, lot_id, now).orderBy(sql`lower(g.name)`).execute()

export const findGroup = (db: Db, lot_id: string, id: string, now: Date): Promise<Group | undefined> =>
  select(db, lot_id, now).where('g.id', '=', id).executeTakeFirst()

/** Returns whether a group exists and locks it, so that nobody joins it until the transaction ends. */
export async function lockGroup(tx: Tx, lot_id: string, id: string): Promise<boolean> {
  const group = await tx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return group !== undefined
}

/**
 * Returns whether a rule set exists. Locks the lot, as deleting a rule set does, so that it stays until the transaction
 * ends.
 */
export async function isRuleSet(tx: Tx, lot_id: string, id: string): Promise<boolean> {
  await tx.selectFrom('lots').select('id').where('id', '=', lot_id).forNoKeyUpdate().execute()
  const found = await tx
    .selectFrom('rule_sets')
    .select('id')
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertGroup(tx: Tx, group: Insertable<DB['groups']>): Promise<void> {
  await tx.insertInto('groups').values(group).execute()
}

export async function updateGroup(
  tx: Tx,
  lot_id: string,
  id: string,
  patch: Updateable<DB['groups']>,
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await tx.updateTable('groups').set(patch).where('id', '=', id).where('lot_id', '=', lot_id).execute()
}

/** Returns the members of a group and the given ones and locks them, ordered by id. */
export function lockMembers(
  tx: Tx,
  lot_id: string,
  of: { group_id: string; ids: readonly string[] },
  now: Date,
) {
  return tx
    .selectFrom('memberships as m')
    .innerJoinLateral(seenPerson('m.lot_id', 'm.user_id', now.toISOString()).as<'u'>(sql.ref('u')), (join) =>
      join.onTrue(),
    )
    .select(['m.id', 'm.status', 'm.group_id', 'u.name'])
    .where('m.lot_id', '=', lot_id)
    .where(sql<boolean>`(m.group_id = ${of.group_id} or m.id = any(${of.ids}::uuid[]))`)
    .orderBy('m.id')
    .forNoKeyUpdate('m')
    .execute()
}

export async function setGroup(
  tx: Tx,
  lot_id: string,
  ids: readonly string[],
  group_id: string | null,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('memberships')
    .set({ group_id, changed_at: now.toISOString() })
    .where('lot_id', '=', lot_id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Turns invites into a deleted group into invites into the lot. */
export async function releaseInvites(tx: Tx, lot_id: string, group_id: string): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ group_id: null })
    .where('lot_id', '=', lot_id)
    .where('group_id', '=', group_id)
    .execute()
}

/** Returns the group with this name, or creates it, and locks it against deletion until the transaction ends. */
export async function findOrMakeGroup(
  tx: Tx,
  group: Insertable<DB['groups']> & { lot_id: string; name: string },
): Promise<string> {
  const find = () =>
    tx
      .selectFrom('groups')
      .select('id')
      .where('lot_id', '=', group.lot_id)
      .where(sql`lower(name)`, '=', sql`lower(${group.name})`)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  await tx
    .insertInto('groups')
    .values(group)
    .onConflict((on) => on.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('The group was neither found nor created.')
  return made.id
}
