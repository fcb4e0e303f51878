import { Calendar } from '@mantine/dates'
import { localWeekday, startOfDate } from '@openspot/core/time/zone.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import css from './month-grid.module.css'

/** Maximum number of names per day. */
export const MAX_NAMES = 2

/** The content of a day. */
export interface MonthDay {
  /** The text for screen readers. */
  label: string
  /** Bars for the hours. */
  bars: ReactNode
  names: readonly string[]
}

/** A month as weeks of seven days: each day shows its number, its bars, and as many names as fit. */
export function MonthGrid<Day extends { on: string }>({
  month,
  days,
  today,
  chosen,
  more,
  dayOf,
  onDay,
}: {
  /** "2026-03"; days of other months are paler. */
  month: string
  days: readonly Day[]
  today: string
  /** The selected day, if days can be selected. */
  chosen?: string
  more: (count: number) => string
  dayOf: (day: Day) => MonthDay
  onDay: (on: string) => void
}) {
  const t = useTranslations()
  const shown = new Map(days.map((day) => [day.on, dayOf(day)]))
  const grid = useRef<HTMLDivElement>(null)
  const picked = useRef<string | null>(null)
  // A picked day of another month gets a new button when its month appears, which would lose the focus.
  useEffect(() => {
    if (picked.current?.startsWith(month) && document.activeElement === document.body) {
      grid.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    }
    picked.current = null
  }, [month])
  return (
    <Calendar
      ref={grid}
      unstyled
      classNames={{
        levelsGroup: css.group ?? '',
        calendarHeader: css.header ?? '',
        month: css.month ?? '',
        weekday: css.weekday ?? '',
        day: css.cell ?? '',
      }}
      maxLevel="month"
      date={`${month}-01`}
      weekdayFormat={(date) => t(`recurrence.shortDays.${localWeekday('UTC', startOfDate('UTC', date))}`)}
      getDayProps={(on) => ({
        'aria-label': shown.get(on)?.label,
        'aria-pressed': chosen === undefined ? undefined : on === chosen,
        'data-today': on === today || undefined,
        onClick: () => {
          picked.current = on
          onDay(on)
        },
      })}
      renderDay={(on) => {
        const { bars = null, names = [] } = shown.get(on) ?? {}
        return (
          <>
            <span className={css.number}>{Number(on.slice(8))}</span>
            {bars}
            <span className={css.names}>
              {names.slice(0, MAX_NAMES).map((name, index) => (
                <span key={`${name} ${index}`}>{name}</span>
              ))}
              {names.length > MAX_NAMES ? <span>{more(names.length - MAX_NAMES)}</span> : null}
            </span>
          </>
        )
      }}
    />
  )
}
