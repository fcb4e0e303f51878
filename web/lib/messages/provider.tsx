'use client'
import type { ShownLocale } from '@openspot/messages/locales.ts'
import dynamic from 'next/dynamic'
import type { ComponentType, ReactNode } from 'react'

type Provider = ComponentType<{ children: ReactNode }>

/** Next.js preloads the module of the rendered locale in both routers, and no other. */
const providers: Record<ShownLocale, Provider> = {
  'en-US': dynamic(() => import('./en-us.tsx')),
  'en-GB': dynamic(() => import('./en-gb.tsx')),
  'en-XA': dynamic(() => import('./pseudo.tsx').then(({ EnXa }) => EnXa)),
  'ar-XB': dynamic(() => import('./pseudo.tsx').then(({ ArXb }) => ArXb)),
}

/** Provides the messages of a locale to `useTranslations` in all screens below. */
export function MessagesProvider({ locale, children }: { locale: ShownLocale; children: ReactNode }) {
  const Provider = providers[locale]
  return <Provider>{children}</Provider>
}
