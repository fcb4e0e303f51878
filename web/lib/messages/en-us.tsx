'use client'
import { messages } from '@openspot/messages/en-us.ts'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

/**
 * Provides the American English messages, in a module of its own, so that a browser loads only its own language. Times are
 * formatted by `ui/time.tsx`, which knows the zone of the lot.
 */
export default function EnUs({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en-US" messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
