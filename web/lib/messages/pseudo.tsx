'use client'
import { messages } from '@openspot/messages/en-us.ts'
import { toAccented, toMirrored } from '@openspot/messages/pseudo.ts'
import type { Messages } from '@openspot/messages/types.ts'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

/** Formats have no Latin letters, so that only text that is not a message does. */
const forFormats = (tree: object): Messages => {
  const changed = tree as Messages
  return { ...changed, common: { ...changed.common, locale: 'ar' as Messages['common']['locale'] } }
}
const accented = forFormats(toAccented({ ...messages }))
const mirrored = forFormats(toMirrored({ ...messages }))

/** Provides the accented pseudo-locale to tests of the screens. */
export function EnXa({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en-US" messages={accented} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}

/** Provides the right-to-left pseudo-locale to tests of the screens. */
export function ArXb({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en-US" messages={mirrored} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
