'use client'
import { formatDay, formatHour, formatTime } from '@openspot/core/time/format.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './calendar.module.css'
import { boundsOf, type Cell, type GridDay, HOURS, type Selection } from './host-grid.ts'
import { type At, useDrag } from './use-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'

/** Where the reader of a calendar begins, because few list the night. */
const FIRST_HOUR = 8

/**
 * Days by hours. Hours are selected by dragging with a mouse, by a long press and dragging on a touch screen, by pressing the
 * first and then the last one, or with arrow keys and Enter. On a phone it shows one day.
 */
export function TimeGrid({
  grid,
  zone,
  label,
  chosen,
  selection,
  onDay,
  onSelect,
  onDone,
}: {
  grid: readonly GridDay[]
  zone: string
  label: string
  /** The day that a phone shows. */
  chosen: number
  selection: Selection | null
  onDay: (day: number) => void
  onSelect: (selection: Selection | null) => void
  /** The keyboard finished a selection. */
  onDone: () => void
}) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(zone)
  const element = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<At>({ day: chosen, hour: FIRST_HOUR })
  const drag = useDrag(element, { selection, onSelect, onAt: setFocus })
  const keys = useGridKeys({ grid, focus, selection, onFocus: setFocus, onSelect, onDone })
  const wantsFocus = useRef(false)
  // A phone shows the chosen day only, so its cells take the focus of the grid.
  const focusDay = grid[focus.day] ? focus.day : 0
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    element.current?.querySelector<HTMLElement>(`[data-at="${focusDay} ${focus.hour}"]`)?.focus()
  }, [focusDay, focus.hour])
  const days = grid.map(({ on }) => formatDay(isoOf(startOfDate(zone, on)), timeFormat))
  const bounds = selection && boundsOf(selection)
  const isSelected = ({ day, hour }: At) =>
    bounds !== null &&
    day >= bounds.days[0] &&
    day <= bounds.days[1] &&
    hour >= bounds.hours[0] &&
    hour <= bounds.hours[1]
  const nameOf = (day: number, { from, to, state }: Cell) =>
    t('mySpots.calendar.cell', {
      day: days[day] ?? '',
      from: formatTime(isoOf(from), timeFormat),
      to: formatTime(isoOf(to), timeFormat),
      state,
    })
  return (
    <div
      ref={element}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable="true"
      className={css.grid}
      {...drag}
      onKeyDown={(event) => {
        const next = keys(event)
        if (!next) return
        wantsFocus.current = true
        if (next.day !== focusDay) onDay(next.day)
      }}
    >
      <div role="row" className={css.row}>
        <span role="columnheader">
          <span className="sr-only">{t('mySpots.calendar.hour')}</span>
        </span>
        {grid.map(({ on }, day) => (
          <span
            key={on}
            role="columnheader"
            className={css.day}
            data-away={day === chosen ? undefined : true}
          >
            {days[day]}
          </span>
        ))}
      </div>
      {Array.from({ length: HOURS }, (_, hour) => (
        <div key={hour} role="row" className={css.row}>
          <span role="rowheader" className={css.hour}>
            {formatHour(hour, timeFormat.locale)}
          </span>
          {grid.map(({ on, cells }, day) => {
            const cell = cells[hour]
            if (!cell) return null
            return (
              <div
                key={on}
                role="gridcell"
                className={css.cell}
                tabIndex={day === focusDay && hour === focus.hour ? 0 : -1}
                aria-selected={isSelected({ day, hour })}
                aria-disabled={cell.state === 'PAST' || cell.state === 'SKIPPED' || undefined}
                aria-label={nameOf(day, cell)}
                data-at={`${day} ${hour}`}
                data-state={cell.state}
                data-away={day === chosen ? undefined : true}
                onFocus={() => setFocus({ day, hour })}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
