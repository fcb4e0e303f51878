'use client'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { words } from '@/words/index.ts'

const schemes = ['auto', 'light', 'dark'] as const

/** Menu items for light and dark mode. Mantine stores the choice and applies it before the first paint. */
export function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{words.common.appearance}</Menu.Label>
      {schemes.map((scheme) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checked={colorScheme === scheme}
          closeMenuOnClick
          checkIcon={<IconCheck size={16} aria-hidden="true" />}
          onChange={() => setColorScheme(scheme)}
        >
          {words.common.schemes[scheme]}
        </Menu.RadioItem>
      ))}
    </>
  )
}
