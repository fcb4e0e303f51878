import type { Db } from '@openspot/db/database.ts'
import { refuse } from '../errors.ts'
import type { FirebasePerson } from './firebase.ts'

/**
 * The user behind a verified token: the one linked before; else one with the same verified e-mail or phone (a GHOST is
 * claimed by it); else a new one. An unverified e-mail links and claims nothing.
 */
export async function userOfFirebase(db: Db, person: FirebasePerson, now: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const linked = await tx
      .selectFrom('identities')
      .select('user_id')
      .where('issuer', '=', person.issuer)
      .where('subject', '=', person.subject)
      .executeTakeFirst()
    if (linked) return linked.user_id

    const email = person.email_verified ? person.email : null
    const user_id = (await findSame(tx, email, person.phone)) ?? (await insertUser(tx, person, now))
    await tx
      .insertInto('identities')
      .values({ issuer: person.issuer, subject: person.subject, user_id, created_at: now })
      .execute()
    await tx
      .updateTable('users')
      .set((eb) => ({
        account_status: eb
          .case()
          .when('account_status', '=', 'GHOST')
          .then('ACTIVE' as const)
          .else(eb.ref('account_status'))
          .end(),
        ...(email === null ? {} : { email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)) }),
        ...(person.phone === null ? {} : { phone: person.phone, phone_verified_at: now }),
      }))
      .where('id', '=', user_id)
      .execute()
    return user_id
  })
}

async function findSame(tx: Db, email: string | null, phone: string | null): Promise<string | undefined> {
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
          : [eb.and([eb('phone', '=', phone), eb('phone_verified_at', 'is not', null)])]),
      ]),
    )
    .orderBy('created_at')
    .executeTakeFirst()
  return found?.id
}

async function insertUser(tx: Db, person: FirebasePerson, now: string): Promise<string> {
  if (person.email === null && person.phone === null) return refuse('token_not_accepted')
  const [first_name, ...rest] = person.name?.trim().split(/\s+/) ?? []
  const { id } = await tx
    .insertInto('users')
    .values({
      // An address that nobody verified could be somebody else's: it is not taken.
      email: person.email_verified ? person.email : null,
      first_name: first_name?.slice(0, 100) || null,
      last_name: rest.join(' ').slice(0, 100) || null,
      account_status: 'ACTIVE',
      source: 'ORGANIC',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
