'use client'
import { InputBase, Popover } from '@mantine/core'
import { formatCalendarDate } from '@openspot/core/time/calendar.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './day-field.module.css'

/** Most visitors keep the suggested day, so the calendar loads when someone opens it. */
const Calendar = dynamic(() => import('./day-calendar.tsx').then(({ DayCalendar }) => DayCalendar), {
  ssr: false,
})

/** A day, chosen from a calendar. Days are local dates, such as 2026-11-26. */
export function DayField({
  label,
  className,
  value,
  min,
  onChange,
}: {
  label: string
  className?: string | undefined
  value: string
  min: string
  onChange: (day: string) => void
}) {
  const t = useTranslations()
  const [opened, setOpened] = useState(false)
  const text = formatCalendarDate(value, localeOf(t), false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" returnFocus trapFocus>
      <Popover.Target>
        <InputBase
          component="button"
          size="md"
          type="button"
          pointer
          className={className ?? ''}
          aria-label={`${label}: ${text}`}
          onClick={() => setOpened(!opened)}
        >
          {text}
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown className={css.dropdown ?? ''} aria-label={label}>
        {opened ? (
          <Calendar
            value={value}
            min={min}
            onChange={(day) => {
              setOpened(false)
              onChange(day)
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}
