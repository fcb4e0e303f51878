import type { Secrets } from '../../secrets.ts'

/** The token of the link "Report this email": the email's id, signed, so that only its recipient can report it. */
export const reportToken = (secrets: Secrets, email_id: string): string =>
  `${email_id}.${secrets.sign('report-email', email_id)}`

/** Returns the id of the email in a token, or null if the token is not ours. */
export function readReportToken(secrets: Secrets, token: string): string | null {
  const [email_id = '', signature = ''] = token.split('.')
  return secrets.verify('report-email', email_id, signature) ? email_id : null
}
