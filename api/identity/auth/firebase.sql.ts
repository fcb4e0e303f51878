import { plainName } from '@openspot/core/text/plain-name.ts'
import type { Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { refuse } from '../../errors.ts'
import { isEmailTaken } from './auth.sql.ts'
import { lockClaim, mergeGhosts, setEmailProven } from './claims.sql.ts'
import type { FirebasePerson } from './firebase.ts'

/**
 * Returns the id of the user for a verified token: the one linked before, else one with the same verified email or
 * phone, else a new one. Merges every GHOST with the verified address or number into them. An unverified email links
 * and claims nothing. Must run in a transaction; takes an advisory lock on the identity. Throws `token_not_accepted`.
 */
export async function userOfFirebase(tx: Tx, person: FirebasePerson, now: Date): Promise<string> {
  const { issuer, subject, phone } = person
  const at = now.toISOString()
  const email = person.email_verified ? person.email : null
  // Concurrent sign-ins of the same person must find one user.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(tx)
  const linked = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const known = linked?.user_id ?? (await findSame(tx, email, phone))
  const user_id = known ?? (await insertUser(tx, person, now))
  const { byId, ghosts } = await lockClaim(tx, [user_id], { email, phone })
  const user = byId(user_id)
  if (!user || user.account_status === 'DELETED') return refuse('token_not_accepted')
  if (user.account_status === 'BANNED') return user_id

  const { tokens_valid_after } = await tx
    .selectFrom('users')
    .select('tokens_valid_after')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  // All sessions were ended after that sign-in. The token has its time in whole seconds.
  if (tokens_valid_after && Date.parse(person.auth_time) + 999 < Date.parse(tokens_valid_after))
    return refuse('token_not_accepted')

  await mergeGhosts(tx, ghosts, user_id, now)
  // An account keeps its own address. One without an address takes the verified one, unless another account has it.
  if (
    email !== null &&
    (user.email === email || (user.email === null && !(await isEmailTaken(tx, email, user_id))))
  )
    await setEmailProven(tx, user_id, email, now)
  if (phone !== null && !(await isPhoneTaken(tx, phone, user_id))) {
    await tx.updateTable('users').set({ phone, phone_verified_at: at }).where('id', '=', user_id).execute()
  }
  // If only a number was verified, the address that a lot or a stranger typed stays a contact address and becomes no
  // account's email.
  await sql`
    update users set account_status = 'ACTIVE', contact_email = coalesce(contact_email, email), email = null
    where id = ${user_id} and account_status = 'GHOST'`.execute(tx)
  // The first verification of an address has removed all earlier links, and this link is part of the verification. The
  // token that verified it stays valid.
  await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id, created_at: at })
    .onConflict((on) => on.columns(['issuer', 'subject']).doNothing())
    .execute()
  await sql`
    update users set tokens_valid_after = ${person.auth_time}
    where id = ${user_id} and tokens_valid_after = ${at} and ${tokens_valid_after} is distinct from ${at}`.execute(
    tx,
  )
  return user_id
}

/** Prefers an account, then the oldest GHOST. A number counts if it was verified or belongs to a GHOST. */
async function findSame(tx: Tx, email: string | null, phone: string | null): Promise<string | undefined> {
  if (email === null && phone === null) return undefined
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('account_status', '<>', 'DELETED')
    .where((eb) =>
      eb.or([
        ...(email === null ? [] : [eb('email', '=', email)]),
        ...(phone === null
          ? []
          : [
              eb.and([
                eb('phone', '=', phone),
                eb.or([eb('phone_verified_at', 'is not', null), eb('account_status', '=', 'GHOST')]),
              ]),
            ]),
      ]),
    )
    .orderBy((eb) => eb('account_status', '=', 'GHOST'))
    .orderBy((eb) => eb('email', 'is not distinct from', email), 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}

async function isPhoneTaken(tx: Tx, phone: string, user_id: string): Promise<boolean> {
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

async function insertUser(tx: Tx, person: FirebasePerson, now: Date): Promise<string> {
  if (person.email === null && person.phone === null) return refuse('token_not_accepted')
  const [first_name, ...rest] = plainName(person.name ?? '').split(/\s+/)
  const { id } = await tx
    .insertInto('users')
    .values({
      // An unverified address could belong to someone else, so it is not saved.
      email: person.email_verified ? person.email : null,
      email_verified_at: person.email_verified && person.email !== null ? now.toISOString() : null,
      first_name: first_name?.slice(0, 100) || null,
      last_name: rest.join(' ').slice(0, 100) || null,
      account_status: 'ACTIVE',
      source: 'ORGANIC',
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
