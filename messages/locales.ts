/** The locales in which the product can be shown. Each has a folder of messages. */
export const locales = ['en-US'] as const
export type Locale = (typeof locales)[number]

/** The locale that has every message. */
export const defaultLocale: Locale = 'en-US'

/** Returns the locale for a language tag: the same one, then one of the same language, then the default one. */
export function localeFor(tag: string | null): Locale {
  return findLocale(tag) ?? defaultLocale
}

/** Returns the locale for a language tag, or null if the product does not have that language. */
export function findLocale(tag: string | null): Locale | null {
  const wanted = tag?.toLowerCase() ?? ''
  const language = wanted.split('-')[0]
  return (
    locales.find((locale) => locale.toLowerCase() === wanted) ??
    locales.find((locale) => locale.split('-')[0] === language) ??
    null
  )
}
