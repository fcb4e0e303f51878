'use client'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

const schemes = ['auto', 'light', 'dark'] as const

/** Menu items for light and dark mode. Mantine stores the choice and applies it before the first paint. */
export function SchemeItems() {
  const t = useTranslations()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('common.appearance')}</Menu.Label>
      {schemes.map((scheme) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checked={colorScheme === scheme}
          closeMenuOnClick
          checkIcon={<IconCheck size={16} aria-hidden="true" />}
          onChange={() => setColorScheme(scheme)}
        >
          {t(`common.schemes.${scheme}`)}
        </Menu.RadioItem>
      ))}
    </>
  )
}
