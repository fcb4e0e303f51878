import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** What somebody has shown to be theirs. */
export interface Shown {
  email?: string | null
  phone?: string | null
}

export interface Found {
  id: string
  email: string | null
  email_verified_at: string | null
  contact_email: string | null
  contact_verified_at: string | null
  account_status: 'GHOST' | 'ACTIVE' | 'BANNED' | 'DELETED'
}

/**
 * Names the session in which an address is being proven, for the rest of the transaction. The first proof of an address
 * ends every other session, and drops the password and cards that were given outside of this one (`drop_unproven`).
 */
export async function proveIn(tx: Db, session_id: string | null): Promise<void> {
  await sql`select set_config('openspot.proving_session', ${session_id ?? ''}, true)`.execute(tx)
}

/**
 * Locks the people named, the account of the address, and every GHOST known by what was shown, all at once and in the
 * order of their ids, so that two who claim the same wait for each other and never in a circle. `ghosts` are in the
 * order in which they were made; who stopped being one meanwhile is left out.
 */
export async function lockClaim(
  tx: Db,
  user_ids: readonly (string | null)[],
  { email = null, phone = null }: Shown,
): Promise<{ byId: (id: string | null) => Found | undefined; owner: Found | undefined; ghosts: Found[] }> {
  const ids = user_ids.filter((id) => id !== null)
  const { rows } = await sql<Found>`
    select id, email, email_verified_at, contact_email, contact_verified_at, account_status from users
    where id = any(${ids}::uuid[]) or (account_status <> 'DELETED' and email = ${email}::text) or (account_status = 'GHOST' and
      (contact_email = ${email}::text or phone = ${phone}::text))
    order by id for update`.execute(tx)
  const isKnown = (row: Found) =>
    row.account_status === 'GHOST' &&
    (!ids.includes(row.id) || row.email === email || row.contact_email === email)
  return {
    byId: (id) => rows.find((row) => row.id === id),
    owner: rows.find((row) => row.email === email && ['ACTIVE', 'BANNED'].includes(row.account_status)),
    ghosts: rows.filter(isKnown),
  }
}

/** Merges GHOSTs that are locked into a person. */
export async function mergeGhosts(tx: Db, ghosts: { id: string }[], user_id: string, now: string) {
  for (const { id } of ghosts)
    if (id !== user_id) await sql`select merge_person(${id}, ${user_id}, ${now})`.execute(tx)
}

/** The address is theirs; a GHOST is an account from now on. */
export async function setEmailProven(tx: Db, user_id: string, email: string, now: string): Promise<void> {
  await sql`
    update users set email = ${email}, contact_email = null, contact_verified_at = null,
      email_verified_at = case when email = ${email} then coalesce(email_verified_at, ${now}) else ${now} end,
      account_status = case when account_status = 'GHOST' then 'ACTIVE'::account_status else account_status end
    where id = ${user_id}`.execute(tx)
}

/** The address that letters go to is the guest's own; they stay a guest. */
export async function setContactProven(tx: Db, user_id: string, now: string): Promise<void> {
  await sql`update users set contact_verified_at = coalesce(contact_verified_at, ${now}) where id = ${user_id}`.execute(
    tx,
  )
}
