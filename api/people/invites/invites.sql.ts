import type { Invite, OfferedInvite } from '@openspot/contract/people/invites.ts'
import type { InviteStatus } from '@openspot/core/enums.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isOpen } from '../groups/groups.sql.ts'
import { personName } from '../memberships/members.sql.ts'

/** The status of an invite `i`. The order matters, because a used invite may also have expired. */
const statusOf = (now: Date) => sql<InviteStatus>`case
  when i.uses >= i.max_uses then 'ACCEPTED' when i.revoked_at is not null then 'REVOKED'
  when i.declined_at is not null then 'DECLINED' when i.expires_at <= ${now.toISOString()} then 'EXPIRED' else 'OPEN' end`

const select = (db: Db, now: Date) =>
  db
    .selectFrom('invites as i')
    .innerJoin('lots as l', 'l.id', 'i.lot_id')
    .innerJoin('users as u', 'u.id', 'i.created_by_user_id')
    .leftJoin('groups as g', (on) =>
      on.onRef('g.id', '=', 'i.group_id').onRef('g.lot_id', '=', 'i.lot_id').on('g.deleted_at', 'is', null),
    )
    .leftJoin('spots as s', (on) =>
      on.onRef('s.id', '=', 'i.spot_id').onRef('s.lot_id', '=', 'i.lot_id').on('s.deleted_at', 'is', null),
    )
    .select(['i.id', 'i.lot_id', 'i.kind', 'i.email', 'i.phone', 'i.first_name', 'i.last_name', 'i.role'])
    .select(['i.max_uses', 'i.uses', 'i.created_by_user_id', 'i.created_at', 'i.sent_at', 'i.sent_count'])
    .select([
      'i.expires_at',
      'g.id as group_id',
      'g.name as group_name',
      's.id as spot_id',
      's.label as spot_label',
    ])
    .select(['l.name as lot_name', 'l.public_id as lot_public_id', 'l.street', 'l.city'])
    .select(['l.country', 'l.time_zone'])
    .select(sql<boolean>`l.trust_level = 'NEW'`.as('is_new_lot'))
    .select(personName('u').as('invited_by'))
    .select(statusOf(now).as('status'))

export type InviteRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

/** Maps an invite to what the staff of the lot see. */
export function toInvite(row: InviteRow): Invite {
  const { id, lot_id, kind, status, email, phone, first_name, last_name, role, max_uses, uses } = row
  const { group_id, group_name, spot_id, spot_label, invited_by, created_at, sent_at, sent_count } = row
  return {
    id,
    lot_id,
    kind,
    status,
    email,
    phone,
    first_name,
    last_name,
    role,
    max_uses,
    uses,
    group:
      group_id === null || group_name === null
        ? null
        : {
            id: group_id,
            name: group_name,
          },
    spot:
      spot_id === null || spot_label === null
        ? null
        : {
            id: spot_id,
            label: spot_label,
          },
    invited_by,
    created_at,
    sent_at,
    sent_count,
    expires_at: row.expires_at,
  }
}

/** Maps an invite to what its recipient sees. */
export function toOfferedInvite(
  row: InviteRow,
  way_on: OfferedInvite['way_on'],
  sent_to: string | null,
): OfferedInvite {
  const { id, lot_id, lot_name, lot_public_id, street, city, invited_by, kind, status, role } = row
  const { group_name, spot_label, expires_at } = row
  return {
    id,
    lot_id,
    lot_name,
    lot_public_id,
    street,
    city,
    invited_by,
    kind,
    status,
    role,
    group_name,
    spot_label,
    expires_at,
    sent_to,
    way_on,
  }
}

export const findInvite = (db: Db, id: string, now: Date): Promise<InviteRow | undefined> =>
  select(db, now).where('i.id', '=', id).executeTakeFirst()

/** Returns the language of the account with this email address, or null without one. */
export async function findLanguageOfAddress(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('email', '=', email)
    .where('account_status', '=', 'ACTIVE')
    .executeTakeFirst()
  return row?.language ?? null
}

export const findInviteByToken = (db: Db, token_hash: Buffer, now: Date): Promise<InviteRow | undefined> =>
  select(db, now).where('i.token_hash', '=', token_hash).executeTakeFirst()

