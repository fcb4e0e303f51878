'use client'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import css from './menu-chip.module.css'

/** A filter with a few choices: a chip that shows the current one and opens a menu. */
export function MenuChip({
  label,
  value,
  choices,
}: {
  label: string
  value: string
  choices: { text: string; chosen: boolean; choose: () => void }[]
}) {
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={css.chip} aria-label={`${label}: ${value}`}>
          {value}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ text, chosen, choose }) => (
          <Menu.RadioItem
            key={text}
            value={text}
            checked={chosen}
            closeMenuOnClick
            checkIcon={<IconCheck size={16} aria-hidden="true" />}
            onChange={choose}
          >
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
