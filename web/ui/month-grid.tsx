import { weekdays } from '@openspot/core/enums.ts'
import type { ReactNode } from 'react'
import { words } from '@/words/index.ts'
import css from './month-grid.module.css'

/** Maximum number of names per day. */
export const MOST_NAMES = 2

/** A month as weeks of seven days. */
export function MonthGrid<Day extends { on: string }>({
  days,
  children,
}: {
  days: readonly Day[]
  children: (day: Day) => ReactNode
}) {
  return (
    <div>
      <div className={css.weekdays} aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day}>{words.windows.shortDays[day]}</span>
        ))}
      </div>
      <ul className={css.cells}>
        {days.map((day) => (
          <li key={day.on}>{children(day)}</li>
        ))}
      </ul>
    </div>
  )
}

/** One day: its number, bars for its hours, and as many names as fit. */
export function MonthCell({
  on,
  label,
  bars,
  names,
  more,
  isToday,
  isOther,
  isChosen,
  onDay,
}: {
  on: string
  /** The text for screen readers. */
  label: string
  bars: ReactNode
  names: readonly string[]
  more: (count: number) => string
  isToday: boolean
  /** True for days of the previous or next month. */
  isOther: boolean
  /** True for the selected day. */
  isChosen?: boolean
  onDay: (on: string) => void
}) {
  return (
    <button
      type="button"
      className={css.cell}
      aria-pressed={isChosen}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      aria-label={label}
      onClick={() => onDay(on)}
    >
      <span className={css.number}>{Number(on.slice(8))}</span>
      {bars}
      <span className={css.names}>
        {names.slice(0, MOST_NAMES).map((name, index) => (
          <span key={`${name} ${index}`}>{name}</span>
        ))}
        {names.length > MOST_NAMES ? <span>{more(names.length - MOST_NAMES)}</span> : null}
      </span>
    </button>
  )
}
