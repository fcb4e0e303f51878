import type { Me } from '@openspot/contract/users.ts'
import type { Db } from '@openspot/db/database.ts'

const columns = [
  'id',
  'email',
  'email_verified_at',
  'phone',
  'phone_verified_at',
  'contact_email',
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

export async function updateUser(
  db: Db,
  user_id: string,
  patch: { first_name?: string; last_name?: string; language?: string; phone?: string | null },
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await db
    .updateTable('users')
    .set(patch)
    // Another number has not been shown to be theirs yet.
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

export function listMemberships(db: Db, user_id: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('lots', 'lots.id', 'memberships.lot_id')
    .select([
      'memberships.id',
      'memberships.lot_id',
      'lots.name as lot_name',
      'lots.public_id as lot_public_id',
      'memberships.role',
      'memberships.status',
    ])
    .where('memberships.user_id', '=', user_id)
    .orderBy('lots.name')
    .execute()
}
