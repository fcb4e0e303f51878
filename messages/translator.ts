import { createTranslator } from 'use-intl/core'
import { messages as enGb } from './en-gb.ts'
import { messages as enUs } from './en-us.ts'
import { type Locale, localeFor } from './locales.ts'
import type { Translate } from './translate.ts'
import type { Messages } from './types.ts'

const catalogs: Readonly<Record<Locale, Messages>> = { 'en-US': enUs, 'en-GB': enGb }

const create = (locale: Locale): Translate =>
  createTranslator({ locale, messages: catalogs[locale], timeZone: 'UTC' })

const known = new Map<Locale, Translate>()

/**
 * Returns the translator for emails, notices, and documents in an account's language, such as `en-GB`, or the default one if the product does not have
 * that language. A message is parsed at its first use, so each translator is kept.
 */
export function translatorFor(language: string | null): Translate {
  const locale = localeFor(language)
  const t = known.get(locale) ?? create(locale)
  known.set(locale, t)
  return t
}
