import type { IncomingHttpHeaders } from 'node:http'
import type { Settings } from '@openspot/core/settings.ts'
import { splitLanguage } from '@openspot/messages/language-paths.ts'
import {
  defaultLocale,
  findRequestedLocale,
  localeCookieIn,
  pseudoLocales,
  type ShownLocale,
} from '@openspot/messages/locales.ts'

/**
 * Decides the locale of a page: the language of its path, such as `/es/help`, then the reader's choice, which is in a cookie and comes from their account if they are signed
 * in, then the languages of their browser, then the default one.
 */
export function localeOfRequest(
  { url = '/', headers }: { url?: string | undefined; headers: IncomingHttpHeaders },
  { environment }: Pick<Settings, 'environment'>,
): ShownLocale {
  const chosen = localeCookieIn(headers.cookie)
  const pseudo = environment === 'local' ? pseudoLocales.find((locale) => locale === chosen) : undefined
  return splitLanguage(url).locale ?? pseudo ?? findRequestedLocale(headers) ?? defaultLocale
}
