import type { Settings } from '@openspot/core/settings.ts'
import type { Db } from '@openspot/db/database.ts'
import type { SignInLinkPurpose } from '@openspot/db/types.ts'
import { sql } from 'kysely'
import { type Letter, writeEmail } from '../../platform/emails/emails.sql.ts'
import { hashToken } from '../../plugins/session.ts'
import { type Ports, secretWord } from '../../ports.ts'

/** The dependencies of an email with a link. */
export interface Mailer {
  db: Db
  ports: Ports
  settings: Settings
}

export const linkMinutes: Record<SignInLinkPurpose, number> = {
  SIGN_IN: 30,
  VERIFY_EMAIL: 24 * 60,
  RESET_PASSWORD: 30,
  GUEST: 60,
}
const pages: Record<SignInLinkPurpose, string> = {
  SIGN_IN: '/sign-in/link',
  VERIFY_EMAIL: '/sign-in/link',
  RESET_PASSWORD: '/sign-in/reset',
  GUEST: '/claim',
}
/**
 * The maximum number of live links per purpose and address. A stranger who requests more does not invalidate the
 * earlier ones.
 */
const liveLinks = 3

/**
 * Writes an email with a single-use link to the outbox, in the caller's transaction. The link opens a page that asks
 * before it uses the token, because mail scanners open links. With a null `user_id`, the link is for whoever the
 * address belongs to when it is opened.
 */
export async function writeLink(
  { ports, settings }: Pick<Mailer, 'ports' | 'settings'>,
  tx: Db,
  of: { user_id: string | null; email: string; purpose: SignInLinkPurpose; kind?: string },
  letter: (facts: { url: string; minutes: number }) => Letter,
): Promise<void> {
  const token = secretWord(ports, 40)
  const now = ports.now()
  const { user_id, email, purpose } = of
  const minutes = linkMinutes[purpose]
  const expires_at = new Date(now.getTime() + minutes * 60_000).toISOString()
  await tx
    .insertInto('sign_in_links')
    .values({
      token_hash: hashToken(token),
      user_id,
      purpose,
      email,
      created_at: now.toISOString(),
      expires_at,
    })
    .execute()
  await sql`
    delete from sign_in_links where token_hash in (
      select token_hash from sign_in_links
        where email = ${email} and purpose = ${purpose} and user_id is not distinct from ${user_id}::uuid and used_at is null
        order by created_at desc, token_hash = ${hashToken(token)} desc, token_hash offset ${liveLinks})`.execute(
    tx,
  )
  const url = `${settings.public_url}${pages[purpose]}?token=${token}`
  await writeEmail(
    tx,
    {
      to_address: email,
      kind: of.kind ?? purpose.toLowerCase(),
      link_expires_at: expires_at,
      ...letter({ url, minutes }),
    },
    now,
  )
}
