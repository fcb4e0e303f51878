import { NativeSelect } from '@mantine/core'
import { isOneOf } from '@openspot/core/enums.ts'
import { localeNames, locales } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useLocaleChoice } from '@/lib/messages/use-locale-choice.ts'

/** The language of the account: of all pages, emails, and documents, with the formats of its region. */
export function LocalePart({ me }: { me: { id: string } }) {
  const t = useTranslations()
  const choose = useLocaleChoice(me)
  return (
    <NativeSelect
      label={t('driver.language')}
      description={t('driver.languageHint')}
      size="md"
      value={localeOf(t)}
      onChange={({ currentTarget: { value } }) => {
        if (isOneOf(locales, value)) choose(value)
      }}
    >
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {localeNames[locale]}
        </option>
      ))}
    </NativeSelect>
  )
}
