'use client'
import type { Locale } from '@openspot/messages/locales.ts'
import dynamic from 'next/dynamic'
import type { ComponentType, ReactNode } from 'react'

/** Next.js preloads the module of the rendered locale in both routers, and no other. */
const providers: Record<Locale, ComponentType<{ children: ReactNode }>> = {
  'en-US': dynamic(() => import('./en-us.tsx')),
}

/** Provides the messages of a locale to `useTranslations` in all screens below. */
export function MessagesProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const Provider = providers[locale]
  return <Provider>{children}</Provider>
}
