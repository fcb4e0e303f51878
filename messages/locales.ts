/** The locales in which the product can be shown. Each has a folder of messages. */
export const locales = ['en-US'] as const
export type Locale = (typeof locales)[number]

/** The locale that has every message. */
export const defaultLocale: Locale = 'en-US'
