'use client'
import { Menu } from '@mantine/core'
import { localeNames, locales } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useLocaleChoice } from '@/lib/messages/use-locale-choice.ts'

/** Menu items for the language. Each has its own name, for readers who do not know the current one. */
export function LocaleItems({ me }: { me: { id: string } | undefined }) {
  const t = useTranslations()
  const current = localeOf(t)
  const choose = useLocaleChoice(me)
  return (
    <>
      <Menu.Label>{t('common.language')}</Menu.Label>
      {locales.map((locale) => (
        <Menu.RadioItem
          key={locale}
          value={locale}
          lang={locale}
          checked={locale === current}
          checkIcon={<IconCheck size={16} aria-hidden="true" />}
          onChange={() => choose(locale)}
        >
          {localeNames[locale]}
        </Menu.RadioItem>
      ))}
    </>
  )
}
