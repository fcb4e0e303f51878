import { PHONE_PROOF_DAYS } from '@openspot/core/phones/codes.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { isEmailTaken } from './auth.sql.ts'
import { type Found, lockClaim, mergeGhosts, setEmailProven } from './claims.sql.ts'

/** What a person has verified, and the name that they have given elsewhere. */
export interface Verified {
  email: string | null
  phone: string | null
  first_name: string | null
  last_name: string | null
}

export interface VerifiedPerson {
  user_id: string
  /** Undefined if the person was erased in the meantime. */
  user: Found | undefined
  /** The GHOSTs with the address or number, which become this person. */
  ghosts: Found[]
}

/**
 * Finds the person of a verified address or number, or inserts one, and locks them and every GHOST with it: `known_id`, else an account
 * with the address or number, else the oldest GHOST. This is the only way in which a verified number leads to a person. Must run in
 * a transaction; takes an advisory lock on the number, so that concurrent sign-ins find one person.
 */
export async function lockVerified(
  tx: Tx,
  verified: Verified,
  known_id: string | undefined,
  now: Date,
): Promise<VerifiedPerson> {
  const { email, phone } = verified
  if (phone !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`phone ${phone}`}, 0))`.execute(tx)
  const user_id = known_id ?? (await findSame(tx, verified, now)) ?? (await insertUser(tx, verified, now))
  const { byId, ghosts } = await lockClaim(tx, [user_id], { email, phone })
  return { user_id, user: byId(user_id), ghosts }
}

/** Gives a locked person what was verified: merges the GHOSTs into them, and a GHOST becomes an account. */
export async function giveVerified(
  tx: Tx,
  { user_id, user, ghosts }: VerifiedPerson,
  { email, phone }: Pick<Verified, 'email' | 'phone'>,
  now: Date,
): Promise<void> {
  await mergeGhosts(tx, ghosts, user_id, now)
  // An account keeps its own address. One without an address takes the verified one, unless another account has it.
  if (
    email !== null &&
    (user?.email === email || (user?.email === null && !(await isEmailTaken(tx, email, user_id))))
  )
    await setEmailProven(tx, user_id, email, now)
  if (phone !== null) {
    await releaseStalePhone(tx, phone, user_id, now)
    if (!(await isPhoneTaken(tx, phone, user_id)))
      await tx
        .updateTable('users')
        .set({ phone, phone_verified_at: now.toISOString() })
        .where('id', '=', user_id)
        .execute()
  }
  // If only a number was verified, the address that a lot or a stranger typed stays a contact address and becomes no
  // account's email.
  await sql`
    update users set account_status = 'ACTIVE', contact_email = coalesce(contact_email, email), email = null
    where id = ${user_id} and account_status = 'GHOST'`.execute(tx)
}

/** The last moment at which the owner of a number that counts must have used it. */
const staleBefore = (now: Date) => new Date(now.getTime() - PHONE_PROOF_DAYS * 86_400_000).toISOString()

/**
 * Prefers an account, then the oldest GHOST. A number counts if it was verified, and in the last year if its account has an email address
 * too; or if it belongs to a GHOST who has not verified another address, and about whom no lots said different numbers.
 */
async function findSame(tx: Tx, { email, phone }: Verified, now: Date): Promise<string | undefined> {
  if (email === null && phone === null) return undefined
  const countsFor = (eb: ExpressionBuilder<DB, 'users'>) =>
    eb.and([
      eb('phone', '=', phone),
      eb.or([
        eb.and([
          eb('phone_verified_at', 'is not', null),
          eb.or([eb('email_verified_at', 'is', null), eb('phone_verified_at', '>=', staleBefore(now))]),
        ]),
        eb.and([
          eb('account_status', '=', 'GHOST'),
          eb('contact_verified_at', 'is', null),
          sql<boolean>`lots_agree_on_phone(users.id, users.phone)`,
        ]),
      ]),
    ])
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('account_status', '<>', 'DELETED')
    .where((eb) =>
      eb.or([
        ...(email === null ? [] : [eb('email', '=', email)]),
        ...(phone === null ? [] : [countsFor(eb)]),
      ]),
    )
    .orderBy((eb) => eb('account_status', '=', 'GHOST'))
    .orderBy((eb) => eb('email', 'is not distinct from', email), 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}

/** Takes a number from an account that has an email address and has not used the number for a year. */
async function releaseStalePhone(tx: Tx, phone: string, user_id: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone_verified_at: null })
    .where('phone', '=', phone)
    .where('phone_verified_at', '<', staleBefore(now))
    .where('email_verified_at', 'is not', null)
    .where('id', '<>', user_id)
    .execute()
}

/** Returns whether another account has verified this number. */
export async function isPhoneTaken(tx: Tx, phone: string, user_id: string): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .where('account_status', '<>', 'DELETED')
    .where('id', '<>', user_id)
    .executeTakeFirst()
  return other !== undefined
}

async function insertUser(tx: Tx, verified: Verified, now: Date): Promise<string> {
  const { email, first_name, last_name } = verified
  const at = now.toISOString()
  const { id } = await tx
    .insertInto('users')
    .values({
      email,
      email_verified_at: email === null ? null : at,
      first_name,
      last_name,
      account_status: 'ACTIVE',
      source: 'ORGANIC',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
