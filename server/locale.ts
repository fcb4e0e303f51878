import type { IncomingHttpHeaders } from 'node:http'
import type { Settings } from '@openspot/core/settings.ts'
import {
  defaultLocale,
  findAcceptedLocale,
  findSameLocale,
  localeCookie,
  pseudoLocales,
  type ShownLocale,
} from '@openspot/messages/locales.ts'

/**
 * Decides the locale of a page: the reader's choice, which is in a cookie and comes from their account if they are signed
 * in, then the languages of their browser, then the default one.
 */
export function localeOfRequest(
  headers: IncomingHttpHeaders,
  { environment }: Pick<Settings, 'environment'>,
): ShownLocale {
  const chosen = cookieIn(headers.cookie, localeCookie)
  const pseudo = environment === 'local' ? pseudoLocales.find((locale) => locale === chosen) : undefined
  return (
    pseudo ?? findSameLocale(chosen) ?? findAcceptedLocale(headers['accept-language'] ?? '') ?? defaultLocale
  )
}

function cookieIn(cookies: string | undefined, name: string): string | null {
  const found = cookies?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) ?? null
}
