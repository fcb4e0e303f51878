/**
 * Returns the page to open after signing in: one of ours from the URL, otherwise the reservations. Never another site.
 */
export function nextPath(raw: string | string[] | undefined): string {
  const next = Array.isArray(raw) ? raw[0] : raw
  return next && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/me'
}
