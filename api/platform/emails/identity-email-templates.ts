import { toEmailContent } from './email-templates.ts'
import type { EmailContent } from './emails.sql.ts'

/** The name that the person typed at sign-up, their browser, and the time. */
export interface SignUpFacts {
  name: string
  device: string | null
  at: string
}

const about = ({ name, device, at }: SignUpFacts): [string, string][] => [
  ['Name', name],
  ['Device', device ?? 'Unknown device'],
  ['Time', timeText(at)],
]

/** Returns "Nov 22, 2026, 6:53 AM UTC", because the reader's time zone is unknown here. */
function timeText(at: string): string {
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.format(new Date(at))} UTC`
}

export function confirmSignUpEmail({ url, ...facts }: SignUpFacts & { url: string }): EmailContent {
  return toEmailContent({
    subject: 'Confirm your email address',
    heading: 'Finish creating your account',
    paragraphs: [
      'Someone used this address to create an Openspot account. If it was you, confirm the address.',
      'If it wasn’t you, ignore this email. No one can use your address without this link.',
    ],
    table: about(facts),
    button: { text: 'Confirm email', url },
  })
}

/** The email to the owner of an account when someone signs up with its address. */
export function signUpTakenEmail({
  url,
  minutes,
  ...facts
}: SignUpFacts & { url: string; minutes: number }): EmailContent {
  return toEmailContent({
    subject: 'You already have an account',
    heading: 'You already have an Openspot account',
    paragraphs: [
      `Someone tried to create an account with this address. If it was you, sign in to your existing account. The link works once, within ${minutes} minutes.`,
      'If it wasn’t you, ignore this email. Your account hasn’t changed.',
    ],
    table: about(facts),
    button: { text: 'Sign in', url },
  })
}

export function confirmNewEmailEmail({ url }: { url: string }): EmailContent {
  return toEmailContent({
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      'Someone asked to use this address for their Openspot account. If it was you, open the link in the browser where you’re signed in.',
      'If it wasn’t you, ignore this email. No one can use your address without this link.',
    ],
    button: { text: 'Confirm email', url },
  })
}

/** The email to the address that an account had when a change was requested, with the link that stops it. */
export function accountChangeEmail({
  what,
  url,
  days,
}: {
  what: string
  url: string
  days: number
}): EmailContent {
  return toEmailContent({
    subject: `Your account: ${what}`,
    heading: 'Your account’s sign-in details changed',
    paragraphs: [
      `${what}. If it was you, there’s nothing to do.`,
      `If it wasn’t you, stop the change within ${days} days. Everyone is signed out, everything set up since then is removed, and we send you a link to set a new password.`,
    ],
    button: { text: 'This wasn’t me', url },
  })
}

export function changeStoppedEmail({ url, minutes }: { url: string; minutes: number }): EmailContent {
  return toEmailContent({
    subject: 'The change was stopped. Set a new password',
    heading: 'We stopped the change',
    paragraphs: [
      'All devices were signed out of your account, and everything set up since the change was removed.',
      `Set a new password now. The link works once, within ${minutes} minutes.`,
    ],
    button: { text: 'Set a new password', url },
  })
}

export function secondFactorBlockedEmail({ url, minutes }: { url: string; minutes: number }): EmailContent {
  return toEmailContent({
    subject: 'Sign-in codes are blocked on your account',
    heading: 'Someone entered too many wrong codes',
    paragraphs: [
      'We blocked two-step codes on your account after 100 wrong ones in a row. Whoever entered them got past your first step, so change your password.',
      `To use codes again, open this link. It works once, within ${minutes} minutes.`,
    ],
    button: { text: 'Unblock and sign in', url },
  })
}
