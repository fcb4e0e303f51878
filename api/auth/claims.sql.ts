import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** What somebody has shown to be theirs. */
export interface Shown {
  email?: string | null
  phone?: string | null
}

interface Found {
  id: string
  email: string | null
  email_verified_at: string | null
  account_status: 'GHOST' | 'ACTIVE' | 'BANNED' | 'DELETED'
}

/**
 * Locks a person and every GHOST that is known by what they have shown, all at once and in the order of their ids, so
 * that two who claim the same wait for each other and never in a circle. Who stopped being a GHOST meanwhile is left out.
 */
export async function lockClaim(
  tx: Db,
  user_id: string,
  { email = null, phone = null }: Shown,
): Promise<{ user: Found | undefined; ghosts: Found[] }> {
  const { rows } = await sql<Found>`
    select id, email, email_verified_at, account_status from users
    where id = ${user_id} or (account_status = 'GHOST' and
      (email = ${email}::text or contact_email = ${email}::text or phone = ${phone}::text))
    order by id for update`.execute(tx)
  return {
    user: rows.find(({ id }) => id === user_id),
    ghosts: rows.filter(({ id }) => id !== user_id),
  }
}

/** Makes GHOSTs that are locked one with a person. */
export async function mergeGhosts(tx: Db, ghosts: { id: string }[], user_id: string, now: string) {
  for (const { id } of ghosts) await sql`select merge_person(${id}, ${user_id}, ${now})`.execute(tx)
}

/**
 * Takes away what was set up before the address was shown to be theirs: whoever did it may have been somebody else, who
 * waited for the owner of the address to come.
 */
export async function dropUnprovenWays(tx: Db, user_id: string, now: string): Promise<void> {
  await sql`select lock_out(${user_id}, ${now})`.execute(tx)
  await tx.deleteFrom('password_credentials').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('second_factors').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('identities').where('user_id', '=', user_id).execute()
}

/** The address is theirs; a GHOST is an account from now on. */
export async function setEmailProven(tx: Db, user_id: string, email: string, now: string): Promise<void> {
  await sql`
    update users set email = ${email}, contact_email = null,
      email_verified_at = case when email = ${email} then coalesce(email_verified_at, ${now}) else ${now} end,
      account_status = case when account_status = 'GHOST' then 'ACTIVE'::account_status else account_status end
    where id = ${user_id}`.execute(tx)
}
