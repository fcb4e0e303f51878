'use client'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { getSpotCalendarRoute } from '@openspot/contract/lots/spots.ts'
import { firstDayOfWeek } from '@openspot/core/time/calendar.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { monthOf, rangeOf, stepFrom, toCalendarDays, weekOf } from '@/lib/calendar-days.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Agenda } from './agenda.tsx'
import css from './calendar.module.css'
import { MonthView } from './month-view.tsx'
import { useCalendarView } from './use-calendar-view.ts'
import { WeekView } from './week-view.tsx'

/** The calendar of a spot by week or month: occupants, closures, and free time. */
export function SpotCalendar({
  lot,
  spot_id,
  noteOf,
}: {
  lot: ConsoleLot
  spot_id: string
  /** Returns the note of an availability rule by ID. */
  noteOf: (availability_id: string | null) => string
}) {
  const t = useTranslations()
  const [{ view, on }, change, today] = useCalendarView(lot.time_zone)
  const days = (view === 'week' ? weekOf : monthOf)(on, firstDayOfWeek(localeOf(t)))
  const range = rangeOf(lot.time_zone, days)
  const calendar = useApiQuery(
    getSpotCalendarRoute,
    { params: { spot_id }, query: range },
    { client: 'admin', keep: true, everySeconds: 60 },
  )
  const calendarDays = toCalendarDays(lot.time_zone, days, calendar.data?.parts ?? [])
  const shared = { days: calendarDays, today, zone: lot.time_zone, noteOf }
  return (
    <Panel
      title={titleOf(t, view, days, on)}
      action={
        <div className={css.tools}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={view === 'week' ? t('spotCalendar.weekBefore') : t('spotCalendar.monthBefore')}
            onClick={() => change({ on: stepFrom(on, view, -1) })}
          >
            <IconChevronLeft size={18} aria-hidden="true" />
          </ActionIcon>
          <Button variant="default" size="sm" onClick={() => change({ on: today })}>
            {t('spotCalendar.today')}
          </Button>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={view === 'week' ? t('spotCalendar.weekAfter') : t('spotCalendar.monthAfter')}
            onClick={() => change({ on: stepFrom(on, view, 1) })}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </ActionIcon>
          <SegmentedControl
            size="sm"
            aria-label={t('spotCalendar.view')}
            value={view}
            onChange={(next) => change({ view: next === 'month' ? 'month' : 'week' })}
            data={[
              { value: 'week', label: t('spotCalendar.week') },
              { value: 'month', label: t('spotCalendar.month') },
            ]}
          />
        </div>
      }
    >
      <QueryState answer={calendar} rows={4} />
      {calendar.data ? (
        <div data-stale={calendar.isPlaceholderData || undefined} className={css.calendar}>
          {view === 'week' ? (
            <WeekView {...shared} lot={lot} spot_id={spot_id} />
          ) : (
            <MonthView
              {...shared}
              month={on.slice(0, 7)}
              onDay={(day) => change({ view: 'week', on: day })}
            />
          )}
          <Legend />
          <Agenda parts={calendar.data.parts} range={range} lot={lot} />
        </div>
      ) : null}
    </Panel>
  )
}

function Legend() {
  const t = useTranslations()
  return (
    <ul className={css.legend} aria-label={t('spotCalendar.legend')}>
      {(['TAKEN', 'CLOSED', 'OPEN'] as const).map((state) => (
        <li key={state}>
          <span className={css.swatch} data-state={state} aria-hidden="true" />
          {t(`spotCalendar.states.${state}`)}
        </li>
      ))}
    </ul>
  )
}

/** Formats "23 – 29 March 2026" or "March 2026". Dates have no time zone, so they are formatted in UTC. */
function titleOf(t: Translate, view: 'week' | 'month', days: readonly string[], on: string): string {
  const date = (day: string) => Date.parse(isoOf(startOfDate('UTC', day)))
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(t), { ...options, timeZone: 'UTC' })
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(date(on))
  return format({ day: 'numeric', month: 'long', year: 'numeric' })
    .formatRange(date(days[0] ?? on), date(days.at(-1) ?? on))
    .replaceAll(/[\u2009\u202f]/g, ' ')
}
