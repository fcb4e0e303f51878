import { formatForReader } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { toEmailContent } from './email-templates.ts'
import type { EmailContent } from './emails.sql.ts'

/** The address of a single-use link and for how long it works. */
export interface LinkFacts {
  url: string
  minutes: number
}

/** The name that the person typed at sign-up, their browser, and the time. */
export interface SignUpFacts {
  name: string
  /** Null in jobs queued by a version that put both into `device`. */
  program?: string | null
  system?: string | null
  is_app?: boolean
  at: string
  /** The zone of the clock of who signed up. Missing in jobs queued by a version that didn't know it. */
  zone?: string | null
}

/** What of an account's credentials changed, or is about to. */
export type CredentialChange =
  | 'EMAIL_REQUESTED'
  | 'EMAIL'
  | 'PHONE'
  | 'PASSWORD'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'SECOND_FACTOR_ON'
  | 'SECOND_FACTOR_OFF'
  | 'BACKUP_CODES'

/** The email with a link that was requested by typing an address. */
export const linkEmail =
  (kind: 'SIGN_IN' | 'RESET_PASSWORD' | 'GUEST') =>
  (t: Translate, { url, minutes }: LinkFacts): EmailContent =>
    toEmailContent(t, {
      subject: t(`accountEmails.${kind}.subject`),
      heading: t(`accountEmails.${kind}.heading`),
      paragraphs: [t(`accountEmails.${kind}.text`, { minutes }), t(`accountEmails.${kind}.ignore`)],
      button: { text: t(`accountEmails.${kind}.button`), url },
    })

const about = (t: Translate, facts: SignUpFacts): [string, string][] => [
  [t('accountEmails.facts.name'), facts.name],
  [t('accountEmails.facts.device'), deviceText(t, facts)],
  [t('accountEmails.facts.time'), formatForReader(facts.at, localeOf(t), facts.zone ?? null)],
]

function deviceText(t: Translate, { program = null, system = null, is_app = false }: SignUpFacts): string {
  const name = is_app ? t('accountEmails.facts.app') : program
  if (name !== null && system !== null) return t('accountEmails.facts.deviceOn', { program: name, system })
  return name ?? system ?? t('accountEmails.facts.unknownDevice')
}

export const confirmSignUpEmail = (t: Translate, facts: SignUpFacts, { url }: LinkFacts): EmailContent =>
  toEmailContent(t, {
    subject: t('accountEmails.confirm.subject'),
    heading: t('accountEmails.confirm.heading'),
    paragraphs: [t('accountEmails.confirm.text'), t('accountEmails.confirm.ignore')],
    table: about(t, facts),
    button: { text: t('accountEmails.confirm.button'), url },
  })

/** The email to the owner of an account when someone signs up with its address. */
export const signUpTakenEmail = (
  t: Translate,
  facts: SignUpFacts,
  { url, minutes }: LinkFacts,
): EmailContent =>
  toEmailContent(t, {
    subject: t('accountEmails.taken.subject'),
    heading: t('accountEmails.taken.heading'),
    paragraphs: [t('accountEmails.taken.text', { minutes }), t('accountEmails.taken.ignore')],
    table: about(t, facts),
    button: { text: t('accountEmails.taken.button'), url },
  })

/** Says that someone signed in with the account's number in a new browser. */
export const phoneSignInEmail = (t: Translate, facts: SignUpFacts, url: string): EmailContent =>
  toEmailContent(t, {
    subject: t('accountEmails.phoneSignIn.subject'),
    heading: t('accountEmails.phoneSignIn.heading'),
    paragraphs: [t('accountEmails.phoneSignIn.text'), t('accountEmails.phoneSignIn.next')],
    table: about(t, facts).slice(1),
    button: { text: t('accountEmails.phoneSignIn.button'), url },
  })

export const confirmNewEmailEmail = (t: Translate, { url }: LinkFacts): EmailContent =>
  toEmailContent(t, {
    subject: t('accountEmails.newEmail.subject'),
    heading: t('accountEmails.newEmail.heading'),
    paragraphs: [t('accountEmails.newEmail.text'), t('accountEmails.newEmail.ignore')],
    button: { text: t('accountEmails.newEmail.button'), url },
  })

/** The email to the address that an account had when a change was requested, with the link that stops it. */
export const accountChangeEmail = (
  t: Translate,
  { change, url, until, zone }: { change: CredentialChange; url: string; until: string; zone: string | null },
): EmailContent =>
  toEmailContent(t, {
    subject: t(`accountEmails.changed.subjects.${change}`),
    heading: t('accountEmails.changed.heading'),
    paragraphs: [
      t(`accountEmails.changed.texts.${change}`),
      t('accountEmails.changed.stop', { until: formatForReader(until, localeOf(t), zone) }),
    ],
    button: { text: t('accountEmails.changed.button'), url },
  })

export const changeStoppedEmail = (t: Translate, { url, minutes }: LinkFacts): EmailContent =>
  toEmailContent(t, {
    subject: t('accountEmails.stopped.subject'),
    heading: t('accountEmails.stopped.heading'),
    paragraphs: [t('accountEmails.stopped.text'), t('accountEmails.stopped.next', { minutes })],
    button: { text: t('accountEmails.stopped.button'), url },
  })

export const secondFactorBlockedEmail =
  (wrong_codes: number) =>
  (t: Translate, { url, minutes }: LinkFacts): EmailContent =>
    toEmailContent(t, {
      subject: t('accountEmails.blocked.subject'),
      heading: t('accountEmails.blocked.heading'),
      paragraphs: [
        t('accountEmails.blocked.text', { count: wrong_codes }),
        t('accountEmails.blocked.next', { minutes }),
      ],
      button: { text: t('accountEmails.blocked.button'), url },
    })
