import { plainName } from '@openspot/core/text/plain-name.ts'
import type { Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { refuse } from '../../errors.ts'
import type { FirebasePerson } from './firebase.ts'
import { giveVerified, lockVerified } from './verified-person.sql.ts'

/**
 * Returns the id of the user for a verified token: the one linked before, else one with the same verified email or
 * phone, else a new one. Merges every GHOST with the verified address or number into them. An unverified email links
 * and claims nothing. Must run in a transaction; takes an advisory lock on the identity. Throws `token_not_accepted`.
 */
export async function userOfFirebase(tx: Tx, person: FirebasePerson, now: Date): Promise<string> {
  const { issuer, subject, phone } = person
  const at = now.toISOString()
  // Concurrent sign-ins of the same person must find one user.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(tx)
  const linked = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!linked && person.email === null && phone === null) return refuse('token_not_accepted')
  const [first_name, ...rest] = plainName(person.name ?? '').split(/\s+/)
  const verified = {
    // An unverified address could belong to someone else, so it is not saved.
    email: person.email_verified ? person.email : null,
    phone,
    first_name: first_name?.slice(0, 100) || null,
    last_name: rest.join(' ').slice(0, 100) || null,
  }
  const found = await lockVerified(tx, verified, linked?.user_id, now)
  const { user_id, user } = found
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

  await giveVerified(tx, found, verified, now)
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
