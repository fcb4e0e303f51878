import { sql } from 'kysely'

/**
 * Until when an email may be delivered: for the first half of the life of its link, so that whoever gets it can still use
 * it (15 of 30 minutes for a sign-in link). Null: whenever it can be.
 */
export function deliverBefore(email: { created_at: string; link_expires_at: string | null }): Date | null {
  if (email.link_expires_at === null) return null
  return new Date((Date.parse(email.created_at) + Date.parse(email.link_expires_at)) / 2)
}

/** What comes before a token in the addresses that our emails link to. */
const before = '(token=|/invite/|/report-email/)'

const withoutTokens = (column: 'body_text' | 'body_html') =>
  sql<string>`regexp_replace(${sql.ref(column)}, ${`${before}[A-Za-z0-9._-]+`}, '\\1removed', 'g')`

/** The columns of an email whose links no longer work from what is stored. */
export const redacted = (now: Date) => ({
  body_text: withoutTokens('body_text'),
  body_html: withoutTokens('body_html'),
  redacted_at: now.toISOString(),
})
