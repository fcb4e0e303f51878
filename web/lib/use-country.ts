import { countryOf } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'

/** The country (ISO 3166-1) of the reader's locale, for formats where no lot gives one. */
export const useReaderCountry = (): string => countryOf(localeOf(useTranslations()))
