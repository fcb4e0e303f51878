import type { Locale } from '@openspot/messages/locales.ts'
import type { Messages } from '@openspot/messages/types.ts'

/** Imports the messages of the app router in a locale. They have every message that its pages name. */
const texts: Record<Locale, () => Promise<{ default: object }>> = {
  'en-US': () => import('./texts/app-en-us.json'),
  'en-GB': () => import('./texts/app-en-gb.json'),
  'es-US': () => import('./texts/app-es-us.json'),
  'fr-FR': () => import('./texts/app-fr-fr.json'),
  'de-DE': () => import('./texts/app-de-de.json'),
  'pt-BR': () => import('./texts/app-pt-br.json'),
  'it-IT': () => import('./texts/app-it-it.json'),
  'zh-CN': () => import('./texts/app-zh-cn.json'),
  'ja-JP': () => import('./texts/app-ja-jp.json'),
  'ar-AE': () => import('./texts/app-ar-ae.json'),
}

export const loadAppTexts = async (locale: Locale): Promise<Messages> =>
  (await texts[locale]()).default as Messages
