import type { Output } from '@openspot/contract/call.ts'
import type { listPlatformUsersRoute, PlatformUserDetail } from '@openspot/contract/platform/platform.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, statement } from '@openspot/db/rows.ts'
import { holding } from '../../booking/occupancy/holding.sql.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

interface ListRequest {
  search?: string
  cursor?: string
  limit?: number
}

const userColumns = `u.id, u.first_name, u.last_name, u.email, u.email_verified_at, u.contact_email, u.phone,
  u.account_status, u.source, u.roles, u.created_at,
  (select max(coalesce(s.last_seen_at, s.signed_in_at)) from sessions s where s.user_id = u.id) as last_seen_at`

const platformUsers = statement(
  'list_platform_users',
  {
    id: 'uuid',
    first_name: 'text?',
    last_name: 'text?',
    email: 'text?',
    email_verified_at: 'timestamptz?',
    contact_email: 'text?',
    phone: 'text?',
    account_status: 'users.account_status',
    source: 'users.source',
    roles: 'text[]',
    created_at: 'timestamptz',
    last_seen_at: 'timestamptz?',
  },
  `select ${userColumns} from users u
    where ($1::account_status is null and u.account_status <> 'DELETED' or u.account_status = $1)
      and ($2::text is null or $2 = any(u.roles))
      and ($3::text is null or u.id::text = $3 or
        (coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '') || ' ' || coalesce(u.email, '') || ' ' ||
          coalesce(u.contact_email, '') || ' ' || coalesce(u.phone, '')) ilike $4)
      and ($5::timestamptz is null
        or (u.created_at, u.id) < ($5::timestamptz, $6::uuid))
    order by u.created_at desc, u.id desc limit $7`,
)

/** Returns the users that match a search, newest first. Erased users are listed only on request. */
export async function listUsers(
  db: Db,
  { search, status, role, cursor, limit = 20 }: ListRequest & { status?: string; role?: string },
): Promise<Output<typeof listPlatformUsersRoute>> {
  const after = decodeCursor(cursor, ['instant', 'uuid'])
  const rows = await queryPrepared(db, platformUsers, [
    status ?? null,
    role ?? null,
    search ?? null,
    containing((search ?? '').trim()),
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return pageOf(rows, limit, (row) => [row.created_at, row.id])
}

const platformUser = statement(
  'get_platform_user',
  {
    id: 'uuid',
    first_name: 'text?',
    last_name: 'text?',
    email: 'text?',
    email_verified_at: 'timestamptz?',
    contact_email: 'text?',
    phone: 'text?',
    account_status: 'users.account_status',
    source: 'users.source',
    roles: 'text[]',
    created_at: 'timestamptz',
    last_seen_at: 'timestamptz?',
    language: 'text',
    banned_at: 'timestamptz?',
    ban_reason: 'text?',
    merged_into_id: 'uuid?',
    banned_by_name: 'text?',
    sessions: 'integer',
    has_second_factor: 'boolean',
    reservations: 'integer',
    live_reservations: 'integer',
    unpaid_invoices: 'integer',
    lots: json<PlatformUserDetail['lots']>(),
  },
  `select ${userColumns}, u.language, u.banned_at, u.ban_reason, u.merged_into_id,
      (select nullif(concat_ws(' ', b.first_name, b.last_name), '') from users b where b.id = u.banned_by_user_id) as banned_by_name,
      (select count(*)::int from sessions s where s.user_id = u.id and s.revoked_at is null and s.expires_at > $2) as sessions,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
      (select count(*)::int from reservations r where r.user_id = u.id) as reservations,
      (select count(*)::int from reservations r where r.user_id = u.id and r.status in ${holding}
        and (r.ends_at is null or r.ends_at > $2)) as live_reservations,
      (select count(*)::int from invoices i where i.user_id = u.id and i.status = 'FAILED') as unpaid_invoices,
      (select coalesce(jsonb_agg(jsonb_build_object('lot_id', l.id, 'lot_name', l.name, 'role', m.role, 'status', m.status,
          'reservations', x.reservations, 'live_reservations', x.live, 'unpaid_invoices', x.unpaid) order by l.name, l.id), '[]')
        from (select y.lot_id, sum(y.reservations)::int as reservations, sum(y.live)::int as live, sum(y.unpaid)::int as unpaid from (
            select m.lot_id, 0 as reservations, 0 as live, 0 as unpaid from memberships m where m.user_id = u.id
            union all select r.lot_id, 1, case when r.status in ${holding} and (r.ends_at is null or r.ends_at > $2) then 1 else 0 end, 0
              from reservations r where r.user_id = u.id
            union all select i.lot_id, 0, 0, 1 from invoices i where i.user_id = u.id and i.status = 'FAILED') y group by 1) x
          join lots l on l.id = x.lot_id left join memberships m on m.lot_id = x.lot_id and m.user_id = u.id) as lots
    from users u where u.id = $1`,
)

/** Returns one user with the counts of what belongs to them. */
export async function toUser(db: Db, user_id: string, now: Date): Promise<PlatformUserDetail> {
  const rows = await queryPrepared(db, platformUser, [user_id, now.toISOString()])
  const [row] = rows
  if (!row) throw new Error(`User ${user_id} is gone.`)
  return row
}

/** Bans a user. Returns false if the account is banned or erased already. */
export async function setBanned(
  tx: Tx,
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
export async function setUnbanned(tx: Tx, user_id: string): Promise<boolean> {
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
