import type { Settings } from '@openspot/core/settings.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { SignInLinkPurpose } from '@openspot/db/types.ts'
import { findSameLocale, type Locale } from '@openspot/messages/locales.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/emails.sql.ts'
import type { LinkFacts } from '../../platform/emails/identity-email-templates.ts'
import { hashToken } from '../../plugins/session.ts'
import { type Ports, secretWord } from '../../ports.ts'
import { findLanguage } from '../users/users.sql.ts'
import { deleteSurplusLinks, insertLink } from './links.sql.ts'

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
 * address belongs to when it is opened. The email is in the language of the user's account.
 */
export async function writeLink(
  { ports, settings }: Pick<Mailer, 'ports' | 'settings'>,
  tx: Tx,
  of: {
    user_id: string | null
    email: string
    purpose: SignInLinkPurpose
    kind?: string
    /** The locale of the request, for a recipient who has not chosen a language. */
    locale?: Locale | null
    /** The page that opens after the link. */
    next?: string | undefined
  },
  template: (t: Translate, link: LinkFacts) => EmailContent,
): Promise<void> {
  const token = secretWord(ports, 40)
  const now = ports.now()
  const { user_id, email, purpose } = of
  const language = user_id === null ? null : await findLanguage(tx, user_id)
  const t = translatorFor(findSameLocale(language) ?? of.locale ?? language)
  const minutes = linkMinutes[purpose]
  const expires_at = new Date(now.getTime() + minutes * 60_000).toISOString()
  const token_hash = hashToken(token)
  const link = { user_id, purpose, email }
  await insertLink(tx, { ...link, token_hash, created_at: now.toISOString(), expires_at })
  await deleteSurplusLinks(tx, link, token_hash, liveLinks)
  const query = new URLSearchParams({ token, ...(of.next === undefined ? {} : { next: of.next }) })
  const url = `${settings.public_url}${pages[purpose]}?${query}`
  await writeEmail(
    tx,
    {
      to_address: email,
      kind: of.kind ?? purpose.toLowerCase(),
      link_expires_at: expires_at,
      ...template(t, { url, minutes }),
    },
    now,
  )
}
