import { pageAfterLinkPattern } from '@openspot/core/links/page-after-link.ts'
import { HOME } from '@openspot/core/memberships/home-path.ts'

/**
 * Returns the page to open after signing in: one of ours from the URL, otherwise the one where the person lands. Never another site.
 */
export function nextPath(raw: string | string[] | undefined): string {
  const next = Array.isArray(raw) ? raw[0] : raw
  return next && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : HOME
}

const isPlain = new RegExp(pageAfterLinkPattern)

/** Returns the page for an emailed link to open, unless it has something that an email must not carry. */
export const pageAfterLink = (next: string): { next?: string } => (isPlain.test(next) ? { next } : {})
