/** The locales in which the product can be shown, and in which a lot can have its own texts. */
export const locales = [
  'en-US',
  'en-GB',
  'es-US',
  'fr-FR',
  'de-DE',
  'pt-BR',
  'it-IT',
  'zh-CN',
  'ja-JP',
  'ar-AE',
] as const
export type Locale = (typeof locales)[number]

export const languageOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''
