'use client'
import type { Locale } from '@openspot/messages/locales.ts'
import type { ComponentType, ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

export type MessagesProvider = ComponentType<{ children: ReactNode }>

/**
 * Returns a provider of the messages of a locale. `messages` has only those that the pages of one router name, which
 * `npm run generate` knows. Times are formatted by `ui/time.tsx`, which knows the zone of the lot.
 */
export function provide(locale: Locale, messages: object): MessagesProvider {
  return function InLocale({ children }) {
    return (
      <IntlProvider locale={locale} messages={messages} timeZone="UTC">
        {children}
      </IntlProvider>
    )
  }
}
