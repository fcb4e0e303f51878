import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'

/** The email address or phone number that a user has verified. */
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
 * Sets the session in which an address is being verified, for the rest of the transaction. The first verification of an
 * address ends every other session and removes the password and cards that were added outside this one
 * (`drop_unproven`).
 */
export async function proveIn(tx: Tx, session_id: string | null): Promise<void> {
  await sql`select set_config('openspot.proving_session', ${session_id ?? ''}, true)`.execute(tx)
}

const lockClaimStatement = statement(
  'lock_claim',
  {
    id: 'uuid',
    email: 'text?',
    email_verified_at: 'timestamptz?',
    contact_email: 'text?',
    contact_verified_at: 'timestamptz?',
    account_status: 'users.account_status',
  },
  `select id, email, email_verified_at, contact_email, contact_verified_at, account_status from users
    where id = any($1::uuid[]) or (account_status <> 'DELETED' and email = $2::text) or (account_status = 'GHOST' and
      (contact_email = $2::text or phone = $3::text and (phone_verified_at is not null
        or contact_verified_at is null and lots_agree_on_phone(id, phone))))
    order by id for update`,
)

/**
 * Locks the given users, the account of the address, and every GHOST with the verified address or number. They are
 * locked in one statement, ordered by id, so that concurrent claims wait without deadlocks. `ghosts` are ordered by
 * creation, without those that stopped being GHOSTs in the meantime. A GHOST who has verified their email address but only typed the
 * number is not claimed by it, because the number may be someone else's; nor is one about whom lots said different numbers.
 */
export async function lockClaim(
  tx: Tx,
  user_ids: readonly (string | null)[],
  { email = null, phone = null }: Shown,
): Promise<{ byId: (id: string | null) => Found | undefined; owner: Found | undefined; ghosts: Found[] }> {
  const ids = user_ids.filter((id) => id !== null)
  const rows = await queryPrepared(tx, lockClaimStatement, [ids, email, phone])
  const isKnown = (row: Found) =>
    row.account_status === 'GHOST' &&
    (!ids.includes(row.id) || row.email === email || row.contact_email === email)
  return {
    byId: (id) => rows.find((row) => row.id === id),
    owner: rows.find((row) => row.email === email && ['ACTIVE', 'BANNED'].includes(row.account_status)),
    ghosts: rows.filter(isKnown),
  }
}

/** Merges locked GHOSTs into a user. Must run in the transaction that locked them. */
export async function mergeGhosts(tx: Tx, ghosts: { id: string }[], user_id: string, now: Date) {
  for (const { id } of ghosts)
    if (id !== user_id) await sql`select merge_person(${id}, ${user_id}, ${now.toISOString()})`.execute(tx)
}

/** Marks the address as the user's verified email. A GHOST becomes an ACTIVE account. */
export async function setEmailProven(tx: Tx, user_id: string, email: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await sql`
    update users set email = ${email}, contact_email = null, contact_verified_at = null,
      email_verified_at = case when email = ${email} then coalesce(email_verified_at, ${at}) else ${at} end,
      account_status = case when account_status = 'GHOST' then 'ACTIVE'::account_status else account_status end
    where id = ${user_id}`.execute(tx)
}

/** Marks a guest's contact address as verified. They stay a guest. */
export async function setContactProven(tx: Tx, user_id: string, now: Date): Promise<void> {
  await sql`update users set contact_verified_at = coalesce(contact_verified_at, ${now.toISOString()}) where id = ${user_id}`.execute(
    tx,
  )
}
