import type { Translate } from '@openspot/messages/translate.ts'

/** Returns the name of a person as the API gives it, or says that there is none. */
export const seenName = (t: Translate, name: string | null): string => name ?? t('people.noName')
