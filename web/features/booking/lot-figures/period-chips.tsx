import { DatePickerInput } from '@mantine/dates'
import { MAX_FIGURE_PERIOD_DAYS } from '@openspot/core/lot-figures/lot-figures.ts'
import { MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { dayText } from '@/ui/day-text.ts'
import { MenuChip } from '@/ui/menu-chip.tsx'
import css from './lot-figures.module.css'

const lengths = [7, 28, 90] as const

export interface Period {
  from_on: string
  until_on: string
}

const minutesOfDay = (day: string) => minutesOf(`${day}T00:00:00Z`)
const plusDays = (day: string, days: number) => localDate('UTC', minutesOfDay(day) + days * MINUTES_PER_DAY)

/** Returns the last full days of a lot, without today. */
export function lastDays(zone: string, now: string, days: number): Period {
  const until_on = plusDays(localDate(zone, minutesOf(now)), -1)
  return { from_on: plusDays(until_on, 1 - days), until_on }
}

/** Whether the days are dates in order, and not too many. */
export function isPeriod(from_on: string | null, until_on: string | null): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(from_on ?? '') || !/^\d{4}-\d\d-\d\d$/.test(until_on ?? '')) return false
  const [from, until] = [Date.parse(`${from_on}T00:00:00Z`), Date.parse(`${until_on}T00:00:00Z`)]
  return from <= until && until - from < MAX_FIGURE_PERIOD_DAYS * 86_400_000
}

/**
 * Formats two dates, or the first one while the second is being chosen. Not with `formatRange`, whose spaces differ between
 * server and browser.
 */
function rangeText(t: Translate, dates: readonly unknown[]): string {
  const [from, to] = dates
    .filter((date) => typeof date === 'string')
    .map((date) => dayText(localeOf(t), date))
  return from && to ? t('staffReservations.days.between', { from, to }) : (from ?? '')
}

/** Chooses the period: the last days, or two dates. */
export function PeriodChips({
  zone,
  period,
  onChange,
}: {
  zone: string
  period: Period
  onChange: (period: Period) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [dates, setDates] = useState<[string | null, string | null] | null>(null)
  const known = lengths.find((days) => {
    const last = lastDays(zone, now, days)
    return last.from_on === period.from_on && last.until_on === period.until_on
  })
  return (
    <>
      <MenuChip
        label={t('lotFigures.period')}
        value={known ? t('lotFigures.lastDays', { days: known }) : t('lotFigures.custom')}
        choices={lengths.map((days) => ({
          text: t('lotFigures.lastDays', { days }),
          chosen: days === known,
          choose: () => {
            setDates(null)
            onChange(lastDays(zone, now, days))
          },
        }))}
      />
      <DatePickerInput
        type="range"
        size="sm"
        className={css.dates ?? ''}
        aria-label={t('lotFigures.dates')}
        valueFormatter={({ date }) => rangeText(t, Array.isArray(date) ? date : [date])}
        value={dates ?? [period.from_on, period.until_on]}
        onChange={([from_on, until_on]) => {
          setDates([from_on, until_on])
          if (from_on && until_on && isPeriod(from_on, until_on)) {
            setDates(null)
            onChange({ from_on, until_on })
          }
        }}
      />
    </>
  )
}
