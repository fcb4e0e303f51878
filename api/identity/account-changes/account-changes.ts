import type { Tx } from '@openspot/db/database.ts'
import type { AccountChanges } from '@openspot/db/types.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Selectable } from 'kysely'
import type { Deps } from '../../deps.ts'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import { accountChangeEmail, type CredentialChange } from '../../platform/emails/identity-email-templates.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { findLanguage } from '../users/users.sql.ts'
import { getAddresses, insertChange, insertStop, setChangeEffective } from './account-changes.sql.ts'

const stopDays = 7

export type Change =
  | { kind: 'EMAIL'; what: CredentialChange; new_email: string }
  | {
      kind: 'PHONE' | 'PASSWORD' | 'PASSKEY' | 'SECOND_FACTOR'
      what: CredentialChange
      secret_before?: string
    }

/**
 * Records a change of an account's credentials and emails its current address a link that undoes the change for seven
 * days. Must run in the transaction of the change and before it, because it reads the values to restore. Records
 * nothing for an account without a verified address, because nobody can be notified.
 * @param zone that of the clock of who asked, in which the email says until when the link works; null if it isn't known
 */
export async function recordChange(
  deps: Pick<Deps, 'ports' | 'settings'>,
  tx: Tx,
  user_id: string,
  change: Change,
  zone: string | null,
): Promise<void> {
  const user = await getAddresses(tx, user_id)
  if (user.email === null || user.email_verified_at === null) return
  const now = deps.ports.now()
  const id = await insertChange(tx, {
    user_id,
    kind: change.kind,
    notified_address: user.email,
    new_email: change.kind === 'EMAIL' ? change.new_email : null,
    email_before: user.email,
    phone_before: user.phone,
    phone_verified_before: user.phone_verified_at,
    secret_before: change.kind === 'EMAIL' ? null : (change.secret_before ?? null),
    requested_at: now.toISOString(),
    effective_at: change.kind === 'EMAIL' ? null : now.toISOString(),
  })
  await notifyOfChange(deps, tx, { id, user_id, notified_address: user.email }, change.what, zone)
}

/**
 * Completes an email change once the new address is verified: the previous address is notified again, with a link that
 * restores it for seven more days.
 */
export async function finishEmailChange(
  deps: Pick<Deps, 'ports' | 'settings'>,
  tx: Tx,
  change: Selectable<AccountChanges>,
  zone: string | null,
): Promise<void> {
  const effective_at = deps.ports.now().toISOString()
  await setChangeEffective(tx, change.id, effective_at)
  await notifyOfChange(deps, tx, change, 'EMAIL', zone)
}

async function notifyOfChange(
  { ports, settings }: Pick<Deps, 'ports' | 'settings'>,
  tx: Tx,
  change: { id: string; user_id: string; notified_address: string },
  what: CredentialChange,
  zone: string | null,
): Promise<void> {
  const token = secretWord(ports, 40)
  const now = ports.now()
  const expires_at = new Date(now.getTime() + stopDays * 86_400_000).toISOString()
  await insertStop(tx, { token_hash: hashToken(token), change_id: change.id, expires_at })
  const url = `${settings.public_url}/sign-in/stop?token=${token}`
  const t = translatorFor(await findLanguage(tx, change.user_id))
  const content = accountChangeEmail(t, { change: what, url, until: expires_at, zone })
  await writeEmail(
    tx,
    { to_address: change.notified_address, kind: 'account_change', link_expires_at: expires_at, ...content },
    now,
  )
}
