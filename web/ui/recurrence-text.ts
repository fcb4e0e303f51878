import type { Recurrence } from '@openspot/core/recurrence/recurrence.ts'
import { formatDay, formatReservationTime, formatTime, type TimeFormat } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localWeekday, startOfDate } from '@openspot/core/time/zone.ts'
import { timeLocale, words } from '@/words/index.ts'

const list = new Intl.ListFormat(timeLocale)
/** Joins items: "Monday, Friday and Sunday". */
export const listText = (items: readonly string[]): string => list.format(items)

/** Formats a recurrence as a sentence: "Every Monday and Friday 18:00 – 23:00, until Mon 30 Nov". */
export function recurrenceText(recurrence: Recurrence, timeFormat: TimeFormat): string {
  const { starts_at, ends_at, repeat_frequency, until_on } = recurrence
  if (repeat_frequency === 'NEVER' || ends_at === null)
    return formatReservationTime({ starts_at, ends_at }, timeFormat)
  const say = words.recurrence
  const starts = minutesOf(starts_at)
  const days = recurrence.weekdays.length > 0 ? recurrence.weekdays : [localWeekday(timeFormat.zone, starts)]
  const whole =
    repeat_frequency === 'DAILY' ? say.daily : say.weekly(listText(days.map((day) => words.when.days[day])))
  const parts = [`${whole} ${clockText(recurrence, ends_at, timeFormat)}`]
  if (starts > minutesOf(timeFormat.now)) parts.push(say.from(formatDay(starts_at, timeFormat, false)))
  if (until_on)
    parts.push(say.until(formatDay(isoOf(startOfDate(timeFormat.zone, until_on)), timeFormat, false)))
  return parts.join(', ')
}

function clockText({ starts_at }: Recurrence, ends_at: string, timeFormat: TimeFormat): string {
  const [from, to] = [formatTime(starts_at, timeFormat), formatTime(ends_at, timeFormat)]
  const length = minutesOf(ends_at) - minutesOf(starts_at)
  if (from === '00:00' && to === '00:00' && length <= 25 * 60) return words.when.allDay
  const lastDay = words.when.days[localWeekday(timeFormat.zone, minutesOf(ends_at))]
  return length > 25 * 60 ? `${from} – ${lastDay} ${to}` : `${from} – ${to}`
}
