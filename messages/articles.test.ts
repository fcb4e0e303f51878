import { expect, test } from 'vitest'
import { articlesFor } from './articles.ts'
import { defaultLocale, type Locale, locales } from './locales.ts'

const sectionsOf = (locale: Locale) => {
  const { help, terms } = articlesFor(locale)
  return [...help, ...terms]
}
const textsOf = (locale: Locale) => sectionsOf(locale).flatMap(({ title, text }) => [title, ...text])
const outlineOf = (locale: Locale) => sectionsOf(locale).map(({ id, text }) => [id, text.length])

test.each(locales.filter((locale) => locale !== defaultLocale))(
  'help and terms in %s have the sections of the original, and none is left in its words',
  (locale) => {
    expect(outlineOf(locale)).toEqual(outlineOf(defaultLocale))
    if (locale === 'en-GB') return
    const original = new Set(textsOf(defaultLocale))
    expect(textsOf(locale).filter((text) => original.has(text))).toEqual([])
  },
)
