import type { Me, Membership } from '@openspot/contract/identity/users.ts'
import { waitsFor } from '@openspot/core/memberships/moves.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { unchosenLanguage } from '@openspot/messages/locales.ts'
import { sql } from 'kysely'

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
    .select([
      'm.id',
      'm.lot_id',
      'l.name as lot_name',
      'l.public_id as lot_public_id',
      'l.time_zone',
      'm.role',
      'm.status',
    ])
    .select(['m.source', 'm.requested_at', 'g.name as group_name'])
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

/** Locks a user's row until the transaction ends. */
export async function lockUser(tx: Tx, user_id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
}
