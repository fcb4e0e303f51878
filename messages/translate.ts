import type { useTranslations } from 'use-intl'

/**
 * Returns the text of a message by its key. Components get it from `useTranslations`, the API from `translatorFor`, and
 * pass it to their helpers.
 */
export type Translate = ReturnType<typeof useTranslations<never>>

/** A message that is written once its reader, and so its language, is known. */
export type Message = (t: Translate) => string

/** Returns the locale of the messages, for formats. Each catalog has its own, so what has `t` needs nothing else. */
export const localeOf = (t: Translate): string => t('common.locale')
