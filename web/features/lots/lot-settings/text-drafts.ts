import {
  type LotTextField,
  type LotTexts,
  type LotWithTexts,
  lotTextFields,
} from '@openspot/core/lots/texts.ts'
import type { Locale } from '@openspot/core/text/locales.ts'

/** Returns how many texts the lot has in its own language and not in this one. */
export const missingTexts = (lot: LotWithTexts, locale: Locale): number =>
  locale === lot.language
    ? 0
    : lotTextFields.filter((field) => lot[field]?.trim() && !lot.texts[locale]?.[field]).length

/** Returns the texts with one changed; an empty one is removed, and so is a language without any. */
export function withText(texts: LotTexts, locale: Locale, field: LotTextField, text: string): LotTexts {
  const { [locale]: before = {}, ...others } = texts
  const { [field]: _, ...rest } = before
  const changed = text === '' ? rest : { ...rest, [field]: text }
  return Object.keys(changed).length === 0 ? others : { ...others, [locale]: changed }
}

/**
 * Returns the same lot written in another language. If it has texts in that one, they change places with the originals; otherwise
 * the originals only get another label.
 */
export function rewrittenIn(lot: LotWithTexts, language: Locale): Partial<LotWithTexts> {
  const { [language]: theirs, ...others } = lot.texts
  if (theirs === undefined || language === lot.language) return { language }
  const own = lotTextFields.flatMap((field) =>
    lot[field] && theirs[field] !== undefined ? [[field, lot[field]] as const] : [],
  )
  return {
    language,
    ...theirs,
    texts: own.length === 0 ? others : { ...others, [lot.language]: Object.fromEntries(own) },
  }
}
