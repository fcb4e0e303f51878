import { defaultLocale, locales } from '@openspot/messages/locales.ts'
import { findAmericanWords } from './british-words.ts'
import { catalogsOf, findCatalogFaults, findUnusedKeys } from './messages.ts'
import { sources } from './sources.ts'

/**
 * Checks that each locale has every message with the same arguments, that British readers get British words, that each locale has a
 * glossary, and that the code uses every message.
 */
export async function messagesAreComplete(): Promise<number> {
  const catalogs = catalogsOf(sources(/^messages\/.*\.json$/))
  const code = sources(/^(?:api|core|messages|server|web)\/.*\.tsx?$/)
  const unused = findUnusedKeys(catalogs.get(defaultLocale) ?? new Map(), code)
  /** Messages, and the paragraphs of help and terms by their place in the file. */
  const textsOf = (locale: 'en-US' | 'en-GB') =>
    new Map([
      ...(catalogs.get(locale) ?? []),
      ...sources(new RegExp(`^messages/articles-${locale.toLowerCase()}\\.json$`)).flatMap(({ text }) =>
        text
          .split('\n')
          .filter((line) => !line.includes('"id"'))
          .map((line, at) => [`articles:${at + 1}`, line] as const),
      ),
    ])
  const glossaries = sources(/^docs\/languages\/.*\.md$/).map(({ file }) => file)
  const withoutGlossary = locales.filter(
    (locale) => locale !== defaultLocale && !glossaries.includes(`docs/languages/${locale}.md`),
  )
  const found = [
    ...locales.filter((locale) => !catalogs.has(locale)).map((locale) => `${locale}: has no messages`),
    ...findCatalogFaults(catalogs, defaultLocale),
    ...findAmericanWords(textsOf('en-US'), textsOf('en-GB')),
    ...withoutGlossary.map((locale) => `${locale}: has no glossary in docs/languages/`),
    ...unused.map((key) => `${key} is not used`),
  ]
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}
