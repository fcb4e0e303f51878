/**
 * What works on a public page without JavaScript. READ: everything on it. SEARCH: its form and its results. LOT: everything but choosing
 * and booking. PASS: reading it, although it changes. FINE: everything but paying and appealing. FORM: nothing, because it is there to be
 * filled in.
 */
export type PageKind = 'READ' | 'SEARCH' | 'LOT' | 'PASS' | 'FINE' | 'FORM'

/**
 * The kind of every page of `web/pages`, by its path as the router writes it.
 * @internal
 */
export const pageKinds: Readonly<Record<string, PageKind>> = {
  '/': 'SEARCH',
  '/400': 'READ',
  '/405': 'READ',
  '/book/[public_id]': 'FORM',
  '/check': 'FORM',
  '/claim': 'FORM',
  '/f/[code]': 'FINE',
  '/guest': 'FORM',
  '/guest/[reservation_id]': 'PASS',
  '/help': 'READ',
  '/invite/[token]': 'FORM',
  '/l/[public_id]': 'LOT',
  '/l/[public_id]/cameras': 'READ',
  '/l/[public_id]/check': 'FORM',
  '/list-your-parking': 'READ',
  '/outbox': 'FORM',
  '/parking': 'READ',
  '/parking/[country]/[region]/[city]': 'READ',
  '/parking/[country]/[region]/[city]/[place]': 'READ',
  '/pass/[pass_token]': 'PASS',
  '/privacy': 'READ',
  '/q/[code]': 'READ',
  '/report-email/[token]': 'FORM',
  '/server-error': 'READ',
  '/setup': 'FORM',
  '/sign-in': 'FORM',
  '/sign-in/link': 'FORM',
  '/sign-in/name': 'FORM',
  '/sign-in/password': 'FORM',
  '/sign-in/phone': 'FORM',
  '/sign-in/reset': 'FORM',
  '/sign-in/stop': 'FORM',
  '/sign-up': 'FORM',
  '/terms': 'READ',
  '/v/[public_option_id]': 'FORM',
  '/validate/[code]': 'FORM',
}

/** Pages of errors have no path of their own. */
export const kindOf = (path: string): PageKind => pageKinds[path] ?? 'READ'
