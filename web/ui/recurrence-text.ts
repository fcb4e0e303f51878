import type { Recurrence } from '@openspot/core/recurrence/recurrence.ts'
import { formatDay, formatReservationTime, formatTime, type TimeFormat } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localWeekday, startOfDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@/lib/messages/translate.ts'
import { timeLocale } from '@/words/index.ts'

const list = new Intl.ListFormat(timeLocale)
/** Joins items: "Monday, Friday and Sunday". */
export const listText = (items: readonly string[]): string => list.format(items)

/** Formats a recurrence as a sentence: "Every Monday and Friday 18:00 – 23:00, until Mon 30 Nov". */
export function recurrenceText(t: Translate, recurrence: Recurrence, timeFormat: TimeFormat): string {
  const { starts_at, ends_at, repeat_frequency, until_on } = recurrence
  if (repeat_frequency === 'NEVER' || ends_at === null)
    return formatReservationTime({ starts_at, ends_at }, timeFormat)
  const starts = minutesOf(starts_at)
  const days = recurrence.weekdays.length > 0 ? recurrence.weekdays : [localWeekday(timeFormat.zone, starts)]
  const whole =
    repeat_frequency === 'DAILY'
      ? t('recurrence.daily')
      : t('recurrence.weekly', { days: listText(days.map((day) => t(`when.days.${day}`))) })
  const parts = [`${whole} ${clockText(t, recurrence, ends_at, timeFormat)}`]
  if (starts > minutesOf(timeFormat.now))
    parts.push(t('recurrence.from', { day: formatDay(starts_at, timeFormat, false) }))
  if (until_on)
    parts.push(
      t('recurrence.until', {
        day: formatDay(isoOf(startOfDate(timeFormat.zone, until_on)), timeFormat, false),
      }),
    )
  return parts.join(', ')
}

function clockText(t: Translate, { starts_at }: Recurrence, ends_at: string, timeFormat: TimeFormat): string {
  const [from, to] = [formatTime(starts_at, timeFormat), formatTime(ends_at, timeFormat)]
  const length = minutesOf(ends_at) - minutesOf(starts_at)
  if (from === '00:00' && to === '00:00' && length <= 25 * 60) return t('when.allDay')
  const lastDay = t(`when.days.${localWeekday(timeFormat.zone, minutesOf(ends_at))}`)
  return length > 25 * 60 ? `${from} – ${lastDay} ${to}` : `${from} – ${to}`
}
