'use client'
import { ActionIcon, Button } from '@mantine/core'
import { getSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { Hosting } from '@openspot/contract/booking/hosting.ts'
import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import { formatDay, formatTime } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, localWeekday, startOfDate } from '@openspot/core/time/zone.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rangeOf, stepFrom, weekFrom } from '@/lib/calendar-days.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { keyOf, useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './calendar.module.css'
import { boundsOf, closuresOf, type GridDay, gridOf, listedIn, type Selection, spansOf } from './host-grid.ts'
import { SelectionBar } from './selection-bar.tsx'
import { TimeGrid } from './time-grid.tsx'
import { useListing } from './use-listing.tsx'

const legend = ['MINE', 'LISTED', 'TAKEN', 'CLOSED', 'PAST'] as const

/** The calendar of a host's spot, seven days from today on: select hours to list them or to take them back. */
export function HostCalendar({ hosting }: { hosting: Hosting }) {
  const t = useTranslations()
  const { now } = useClock()
  const { spot } = hosting
  const zone = spot.lot.time_zone
  const timeFormat = useTimeFormat(zone)
  const today = localDate(zone, minutesOf(now))
  const [first, setFirst] = useState(today)
  const [chosen, setChosen] = useState(0)
  const [selection, setSelection] = useState<Selection | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const days = weekFrom(first < today ? today : first)
  const range = rangeOf(zone, days)
  const input = { params: { spot_id: spot.id }, query: range }
  const calendar = useApiQuery(getSpotAvailabilityRoute, input, { keep: true, everySeconds: 60 })
  const { parts = [], availability_rules } = calendar.data ?? {}
  const span = { from: minutesOf(range.starts_at), to: minutesOf(range.ends_at) }
  const grid = gridOf(zone, days, parts, closuresOf(zone, availability_rules ?? [], span), now)
  const listing = useListing({
    spot_id: spot.id,
    zone,
    calendarKey: keyOf(getSpotAvailabilityRoute, input),
  })
  const spans = selection ? spansOf(grid, selection, now) : []
  const listed = listedIn(parts, spans)
  const text = selection && selectionText(grid, selection)
  const step = (by: 1 | -1) => {
    setFirst(stepFrom(days[0] ?? today, 'week', by))
    setSelection(null)
  }

  function selectionText(of: readonly GridDay[], selected: Selection): string {
    const bounds = boundsOf(selected)
    const [from, to] = bounds.days.map((day) => of[day])
    const [starts, ends] = [from?.cells[bounds.hours[0]], from?.cells[bounds.hours[1]]]
    if (!from || !to || !starts || !ends) return ''
    const dayOf = ({ on }: GridDay) => formatDay(isoOf(startOfDate(zone, on)), timeFormat)
    return t('mySpots.calendar.selected', {
      isOneDay: String(from === to),
      first: dayOf(from),
      last: dayOf(to),
      from: formatTime(isoOf(starts.from), timeFormat),
      to: formatTime(isoOf(ends.to), timeFormat),
    })
  }

  function selectedWeekdays(): Weekday[] {
    if (!selection) return []
    const [from, to] = boundsOf(selection).days
    const chosenDays = days.slice(from, to + 1).map((on) => localWeekday('UTC', startOfDate('UTC', on)))
    return weekdays.filter((day) => chosenDays.includes(day))
  }

  return (
    <Panel
      title={t('mySpots.calendar.title')}
      text={t('mySpots.calendar.text')}
      action={
        <div className={css.tools}>
          <ActionIcon
            variant="default"
            size={36}
            disabled={first <= today}
            aria-label={t('spotCalendar.weekBefore')}
            onClick={() => step(-1)}
          >
            <IconChevronLeft size={18} aria-hidden="true" />
          </ActionIcon>
          <Button variant="default" size="sm" onClick={() => setFirst(today)}>
            {t('spotCalendar.today')}
          </Button>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('spotCalendar.weekAfter')}
            onClick={() => step(1)}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      }
    >
      <div className={css.strip} role="group" aria-label={t('mySpots.calendar.days')}>
        {days.map((on, day) => (
          <button
            key={on}
            type="button"
            className={css.pick}
            aria-pressed={day === chosen}
            onClick={() => {
              setChosen(day)
              setSelection(null)
            }}
          >
            {t(`recurrence.shortDays.${localWeekday('UTC', startOfDate('UTC', on))}`)}
            <strong>{Number(on.slice(8))}</strong>
          </button>
        ))}
      </div>
      <QueryState answer={calendar} rows={3} />
      {calendar.data ? (
        <div className={css.calendar} data-stale={calendar.isPlaceholderData || undefined}>
          <TimeGrid
            grid={grid}
            zone={zone}
            label={t('mySpots.calendar.grid', { label: spot.label })}
            chosen={chosen}
            selection={selection}
            onDay={setChosen}
            onSelect={setSelection}
            onDone={() => button.current?.focus()}
          />
          <ul className={css.legend} aria-label={t('spotCalendar.legend')}>
            {legend.map((state) => (
              <li key={state}>
                <span className={css.swatch} data-state={state} />
                {t(`mySpots.calendar.states.${state}`)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="sr-only" aria-live="polite">
        {text}
      </p>
      {listing.error ? (
        <p className={css.fault} role="alert">
          {listing.error}
        </p>
      ) : null}
      {selection && text ? (
        <SelectionBar
          hosting={hosting}
          text={text}
          spans={spans}
          days={selectedWeekdays()}
          canTakeBack={listed.length > 0}
          isBusy={listing.isBusy}
          first={button}
          onList={(hour_cents) => {
            setSelection(null)
            void listing.change(spans, true, hour_cents)
          }}
          onRepeat={(on, until_on, hour_cents) => {
            const { days: at, hours } = boundsOf(selection)
            const cells = grid[at[0]]?.cells
            const whole = { from: cells?.[hours[0]]?.from ?? 0, to: cells?.[hours[1]]?.to ?? 0 }
            setSelection(null)
            void listing.repeat(whole, on, until_on, hour_cents)
          }}
          onTakeBack={() => {
            setSelection(null)
            void listing.change(listed, false, null)
          }}
          onClear={() => setSelection(null)}
        />
      ) : null}
    </Panel>
  )
}
