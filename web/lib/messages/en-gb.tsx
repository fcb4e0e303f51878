'use client'
import { messages } from '@openspot/messages/en-gb.ts'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

/** Provides the British English messages, in a module of its own (see `en-us.tsx`). */
export default function EnGb({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en-GB" messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
