import type { useTranslations } from 'use-intl'

/** Returns the text of a message by its key. Components get it from `useTranslations` and pass it to their helpers. */
export type Translate = ReturnType<typeof useTranslations<never>>
