import type { Output } from '@openspot/contract/call.ts'
import type {
  listPlatformLotsRoute,
  listPlatformUsersRoute,
  PlatformUser,
  PlatformUserDetail,
} from '@openspot/contract/platform/platform.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { isHolding } from '../../booking/occupancy/holding.sql.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

interface Wish {
  search?: string
  cursor?: string
  limit?: number
}

/** Returns a LIKE pattern that matches the text anywhere, with special characters escaped. */
const like = (search: string) => `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`

const userColumns = sql`u.id, u.first_name, u.last_name, u.email, u.email_verified_at, u.contact_email, u.phone,
  u.account_status, u.source, u.roles, u.created_at,
  (select max(coalesce(s.last_seen_at, s.signed_in_at)) from sessions s where s.user_id = u.id) as last_seen_at`

/** Returns the users that match a search, newest first. Erased users are listed only on request. */
export async function listUsers(
  db: Db,
  { search, status, role, cursor, limit = 20 }: Wish & { status?: string; role?: string },
): Promise<Output<typeof listPlatformUsersRoute>> {
  const after = decodeCursor(cursor, ['instant', 'uuid'])
  const { rows } = await sql<PlatformUser>`
    select ${userColumns} from users u
    where (${status ?? null}::account_status is null and u.account_status <> 'DELETED' or u.account_status = ${status ?? null})
      and (${role ?? null}::text is null or ${role ?? null} = any(u.roles))
      and (${search ?? null}::text is null or u.id::text = ${search ?? null} or
        (coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '') || ' ' || coalesce(u.email, '') || ' ' ||
          coalesce(u.contact_email, '') || ' ' || coalesce(u.phone, '')) ilike ${like(search ?? '')})
      and (${after?.[0] ?? null}::timestamptz is null
        or (u.created_at, u.id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid))
    order by u.created_at desc, u.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, (row) => [row.created_at, row.id])
}

/** Returns one user with the counts of what belongs to them. */
export async function toUser(db: Db, user_id: string, now: string): Promise<PlatformUserDetail> {
  const { rows } = await sql<PlatformUserDetail>`
    select ${userColumns}, u.language, u.banned_at, u.ban_reason, u.merged_into_id,
      (select nullif(concat_ws(' ', b.first_name, b.last_name), '') from users b where b.id = u.banned_by_user_id) as banned_by_name,
      (select count(*)::int from sessions s where s.user_id = u.id and s.revoked_at is null and s.expires_at > ${now}) as sessions,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
      (select count(*)::int from reservations r where r.user_id = u.id) as reservations,
      (select count(*)::int from reservations r where r.user_id = u.id and r.status in ${isHolding}
        and (r.ends_at is null or r.ends_at > ${now})) as live_reservations,
      (select count(*)::int from invoices i where i.user_id = u.id and i.status = 'FAILED') as unpaid_invoices,
      (select coalesce(jsonb_agg(jsonb_build_object('lot_id', m.lot_id, 'lot_name', l.name, 'role', m.role, 'status', m.status)
        order by l.name, m.lot_id), '[]') from memberships m join lots l on l.id = m.lot_id where m.user_id = u.id) as memberships
    from users u where u.id = ${user_id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`User ${user_id} is gone.`)
  return row
}

/** Returns the lots that match a search with their owners, newest first. */
export async function listLots(
  db: Db,
  { search, cursor, limit = 20 }: Wish,
): Promise<Output<typeof listPlatformLotsRoute>> {
  const after = decodeCursor(cursor, ['instant', 'uuid'])
  const { rows } = await sql<Output<typeof listPlatformLotsRoute>['items'][number]>`
    select l.id, l.public_id, l.name, l.street, l.city, l.region, l.country, l.is_private, l.spot_count, l.source, l.created_at,
      (select p.name from subscriptions s join plans p on p.id = s.plan_id
        where s.lot_id = l.id and s.kind = 'LOT_PLAN' and s.ended_at is null) as plan_name,
      (select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email,
          'name', coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, '')) order by u.created_at, u.id), '[]')
        from memberships m join users u on u.id = m.user_id
        where m.lot_id = l.id and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE') as owners
    from lots l
    where (${search ?? null}::text is null or l.id::text = ${search ?? null} or l.public_id = ${search ?? null}
      or (l.name || ' ' || coalesce(l.street, '') || ' ' || coalesce(l.city, '')) ilike ${like(search ?? '')}
      or exists (select from memberships m join users u on u.id = m.user_id where m.lot_id = l.id and m.role = 'SUPER_ADMIN'
        and m.status = 'ACTIVE' and concat_ws(' ', u.first_name, u.last_name, u.email) ilike ${like(search ?? '')}))
      and (${after?.[0] ?? null}::timestamptz is null
        or (l.created_at, l.id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid))
    order by l.created_at desc, l.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, (row) => [row.created_at, row.id])
}

/** Bans a user. Returns false if the account is banned or erased already. */
export async function setBanned(
  tx: Db,
  user_id: string,
  ban: { banned_at: string; ban_reason: string; banned_by_user_id: string },
): Promise<boolean> {
  const banned = await tx
    .updateTable('users')
    .set((eb) => ({
      account_status: 'BANNED' as const,
      status_before_ban: eb.ref('account_status'),
      ...ban,
    }))
    .where('id', '=', user_id)
    .where('account_status', 'in', ['ACTIVE', 'GHOST'])
    .returning('id')
    .executeTakeFirst()
  return banned !== undefined
}

/** Restores the status that a user had before the ban. Returns false if they are not banned. */
export async function setUnbanned(tx: Db, user_id: string): Promise<boolean> {
  const opened = await tx
    .updateTable('users')
    .set((eb) => ({
      account_status: eb.fn.coalesce('status_before_ban', eb.val('ACTIVE' as const)),
      status_before_ban: null,
      banned_at: null,
      ban_reason: null,
      banned_by_user_id: null,
    }))
    .where('id', '=', user_id)
    .where('account_status', '=', 'BANNED')
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
}
