import type { Db } from '@openspot/db/database.ts'
import type { AccountChanges } from '@openspot/db/types.ts'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { refuse } from '../../errors.ts'
import { changeStoppedEmail } from '../../platform/emails/identity-letters.ts'
import { hashToken } from '../../plugins/session.ts'
import { writeLink } from './links.ts'

/**
 * Undoes a change and everything after it: it restores the previous email address, phone number, and second factor,
 * removes credentials added since, ends all sessions, and emails the account a link to set a new password. Returns the
 * user id. Throws `link_not_usable` and `email_taken`.
 */
export async function stopChange(app: FastifyInstance, token: string): Promise<string> {
  const now = app.ports.now().toISOString()
  return app.db.transaction().execute(async (tx) => {
    const first = await tx
      .selectFrom('account_change_stops as s')
      .innerJoin('account_changes as c', 'c.id', 's.change_id')
      .select(['c.id', 'c.user_id', 'c.requested_at'])
      .where('s.token_hash', '=', hashToken(token))
      .where('s.expires_at', '>', now)
      .where('c.stopped_at', 'is', null)
      .executeTakeFirst()
    if (!first) return refuse('link_not_usable')
    const { user_id } = first
    const user = await tx
      .selectFrom('users')
      .select(['account_status', 'email'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (user.account_status === 'DELETED') return refuse('link_not_usable')
    const stopped = await tx
      .updateTable('account_changes')
      .set({ stopped_at: now })
      .where('user_id', '=', user_id)
      .where('stopped_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('requested_at', '>', first.requested_at),
          eb('id', '=', first.id),
          eb('id', '>', first.id),
        ]),
      )
      .returningAll()
      .execute()
    // A concurrent request has already stopped the change.
    if (!stopped.some(({ id }) => id === first.id)) return refuse('link_not_usable')
    stopped.sort((a, b) =>
      a.requested_at < b.requested_at || (a.requested_at === b.requested_at && a.id < b.id) ? -1 : 1,
    )
    await removeSince(tx, user_id, first.requested_at, now)
    const email = await restore(tx, user_id, { stopped, email: user.email, now })
    if (email !== null) {
      const of = { user_id, email, purpose: 'RESET_PASSWORD' as const }
      await writeLink(app, tx, of, changeStoppedEmail)
    }
    return user_id
  })
}

/** Ends every session, including older ones, because one of them made the change. */
async function removeSince(tx: Db, user_id: string, since: string, now: string): Promise<void> {
  await sql`select lock_out(${user_id}, ${now})`.execute(tx)
  await tx.deleteFrom('passkeys').where('user_id', '=', user_id).where('created_at', '>=', since).execute()
  await tx.deleteFrom('identities').where('user_id', '=', user_id).where('created_at', '>=', since).execute()
  await tx
    .deleteFrom('password_credentials')
    .where('user_id', '=', user_id)
    .where('changed_at', '>=', since)
    .execute()
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', user_id)
    .where((eb) => eb.fn.coalesce('confirmed_at', 'created_at'), '>=', since)
    .execute()
}

/** Restores what the first change of each kind replaced. Returns the resulting email address of the account. */
async function restore(
  tx: Db,
  user_id: string,
  { stopped, email, now }: { stopped: Selectable<AccountChanges>[]; email: string | null; now: string },
): Promise<string | null> {
  const of = (kind: string) => stopped.find((one) => one.kind === kind && one.effective_at !== null)
  const [moved, called, guarded] = [
    of('EMAIL'),
    of('PHONE'),
    stopped.find((one) => one.secret_before !== null),
  ]
  if (guarded?.secret_before) {
    const confirmed_at = guarded.requested_at
    await tx
      .insertInto('second_factors')
      .values({ user_id, sealed_secret: guarded.secret_before, confirmed_at, created_at: confirmed_at })
      .onConflict((on) => on.column('user_id').doNothing())
      .execute()
  }
  if (called) {
    const { phone_before: phone, phone_verified_before: phone_verified_at } = called
    await tx.updateTable('users').set({ phone, phone_verified_at }).where('id', '=', user_id).execute()
  }
  const before = moved?.email_before
  if (!before || before === email) return email
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', before)
    .where('id', '<>', user_id)
    .where('account_status', '<>', 'DELETED')
    .executeTakeFirst()
  if (other) {
    return refuse('email_taken', {
      message: 'Another account uses this email address now. Write to us: we restore yours.',
    })
  }
  await tx
    .updateTable('users')
    .set({ email: before, email_verified_at: now })
    .where('id', '=', user_id)
    .execute()
  return before
}
