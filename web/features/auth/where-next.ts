/** Where to go after signing in: a page of ours named in the address, else the stays. Never another site. */
export function whereNext(raw: string | string[] | undefined): string {
  const next = Array.isArray(raw) ? raw[0] : raw
  return next && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/me'
}
