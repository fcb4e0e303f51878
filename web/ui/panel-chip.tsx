'use client'
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './panel-chip.module.css'

/** A filter with more than a few choices: a chip that shows the current value and opens a small panel. */
export function PanelChip({
  label,
  value,
  isOn,
  onClear,
  children,
}: {
  label: string
  value: string
  isOn: boolean
  onClear: () => void
  /** Receives a function that closes the panel. */
  children: (close: () => void) => ReactNode
}) {
  const t = useTranslations()
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={css.chip}
          data-on={isOn || undefined}
          aria-label={`${label}: ${value}`}
          onClick={() => setOpen(!open)}
        >
          <span className={css.chipText}>{value}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={css.panel}>
          {children(() => setOpen(false))}
          {isOn ? (
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => {
                setOpen(false)
                onClear()
              }}
            >
              {t('search.clear')}
            </Button>
          ) : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
