import type { Me, Membership } from '@openspot/contract/identity/users.ts'
import type { HomeFacts } from '@openspot/core/memberships/home-path.ts'
import { waitsFor } from '@openspot/core/memberships/moves.ts'
import { type Db, query, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { unchosenLanguage } from '@openspot/messages/locales.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { holding } from '../../booking/occupancy/holding.sql.ts'

const columns = [
  'id',
  'email',
  'email_verified_at',
  'phone',
  'phone_verified_at',
  'contact_email',
  'contact_verified_at',
  'first_name',
  'last_name',
  'account_status',
  'roles',
  'language',
  'created_at',
] as const

export async function getMe(db: Db, user_id: string): Promise<Me> {
  const row = await db.selectFrom('users').select(columns).where('id', '=', user_id).executeTakeFirstOrThrow()
  return { ...row, roles: row.roles.filter((role) => role === 'OPENSPOT_ADMIN') }
}

/** Returns the language of an account, or null if the user was erased. */
export async function findLanguage(db: Db, user_id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst()
  return row?.language ?? null
}

/** Sets the language of a user who has not chosen one yet. */
export async function setFirstLanguage(db: Db, user_id: string, language: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', user_id)
    .where('language', '=', unchosenLanguage)
    .execute()
}

export async function updateUser(
  db: Db,
  user_id: string,
  patch: { first_name?: string; last_name?: string; language?: string; phone?: string | null },
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await db
    .updateTable('users')
    .set(patch)
    // A new number is not verified yet.
    .$if(patch.phone !== undefined, (q) =>
      q.set((eb) => ({
        phone_verified_at: eb
          .case()
          .when('phone', '=', patch.phone ?? '')
          .then(eb.ref('phone_verified_at'))
          .else(null)
          .end(),
      })),
    )
    .where('id', '=', user_id)
    .execute()
}

const memberships = (db: Db) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('lots as l', 'l.id', 'm.lot_id')
    .leftJoin('groups as g', (on) =>
      on.onRef('g.id', '=', 'm.group_id').onRef('g.lot_id', '=', 'm.lot_id').on('g.deleted_at', 'is', null),
    )
    .select(['m.id', 'm.lot_id', 'l.public_id as lot_public_id', 'l.time_zone', 'm.role', 'm.status'])
    // Members read it in their language, staff as they wrote it.
    .select(
      sql<string>`case when m.role = 'MEMBER' then lot_text('name', l.name, l.language, l.texts,
        (select u.language from users u where u.id = m.user_id)) else l.name end`.as('lot_name'),
    )
    .select(['m.source', 'm.requested_at', 'g.name as group_name'])
    .select(
      sql<Membership['spots']>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'label', s.label) order by s.spot_no), '[]') from spots s
        where s.lot_id = m.lot_id and s.assigned_user_id = m.user_id and s.deleted_at is null)`.as('spots'),
    )
    .select(sql<boolean>`allows_staff_reservations(m.lot_id, m.user_id)`.as('allows_staff_reservations'))

type Row = Awaited<ReturnType<ReturnType<typeof memberships>['executeTakeFirstOrThrow']>>

const toMembership = ({ source, requested_at, ...row }: Row): Membership => ({
  ...row,
  waits_for: waitsFor({ status: row.status, source, requested_at }),
})

export async function listMemberships(db: Db, user_id: string): Promise<Membership[]> {
  const rows = await memberships(db).where('m.user_id', '=', user_id).orderBy('l.name').execute()
  return rows.map(toMembership)
}

export async function getMembership(db: Db, id: string): Promise<Membership> {
  return toMembership(await memberships(db).where('m.id', '=', id).executeTakeFirstOrThrow())
}

const homeFacts = statement(
  'get_home_facts',
  {
    is_platform_admin: 'boolean',
    managed_lot_ids: 'uuid[]',
    patrolled_lot_ids: 'uuid[]',
    has_spots: 'boolean',
    has_reservations: 'boolean',
  },
  `select 'OPENSPOT_ADMIN' = any(u.roles) as is_platform_admin, m.managed_lot_ids, m.patrolled_lot_ids,
     exists (select from spots s where s.assigned_user_id = u.id and s.deleted_at is null) as has_spots,
     exists (select from reservations r where r.user_id = u.id and r.status in ${holding}
       and (r.ends_at is null or r.ends_at > $2::timestamptz)) as has_reservations
   from users u cross join lateral (
     select coalesce(array_agg(m.lot_id) filter (where m.role in ('ADMIN', 'SUPER_ADMIN')), '{}') as managed_lot_ids,
       coalesce(array_agg(m.lot_id) filter (where m.role = 'PATROLLER'), '{}') as patrolled_lot_ids
     from memberships m where m.user_id = u.id and m.status = 'ACTIVE') m
   where u.id = $1`,
)

/** Returns what decides where a person lands after signing in, in one round trip. */
export async function getHomeFacts(pool: pg.Pool, user_id: string, now: Date): Promise<HomeFacts> {
  const [row] = await query(pool, homeFacts, [user_id, now.toISOString()])
  if (!row) throw new Error(`user ${user_id} was deleted while it was read`)
  return row
}

/** Locks a user's row until the transaction ends. Returns undefined if there is none. */
export const lockUser = (tx: Tx, user_id: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().executeTakeFirst()
