import { type Locale, languageOf } from '../text/locales.ts'

/** The texts that a lot has in its own words, and how long each may be. The database has the same limits (lot_texts_are_valid). */
export const lotTextLimits = {
  name: 120,
  description: 2000,
  entry_instructions: 1000,
  house_rules: 2000,
} as const
export type LotTextField = keyof typeof lotTextLimits
export const lotTextFields = Object.keys(lotTextLimits) as LotTextField[]

/** The texts of a lot in other languages than the one in which it was written. */
export type LotTexts = Partial<Record<Locale, Partial<Record<LotTextField, string>>>>

export type LotWithTexts<F extends LotTextField = LotTextField> = Record<
  Exclude<F, 'name'>,
  string | null
> & {
  name: string
  language: Locale
  texts: LotTexts
}

/** A text as one reader gets it, and the language that it is in. */
export interface ReadText {
  text: string | null
  language: Locale
}

/**
 * Returns a text of a lot for a reader: in their locale, else in their language as another region writes it, else as the lot wrote it.
 * `lot_text` of the database does the same.
 */
export function lotText<F extends LotTextField>(
  lot: LotWithTexts<F>,
  field: F,
  reader: Locale | null,
): ReadText {
  const original: string | null = lot[field]
  if (reader === null || (reader === lot.language && original !== null))
    return { text: original, language: lot.language }
  const exact = lot.texts[reader]?.[field]
  if (exact !== undefined) return { text: exact, language: reader }
  if (languageOf(reader) === languageOf(lot.language) && original !== null)
    return { text: original, language: lot.language }
  const similar = (Object.keys(lot.texts) as Locale[])
    .toSorted()
    .find((locale) => languageOf(locale) === languageOf(reader) && lot.texts[locale]?.[field] !== undefined)
  return similar === undefined
    ? { text: original, language: lot.language }
    : { text: lot.texts[similar]?.[field] ?? null, language: similar }
}

/** Returns the name of a lot for a reader. */
export const lotName = (lot: LotWithTexts<'name'>, reader: Locale | null): string =>
  lotText(lot, 'name', reader).text ?? lot.name
