import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import type { Recurrence } from '@openspot/core/recurrence/recurrence.ts'
import { formatDay, formatTime, type TimeFormat } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localParts, localWeekday, startOfDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { listText } from '@/ui/figures.ts'
import { reservationTimeText } from '@/ui/time.tsx'

/** Formats a recurrence as a sentence: "Every Monday and Friday 6:00 PM – 11:00 PM, until Mon, Nov 30". */
export function recurrenceText(t: Translate, recurrence: Recurrence, timeFormat: TimeFormat): string {
  const { starts_at, ends_at, repeat_frequency, until_on } = recurrence
  if (repeat_frequency === 'NEVER' || ends_at === null)
    return reservationTimeText(t, { starts_at, ends_at }, timeFormat)
  const starts = minutesOf(starts_at)
  const days = recurrence.weekdays.length > 0 ? recurrence.weekdays : [localWeekday(timeFormat.zone, starts)]
  const whole =
    repeat_frequency === 'DAILY' ? t('recurrence.daily') : t('recurrence.weekly', { days: daysText(t, days) })
  const parts = [`${whole} ${clockText(t, recurrence, ends_at, timeFormat)}`]
  if (starts > minutesOf(timeFormat.now))
    parts.push(t('recurrence.from', { day: formatDay(starts_at, timeFormat, false) }))
  if (until_on)
    parts.push(
      t('recurrence.until', {
        day: formatDay(isoOf(startOfDate(timeFormat.zone, until_on)), timeFormat, false),
      }),
    )
  return parts.join(t('common.comma'))
}

/** Days in words. More than two in a row are a span: "Monday to Friday". */
function daysText(t: Translate, days: readonly Weekday[]): string {
  const names = weekdays.filter((day) => days.includes(day))
  const [first, last] = [names.at(0), names.at(-1)]
  const isRow = first && last && weekdays.indexOf(last) - weekdays.indexOf(first) === names.length - 1
  if (isRow && names.length > 2)
    return t('when.daySpan', { first: t(`when.days.${first}`), last: t(`when.days.${last}`) })
  return listText(
    t,
    names.map((day) => t(`when.days.${day}`)),
  )
}

function clockText(t: Translate, { starts_at }: Recurrence, ends_at: string, timeFormat: TimeFormat): string {
  const [from, to] = [formatTime(starts_at, timeFormat), formatTime(ends_at, timeFormat)]
  const length = minutesOf(ends_at) - minutesOf(starts_at)
  const isMidnight = (at: string) => {
    const { hour, minute } = localParts(timeFormat.zone, minutesOf(at))
    return hour === 0 && minute === 0
  }
  if (isMidnight(starts_at) && isMidnight(ends_at) && length <= 25 * 60) return t('when.allDay')
  const lastDay = t(`when.days.${localWeekday(timeFormat.zone, minutesOf(ends_at))}`)
  return length > 25 * 60 ? `${from} – ${lastDay} ${to}` : `${from} – ${to}`
}
