import { HOME } from '@openspot/core/memberships/home-path.ts'

/**
 * Returns the page to open after signing in: one of ours from the URL, otherwise the one where the person lands. Never another site.
 */
export function nextPath(raw: string | string[] | undefined): string {
  const next = Array.isArray(raw) ? raw[0] : raw
  return next && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : HOME
}

/** Returns the page for an emailed link to open: only one without a query, because an email must not carry other words. */
export const pageAfterLink = (next: string): { next?: string } =>
  /^(\/[a-zA-Z0-9_-]{1,60}){1,6}$/.test(next) ? { next } : {}
