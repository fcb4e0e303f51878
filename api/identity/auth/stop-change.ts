import type { Tx } from '@openspot/db/database.ts'
import type { AccountChanges } from '@openspot/db/types.ts'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { refuse } from '../../errors.ts'
import { changeStoppedEmail } from '../../platform/emails/identity-email-templates.ts'
import { hashToken } from '../../plugins/session.ts'
import { isEmailTaken } from './auth.sql.ts'
import { writeLink } from './links.ts'
import {
  findStoppable,
  insertSecondFactor,
  lockAccount,
  removeCredentialsSince,
  stopChangesSince,
  updateAddress,
} from './stop-change.sql.ts'

/**
 * Undoes a change and everything after it: it restores the previous email address, phone number, and second factor,
 * removes credentials added since, ends all sessions, and emails the account a link to set a new password. Returns the
 * user id. Throws `link_not_usable` and `email_taken`.
 */
export async function stopChange(app: FastifyInstance, token: string): Promise<string> {
  const now = app.ports.now()
  return app.db.transaction().execute(async (tx) => {
    const first = await findStoppable(tx, hashToken(token), now)
    if (!first) return refuse('link_not_usable')
    const { user_id } = first
    const user = await lockAccount(tx, user_id)
    if (user.account_status === 'DELETED') return refuse('link_not_usable')
    const stopped = await stopChangesSince(tx, first, now)
    // A concurrent request has already stopped the change.
    if (!stopped.some(({ id }) => id === first.id)) return refuse('link_not_usable')
    stopped.sort((a, b) =>
      a.requested_at < b.requested_at || (a.requested_at === b.requested_at && a.id < b.id) ? -1 : 1,
    )
    await removeCredentialsSince(tx, user_id, first.requested_at, now)
    const email = await restore(tx, user_id, { stopped, email: user.email, now })
    if (email !== null) {
      const of = { user_id, email, purpose: 'RESET_PASSWORD' as const }
      await writeLink(app, tx, of, changeStoppedEmail)
    }
    return user_id
  })
}

/** Restores what the first change of each kind replaced. Returns the resulting email address of the account. */
async function restore(
  tx: Tx,
  user_id: string,
  { stopped, email, now }: { stopped: Selectable<AccountChanges>[]; email: string | null; now: Date },
): Promise<string | null> {
  const of = (kind: string) => stopped.find((one) => one.kind === kind && one.effective_at !== null)
  const [moved, called, guarded] = [
    of('EMAIL'),
    of('PHONE'),
    stopped.find((one) => one.secret_before !== null),
  ]
  if (guarded?.secret_before) {
    await insertSecondFactor(tx, user_id, guarded.secret_before, guarded.requested_at)
  }
  if (called) {
    const { phone_before: phone, phone_verified_before: phone_verified_at } = called
    await updateAddress(tx, user_id, { phone, phone_verified_at })
  }
  const before = moved?.email_before
  if (!before || before === email) return email
  if (await isEmailTaken(tx, before, user_id)) {
    return refuse('email_taken', {
      message: (t) => t('apiErrors.identity.addressGone'),
    })
  }
  await updateAddress(tx, user_id, { email: before, email_verified_at: now.toISOString() })
  return before
}
