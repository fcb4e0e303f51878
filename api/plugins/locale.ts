import {
  findRequestedLocale,
  findSameLocale,
  type Locale,
  localeFor,
  localeHeader,
} from '@openspot/messages/locales.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyRequest } from 'fastify'

type Asking = Pick<FastifyRequest, 'headers' | 'caller'>

/**
 * Returns the translator for who made a request: in the language of the page that calls, then of their account, then in that of the cookie
 * with a reader's choice, then in one of their browser. Before the caller is known, their account does not count.
 */
export const translatorOf = (request: Asking): Translate =>
  translatorFor(
    pageLocaleOf(request) ??
      findSameLocale(request.caller?.language ?? null) ??
      findRequestedLocale(request.headers) ??
      null,
  )

/** Returns the locale in which a caller reads the texts of lots. */
export const readerOf = (request: Asking): Locale => localeFor(localeOf(translatorOf(request)))

/** A page in the language of its path shows everything in it, also to a person with an account in another one. */
function pageLocaleOf({ headers }: Asking): Locale | null {
  const sent = headers[localeHeader]
  return typeof sent === 'string' ? findSameLocale(sent) : null
}
