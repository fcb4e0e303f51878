import { createRequire } from 'node:module'
import { createTranslator } from 'use-intl/core'
import { messages as source } from './en-us.ts'
import { defaultLocale, type Locale, localeFor } from './locales.ts'
import type { Translate } from './translate.ts'
import type { Messages } from './types.ts'

const require = createRequire(import.meta.url)

/** Few processes write in every language, so a catalog is loaded at its first use: all of them would make each start slower. */
const catalogOf = (locale: Locale): Messages =>
  locale === defaultLocale
    ? source
    : (require(`./${locale.toLowerCase()}.ts`) as { messages: Messages }).messages

const create = (locale: Locale): Translate =>
  createTranslator({ locale, messages: catalogOf(locale), timeZone: 'UTC' })

const known = new Map<Locale, Translate>()

/**
 * Returns the translator for emails, notices, and documents in an account's language, such as `en-GB`, or the default one if the product
 * does not have that language. A message is parsed at its first use, so each translator is kept. Pages have translators of their own, with the
 * messages of their router (`web/lib/messages`).
 */
export function translatorFor(language: string | null): Translate {
  const locale = localeFor(language)
  const t = known.get(locale) ?? create(locale)
  known.set(locale, t)
  return t
}
