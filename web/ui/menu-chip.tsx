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
  /** Those with the same text, such as people with the same name, need an ID. */
  choices: { id?: string; text: string; chosen: boolean; choose: () => void }[]
}) {
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={css.chip} aria-label={`${label}: ${value}`}>
          {value}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={css.menu ?? ''}>
        {choices.map(({ text, id = text, chosen, choose }) => (
          <Menu.RadioItem
            key={id}
            value={id}
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