/** Returns the newest invites of a lot first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export function listInvites(
  db: Db,
  lot_id: string,
  filter: { status?: InviteStatus | undefined; q?: string | undefined },
  after: (string | number)[] | null,
  limit: number,
  now: Date,
): Promise<InviteRow[]> {
  let query = select(db, now).where('i.lot_id', '=', lot_id)
  if (filter.status !== undefined) query = query.where(statusOf(now), '=', filter.status)
  const q = filter.q?.trim() ?? ''
  if (q !== '') {
    const like = containing(q)
    query = query.where(
      sql<boolean>`concat_ws(' ', i.email, i.phone, i.first_name, i.last_name) ilike ${like}`,
    )
  }
  if (after !== null) {
    query = query.where(
      sql<boolean>`(i.created_at, i.id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    )
  }
  return query
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns a user with only their verified addresses, which are the ones that count for invites. */
export async function findInvited(db: Db, user_id: string) {
  const user = await db
    .selectFrom('users')
    .select([
      'id',
      'account_status',
      'email',
      'email_verified_at',
      'phone',
      'phone_verified_at',
      'contact_email',
    ])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return {
    ...user,
    verified_email: user.email_verified_at === null ? null : user.email,
    verified_phone: user.phone_verified_at === null ? null : user.phone,
  }
}
export type Invited = Awaited<ReturnType<typeof findInvited>>

/** Returns the open invites to a user's verified addresses. */
export async function listInvitesTo(db: Db, who: Invited, now: Date): Promise<InviteRow[]> {
  const { verified_email, verified_phone } = who
  if (who.account_status !== 'ACTIVE' || (verified_email === null && verified_phone === null)) return []
  return select(db, now)
    .where((eb) =>
      eb.or([
        ...(verified_email === null ? [] : [eb('i.email', '=', verified_email)]),
        ...(verified_phone === null ? [] : [eb('i.phone', '=', verified_phone)]),
      ]),
    )
    .where(isOpen(now))
    .orderBy('i.created_at', 'desc')
    .limit(50)
    .execute()
}

/** Locks an invite against use by others until the transaction ends. */
export async function lockInvite(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('invites').select('id').where('id', '=', id).forUpdate().execute()
}

export async function insertInvite(tx: Tx, invite: Insertable<DB['invites']>): Promise<void> {
  await tx.insertInto('invites').values(invite).execute()
}

export async function updateInvite(
  tx: Tx,
  { id, lot_id }: { id: string; lot_id: string },
  patch: Updateable<DB['invites']>,
): Promise<void> {
  await tx.updateTable('invites').set(patch).where('id', '=', id).where('lot_id', '=', lot_id).execute()
}

/** Counts a use by a user. Returns false if they have used it before. */
export async function useInvite(
  tx: Tx,
  { id, lot_id }: { id: string; lot_id: string },
  user_id: string,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .insertInto('invite_uses')
    .values({ invite_id: id, lot_id, user_id, at: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!used) return false
  await tx
    .updateTable('invites')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .execute()
  return true
}

/** Notes that an invite brought the user here, if it was sent before they signed up. */
export async function setSourceByInvite(tx: Tx, invite_id: string, user_id: string): Promise<void> {
  await tx
    .updateTable('users as u')
    .from('invites as i')
    .set({ source: 'INVITE' })
    .where('u.id', '=', user_id)
    .where('i.id', '=', invite_id)
    .where('u.source', 'in', ['ORGANIC', 'UNKNOWN'])
    .whereRef('i.created_at', '<=', 'u.created_at')
    .execute()
}

/** Revokes unanswered, expired invites to the same address, so that a new one can replace them. */
export async function retireInvitesTo(
  tx: Tx,
  lot_id: string,
  to: { email: string | null; phone: string | null },
  now: Date,
): Promise<void> {
  await sql`
    update invites set revoked_at = ${now.toISOString()}
    where lot_id = ${lot_id} and (email = ${to.email} or phone = ${to.phone})
      and revoked_at is null and declined_at is null and uses = 0 and expires_at <= ${now.toISOString()}`.execute(
    tx,
  )
}
