import { type Locale, localeCookie, localeCookieSeconds } from '@openspot/messages/locales.ts'

/** Saves the reader's choice for the server. Their account has it too, if they are signed in. */
export function saveLocale(locale: Locale): void {
  // The cookie store of browsers is not everywhere yet.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=${localeCookieSeconds}; samesite=lax`
}
