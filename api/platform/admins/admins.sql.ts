import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

const scope = 'OPENSPOT_ADMIN'

export interface AdminFacts {
  email: string | null
  is_admin: boolean
  /** Whether the account is active and its email address verified. */
  has_account: boolean
  has_second_factor: boolean
}

/** Returns what decides whether a user can become or stop being a platform admin. Locks their row. */
export async function lockAdminFacts(tx: Tx, user_id: string): Promise<AdminFacts> {
  return tx
    .selectFrom('users as u')
    .select((eb) => [
      'u.email',
      eb(eb.val(scope), '=', eb.fn.any('u.roles')).$castTo<boolean>().as('is_admin'),
      eb
        .and([eb('u.account_status', '=', 'ACTIVE'), eb('u.email_verified_at', 'is not', null)])
        .$castTo<boolean>()
        .as('has_account'),
      eb
        .exists(
          eb
            .selectFrom('second_factors as f')
            .select('f.user_id')
            .whereRef('f.user_id', '=', 'u.id')
            .where('f.confirmed_at', 'is not', null),
        )
        .$castTo<boolean>()
        .as('has_second_factor'),
    ])
    .where('u.id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function setAdmin(tx: Tx, user_id: string, is_admin: boolean): Promise<void> {
  const roles = is_admin
    ? sql<string[]>`array_append(roles, ${scope})`
    : sql<string[]>`array_remove(roles, ${scope})`
  await tx.updateTable('users').set({ roles }).where('id', '=', user_id).execute()
}

/** Returns the active account with a verified email address. */
export async function findAccount(db: Db, email: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('account_status', '=', 'ACTIVE')
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
}

export interface Admin {
  id: string
  email: string | null
  first_name: string | null
  last_name: string | null
}

/** Returns the person whose access changed, with the address that notices go to. */
export function getAdmin(db: Db, user_id: string): Promise<Admin & { language: string }> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'language'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** Lists the active platform admins, the first first. */
export async function listAdmins(db: Db): Promise<Admin[]> {
  return (
    db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      // As a literal, because the index of the admins can't serve a parameter.
      .where(sql<boolean>`'OPENSPOT_ADMIN' = any (roles)`)
      .where('account_status', '=', 'ACTIVE')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  )
}

/** Whether the installation has no active platform admin. */
export async function needsAdmin(db: Db): Promise<boolean> {
  return (await listAdmins(db)).length === 0
}

/** Makes other first admins wait, as `keep_platform_admin` makes concurrent revocations wait. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('platform_admins'))`.execute(tx)
}

/** Makes the accounts with these verified addresses platform admins. Returns those that were not. */
export async function appointAdmins(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('users')
    .set({ roles: sql`array_append(roles, ${scope})` })
    .where('email', 'in', [...emails])
    .where('account_status', '=', 'ACTIVE')
    .where('email_verified_at', 'is not', null)
    .where((eb) => eb.not(eb(eb.val(scope), '=', eb.fn.any('roles'))))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
