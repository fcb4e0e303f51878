import type { LotRole, MembershipSource, MembershipStatus } from '@openspot/core/enums.ts'
import type { Changer } from '@openspot/core/memberships/moves.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { sql, type Updateable } from 'kysely'

export interface MembershipRow {
  id: string
  lot_id: string
  user_id: string
  role: LotRole
  status: MembershipStatus
  source: MembershipSource
  requested_at: string | null
  group_id: string | null
}

const columns = ['id', 'lot_id', 'user_id', 'role', 'status', 'source', 'requested_at', 'group_id'] as const

/** Returns a membership and locks it for update until the transaction ends. */
export function lockMembership(
  tx: Tx,
  of: { id: string } | { lot_id: string; user_id: string },
): Promise<MembershipRow | undefined> {
  const rows = tx.selectFrom('memberships').select(columns).forNoKeyUpdate()
  return (
    'id' in of
      ? rows.where('id', '=', of.id)
      : rows.where('lot_id', '=', of.lot_id).where('user_id', '=', of.user_id)
  ).executeTakeFirst()
}

/** Inserts a membership. Returns undefined if the user already has one in the lot. */
export function insertMembership(
  tx: Tx,
  row: Omit<MembershipRow, 'role'> & { role: LotRole; now: Date },
): Promise<MembershipRow | undefined> {
  const { now, ...membership } = row
  const at = now.toISOString()
  return tx
    .insertInto('memberships')
    .values({ ...membership, created_at: at, changed_at: at })
    .onConflict((on) => on.columns(['lot_id', 'user_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function updateMembership(
  tx: Tx,
  { id, lot_id }: Pick<MembershipRow, 'id' | 'lot_id'>,
  patch: Updateable<DB['memberships']>,
  now: Date,
): Promise<MembershipRow> {
  return tx
    .updateTable('memberships')
    .set({ ...patch, changed_at: now.toISOString() })
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

const standing = statement(
  'get_standing',
  { role: 'invites.role?', is_platform_admin: 'boolean', lot_has_owner: 'boolean' },
  `select (select m.role from memberships m where m.lot_id = $1 and m.user_id = u.id and m.status = 'ACTIVE') as role,
      'OPENSPOT_ADMIN' = any(u.roles) as is_platform_admin,
      exists (select from memberships m where m.lot_id = $1 and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE') as lot_has_owner
    from users u where u.id = $2 and u.account_status = 'ACTIVE'`,
)

/** Returns the caller's role in the lot and the facts that decide which members they may change. */
export async function getStanding(
  db: Db,
  lot_id: string,
  user_id: string,
): Promise<Omit<Changer, 'is_self'>> {
  const rows = await queryPrepared(db, standing, [lot_id, user_id])
  return rows[0] ?? { role: null, is_platform_admin: false, lot_has_owner: true }
}

/** Returns whether a group exists and locks it against deletion until the transaction ends. */
export async function isGroup(tx: Tx, lot_id: string, group_id: string): Promise<boolean> {
  const group = await tx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', group_id)
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return group !== undefined
}

const known = statement(
  'find_known',
  { account_status: 'users.account_status', has_reservation: 'boolean' },
  `select u.account_status, exists (select from reservations r where r.lot_id = $1 and r.user_id = u.id) as has_reservation
    from users u where u.id = $2 and u.account_status in ('ACTIVE', 'GHOST')`,
)

/** Returns a user's account status and whether a lot knows them from a reservation. */
export async function findKnown(db: Db, lot_id: string, user_id: string) {
  const rows = await queryPrepared(db, known, [lot_id, user_id])
  return rows[0]
}

/** Revokes the open invites of a person whom staff rejected or removed. */
export async function revokeInvitesTo(tx: Tx, lot_id: string, user_id: string, now: Date): Promise<void> {
  await sql`
    update invites i set revoked_at = ${now.toISOString()} from users u
    where i.lot_id = ${lot_id} and u.id = ${user_id} and (i.email = u.email or i.phone = u.phone)
      and i.revoked_at is null and i.declined_at is null and i.uses < i.max_uses`.execute(tx)
}

/** Returns whose membership of which lot this is, without a lock. */
export function findMembershipOwner(db: Db, id: string) {
  return db.selectFrom('memberships').select(['lot_id', 'user_id']).where('id', '=', id).executeTakeFirst()
}

/** Returns whether a user is an ACTIVE member of a lot. */
export async function isActiveMember(db: Db, lot_id: string, user_id: string): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  return membership !== undefined
}

/** Returns whether a user has an account that is not banned. */
export async function hasAccount(db: Db, user_id: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('account_status')
    .where('id', '=', user_id)
    .executeTakeFirst()
  return user?.account_status === 'ACTIVE'
}

/** Returns whether a lot takes people by invite or code only. */
export async function isInviteOnly(db: Db, lot_id: string): Promise<boolean> {
  const lot = await db.selectFrom('lots').select('invite_only').where('id', '=', lot_id).executeTakeFirst()
  return lot?.invite_only ?? false
}
