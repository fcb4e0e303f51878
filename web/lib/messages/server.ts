import { messages } from '@openspot/messages/en-us.ts'
import { defaultLocale } from '@openspot/messages/locales.ts'
import type { Metadata } from 'next'
import { createTranslator } from 'use-intl/core'

/** Translates in server components, which have no context. */
const translate = createTranslator({ locale: defaultLocale, messages, timeZone: 'UTC' })

/** Makes the `generateMetadata` of a page that has only a title. */
export const titleFrom = (choose: (t: typeof translate) => string) => async (): Promise<Metadata> => ({
  title: choose(translate),
})

/** Returns what translates in a server component. */
export const translator = async (): Promise<typeof translate> => translate
