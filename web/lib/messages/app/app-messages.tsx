'use client'
import type { ShownLocale } from '@openspot/messages/locales.ts'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { MessagesProvider } from '../provide.tsx'

/** Next.js preloads the module of the rendered locale, and no other. */
const providers: Record<ShownLocale, MessagesProvider> = {
  'en-US': dynamic(() => import('./en-us.ts')),
  'en-GB': dynamic(() => import('./en-gb.ts')),
  'es-US': dynamic(() => import('./es-us.ts')),
  'fr-FR': dynamic(() => import('./fr-fr.ts')),
  'de-DE': dynamic(() => import('./de-de.ts')),
  'pt-BR': dynamic(() => import('./pt-br.ts')),
  'it-IT': dynamic(() => import('./it-it.ts')),
  'zh-CN': dynamic(() => import('./zh-cn.ts')),
  'ja-JP': dynamic(() => import('./ja-jp.ts')),
  'ar-AE': dynamic(() => import('./ar-ae.ts')),
  'en-XA': dynamic(() => import('./pseudo.ts').then(({ EnXa }) => EnXa)),
  'ar-XB': dynamic(() => import('./pseudo.ts').then(({ ArXb }) => ArXb)),
}

/** Provides the messages of a locale to `useTranslations` in the screens of the app router. */
export function AppMessages({ locale, children }: { locale: ShownLocale; children: ReactNode }) {
  const Provider = providers[locale]
  return <Provider>{children}</Provider>
}
