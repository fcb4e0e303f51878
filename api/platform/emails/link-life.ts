import { sql } from 'kysely'

/**
 * Returns until when an email may be delivered: in the first half of its link's life, so that the recipient can still
 * use it (15 of 30 minutes for a sign-in link). Null means at any time.
 */
export function deliverBefore(email: { created_at: string; link_expires_at: string | null }): Date | null {
  if (email.link_expires_at === null) return null
  return new Date((Date.parse(email.created_at) + Date.parse(email.link_expires_at)) / 2)
}

/** Matches what precedes a token in the URLs of our emails. */
const before = '(token=|/invite/|/report-email/)'

const withoutTokens = (column: 'body_text' | 'body_html') =>
  sql<string>`regexp_replace(${sql.ref(column)}, ${`${before}[A-Za-z0-9._-]+`}, '\\1removed', 'g')`

/** The columns of an email whose stored text no longer contains working links. */
export const redacted = (now: Date) => ({
  body_text: withoutTokens('body_text'),
  body_html: withoutTokens('body_html'),
  redacted_at: now.toISOString(),
})
