'use client'
import { NativeSelect } from '@mantine/core'
import { formatClock, formatLength } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { atLocal, localDate, localParts } from '@openspot/core/time/zone.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { DayField } from '@/ui/day-field.tsx'
import css from './when-fields.module.css'

interface Times {
  starts_at: string
  ends_at: string
}

export const STEP = 30
/** Parts of the day, from an hour to an hour, so that nobody reads through 48 times. The night is before the morning. */
const partsOfDay = [
  { part: 'night', from: 0, to: 6 },
  { part: 'morning', from: 6, to: 12 },
  { part: 'afternoon', from: 12, to: 18 },
  { part: 'evening', from: 18, to: 24 },
] as const
const timesOf = (t: Translate) =>
  partsOfDay.map(({ part, from, to }) => ({
    group: t(`when.partsOfDay.${part}`),
    items: Array.from({ length: ((to - from) * 60) / STEP }, (_, step) => {
      const minute = from * 60 + step * STEP
      return { value: String(minute), label: formatClock(minute, localeOf(t)) }
    }),
  }))

/** Start and end, each a day and a time in half-hour steps, in the time zone `zone`. */
export function WhenFields({
  value,
  zone,
  onChange,
}: {
  value: Times
  zone: string
  onChange: (value: Times) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const length = minutesOf(value.ends_at) - minutesOf(value.starts_at)
  const moveStart = (starts: number) =>
    onChange({ starts_at: isoOf(starts), ends_at: isoOf(starts + length) })
  const moveEnd = (ends: number) =>
    onChange({ ...value, ends_at: isoOf(Math.max(ends, minutesOf(value.starts_at) + STEP)) })
  return (
    <div className={css.when}>
      <MomentField
        legend={t('when.from')}
        at={value.starts_at}
        zone={zone}
        earliest={now}
        onChange={moveStart}
      />
      <MomentField
        legend={t('when.until')}
        aside={formatLength(value.starts_at, value.ends_at, { zone, locale: localeOf(t) })}
        at={value.ends_at}
        zone={zone}
        earliest={value.starts_at}
        onChange={moveEnd}
      />
    </div>
  )
}

/** A day and a time in half-hour steps, in the time zone `zone`. */
export function MomentField({
  legend,
  aside,
  at,
  zone,
  earliest,
  onChange,
}: {
  legend: string
  /** Shown next to the legend: the length of the reservation. */
  aside?: string
  at: string
  zone: string
  earliest: string
  onChange: (minutes: number) => void
}) {
  const t = useTranslations()
  const parts = localParts(zone, minutesOf(at))
  const day = localDate(zone, minutesOf(at))
  const minute = parts.hour * 60 + Math.floor(parts.minute / STEP) * STEP
  const set = (date: string, minutes: number) => {
    const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
    const hour = Math.floor(minutes / 60)
    onChange(atLocal(zone, { year, month, day: dayOfMonth, hour, minute: minutes % 60 }))
  }
  return (
    <fieldset className={css.moment}>
      <legend>
        {legend}
        {aside ? <span className={css.length}>{aside}</span> : null}
      </legend>
      <DayField
        label={t('when.day', { which: legend })}
        className={css.day}
        value={day}
        min={localDate(zone, minutesOf(earliest))}
        onChange={(date) => set(date, minute)}
      />
      <NativeSelect
        aria-label={t('when.time', { which: legend })}
        className={css.time}
        data={timesOf(t)}
        value={String(minute)}
        onChange={(event) => set(day, Number(event.currentTarget.value))}
      />
    </fieldset>
  )
}
