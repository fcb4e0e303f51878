import { localeFor, localeHeader, type ShownLocale, shownLocaleOf } from '@openspot/messages/locales.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { createTranslator } from 'use-intl/core'
import { loadAppTexts } from './app-texts.ts'

/** Returns the locale of the request, which the server decided (see `server/locale.ts`). */
export const requestLocale = async (): Promise<ShownLocale> =>
  shownLocaleOf((await headers()).get(localeHeader))

/** Returns what translates in a server component, which has no context. */
export async function translator(): Promise<Translate> {
  const locale = localeFor(await requestLocale())
  return createTranslator({ locale, messages: await loadAppTexts(locale), timeZone: 'UTC' })
}

/** Makes the `generateMetadata` of a page that has only a title. */
export const titleFrom = (choose: (t: Translate) => string) => async (): Promise<Metadata> => ({
  title: choose(await translator()),
})
