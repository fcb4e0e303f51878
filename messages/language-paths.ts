import { type Locale, locales } from './locales.ts'

/**
 * The first part of the path of a public page in one language, such as `/es/help`. Pages without it are in the reader's own language,
 * which for search engines is American English.
 */
const prefixes: Readonly<Record<Locale, string | null>> = {
  'en-US': null,
  'en-GB': 'en-gb',
  'es-US': 'es',
  'fr-FR': 'fr',
  'de-DE': 'de',
  'pt-BR': 'pt-br',
  'it-IT': 'it',
  'zh-CN': 'zh',
  'ja-JP': 'ja',
  'ar-AE': 'ar',
}

/** The languages of alternate pages as search engines name them (BCP 47): without a region where the texts fit every region. */
const hreflangs: Readonly<Record<Locale, string>> = {
  'en-US': 'en-US',
  'en-GB': 'en-GB',
  'es-US': 'es',
  'fr-FR': 'fr',
  'de-DE': 'de',
  'pt-BR': 'pt-BR',
  'it-IT': 'it',
  'zh-CN': 'zh-Hans',
  'ja-JP': 'ja',
  'ar-AE': 'ar',
}

/** The first parts of the paths of pages that have one for each language, besides home. */
export const translatedPages = ['l', 'parking', 'help', 'terms', 'privacy', 'list-your-parking'] as const

export const languagePrefixes: readonly string[] = Object.values(prefixes).filter((prefix) => prefix !== null)

const translated = new RegExp(
  `^/(${languagePrefixes.join('|')})(?=/(?:${translatedPages.join('|')})(?:[/?]|$)|[?]|$)`,
)

/** Returns the path of a public page in a locale. `path` is the one without a language. */
export function pathIn(locale: Locale, path: string): string {
  const prefix = prefixes[locale]
  return prefix === null ? path : `/${prefix}${path === '/' ? '' : path}`
}

/** Splits the language from the path of a public page; the locale is null if it has none. */
export function splitLanguage(path: string): { locale: Locale | null; path: string } {
  const prefix = translated.exec(path)?.[1]
  const locale = locales.find((one) => prefixes[one] === prefix)
  if (prefix === undefined || locale === undefined) return { locale: null, path }
  const rest = path.slice(prefix.length + 1)
  return { locale, path: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Lists a public page in each language for search engines, with the page in the reader's own language as `x-default`. */
export const alternatesOf = (path: string): { hreflang: string; path: string }[] => [
  ...locales.map((locale) => ({ hreflang: hreflangs[locale], path: pathIn(locale, path) })),
  { hreflang: 'x-default', path },
]
