import { type Locale, locales } from '@openspot/core/text/locales.ts'

/** Each has a folder of messages. */
export { type Locale, locales }

/** The locale that has every message. */
export const defaultLocale: Locale = 'en-US'

/** How each locale calls itself, for a person who does not know the current one. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'en-US': 'English (US)',
  'en-GB': 'English (UK)',
  'es-US': 'Español (EE. UU.)',
  'fr-FR': 'Français',
  'de-DE': 'Deutsch',
  'pt-BR': 'Português (Brasil)',
  'it-IT': 'Italiano',
  'zh-CN': '简体中文',
  'ja-JP': '日本語',
  'ar-AE': 'العربية',
}

/**
 * Locales for tests of the screens, made from the default one: `en-XA` has accents, brackets, and 40% more text, and
 * `ar-XB` runs from right to left.
 */
export const pseudoLocales = ['en-XA', 'ar-XB'] as const
export type ShownLocale = Locale | (typeof pseudoLocales)[number]

/** The cookie with a reader's choice of a locale. The server and the switcher set it. */
export const localeCookie = 'openspot-locale'
export const localeCookieSeconds = 365 * 86_400

/**
 * The request header by which the server tells the pages the locale of the request, whatever a client sent. In calls of the API, it is the
 * locale of the page that calls.
 */
export const localeHeader = 'x-openspot-locale'

/** Whether text of a locale runs from left to right or from right to left. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (locale.startsWith('ar') ? 'rtl' : 'ltr')

/**
 * Returns the country (ISO 3166-1) whose formats a locale has, for what depends on a country where none is known: phone numbers
 * and license plates. Pseudo-locales have those of the default one.
 */
export const countryOf = (locale: string): string => {
  const { region } = new Intl.Locale(locale).maximize()
  return region === undefined || /^X[AB]$/.test(region) ? 'US' : region
}

/** Reads the locale from `localeHeader`. */
export const shownLocaleOf = (header: string | null | undefined): ShownLocale =>
  [...locales, ...pseudoLocales].find((locale) => locale === header) ?? defaultLocale

/** Returns the locale for a language tag: the same one, then one of the same language, then the default one. */
export const localeFor = (tag: string | null): Locale =>
  findSameLocale(tag) ?? findSameLanguage(tag) ?? defaultLocale

/** Returns the locale with this tag, or null. A tag without a region, such as `en`, is not a choice of a locale. */
export function findSameLocale(tag: string | null): Locale | null {
  const wanted = tag?.toLowerCase()
  return locales.find((locale) => locale.toLowerCase() === wanted) ?? null
}

/**
 * Returns the locale that a request asks for: the reader's choice in the cookie, then the languages of their browser. Null
 * if it asks for none that the product has.
 */
export const findRequestedLocale = (headers: {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}): Locale | null =>
  findSameLocale(localeCookieIn(headers.cookie)) ?? findAcceptedLocale(headers['accept-language'] ?? '')

/** Returns the value of `localeCookie` in a `Cookie` header, or null. */
export function localeCookieIn(cookies: string | undefined): string | null {
  const found = cookies?.split(';').find((part) => part.trim().startsWith(`${localeCookie}=`))
  return found?.trim().slice(localeCookie.length + 1) ?? null
}

/**
 * The language of an account whose owner was never asked and never came with a browser, which is the default of the
 * column: a person whom a lot entered or imported.
 */
export const unchosenLanguage = 'en'

function findSameLanguage(tag: string | null): Locale | null {
  const language = tag?.toLowerCase().split('-')[0]
  return locales.find((locale) => locale.split('-')[0] === language) ?? null
}

/**
 * Returns the locale for the languages that a browser accepts, such as `de-DE,de;q=0.9,en;q=0.8`, or null if the product
 * has none of them. A browser lists the most wanted language first or gives it the highest `q` (RFC 9110, 12.5.4).
 */
export function findAcceptedLocale(header: string): Locale | null {
  const tags = header
    .slice(0, 400)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
      const q = parameters.find((one) => one.startsWith('q='))?.slice(2)
      return { tag, q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .toSorted((a, b) => b.q - a.q)
  for (const { tag } of tags) {
    const found = findSameLocale(tag) ?? findSameLanguage(tag)
    if (found) return found
  }
  return null
}
