import { defaultLocale, locales } from '@openspot/messages/locales.ts'
import { catalogsOf, findCatalogFaults, findUnusedKeys } from './messages.ts'
import { sources } from './sources.ts'

/** Checks that each locale has every message with the same arguments, and that the code uses every message. */
export async function messagesAreComplete(): Promise<number> {
  const catalogs = catalogsOf(sources(/^messages\/.*\.json$/))
  const code = sources(/^(?:api|core|messages|server|web)\/.*\.tsx?$/)
  const unused = findUnusedKeys(catalogs.get(defaultLocale) ?? new Map(), code)
  const found = [
    ...locales.filter((locale) => !catalogs.has(locale)).map((locale) => `${locale}: has no messages`),
    ...findCatalogFaults(catalogs, defaultLocale),
    ...unused.map((key) => `${key} is not used`),
  ]
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}
