'use client'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './more-filters.module.css'

/** The filters of a list. On a phone they are behind a button that says how many are on, so that the list itself is on the first screen. */
export function MoreFilters({
  count,
  label,
  children,
}: {
  count: number
  /** Where not all of them are filters. */
  label?: string
  children: ReactNode
}) {
  const t = useTranslations()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className={css.toggle ?? ''}
        variant={count > 0 ? 'light' : 'default'}
        size="sm"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label ?? t('common.filtersOn', { count })}
      </Button>
      <div id={id} className={css.filters} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
