import type { Secrets } from '../secrets.ts'

/** What the link "Report this email" carries: the email, signed, so that nobody reports what they were not sent. */
export const reportToken = (secrets: Secrets, email_id: string): string =>
  `${email_id}.${secrets.sign('report-email', email_id)}`

/** The email that a token is about; null where it is not one of ours. */
export function readReportToken(secrets: Secrets, token: string): string | null {
  const [email_id = '', signature = ''] = token.split('.')
  return secrets.verify('report-email', email_id, signature) ? email_id : null
}
