import { formatDay, formatReservationTime, formatTime, type Saying } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localWeekday, startOfDate } from '@openspot/core/time/zone.ts'
import type { RepeatWindow } from '@openspot/core/windows/windows.ts'
import { timeLocale, words } from '@/words/index.ts'

const list = new Intl.ListFormat(timeLocale)
/** Joins items: "Monday, Friday and Sunday". */
export const listText = (items: readonly string[]): string => list.format(items)

/** Formats a window as a sentence: "Every Monday and Friday 18:00 – 23:00, until Mon 30 Nov". */
export function windowText(window: RepeatWindow, title: Saying): string {
  const { starts_at, ends_at, repeat_frequency, until_on } = window
  if (repeat_frequency === 'NEVER' || ends_at === null)
    return formatReservationTime({ starts_at, ends_at }, title)
  const say = words.windows
  const starts = minutesOf(starts_at)
  const days = window.weekdays.length > 0 ? window.weekdays : [localWeekday(title.zone, starts)]
  const whole =
    repeat_frequency === 'DAILY' ? say.daily : say.weekly(listText(days.map((day) => words.when.days[day])))
  const parts = [`${whole} ${clockText(window, ends_at, title)}`]
  if (starts > minutesOf(title.now)) parts.push(say.from(formatDay(starts_at, title, false)))
  if (until_on) parts.push(say.until(formatDay(isoOf(startOfDate(title.zone, until_on)), title, false)))
  return parts.join(', ')
}

function clockText({ starts_at }: RepeatWindow, ends_at: string, title: Saying): string {
  const [from, to] = [formatTime(starts_at, title), formatTime(ends_at, title)]
  const length = minutesOf(ends_at) - minutesOf(starts_at)
  if (from === '00:00' && to === '00:00' && length <= 25 * 60) return words.when.allDay
  const lastDay = words.when.days[localWeekday(title.zone, minutesOf(ends_at))]
  return length > 25 * 60 ? `${from} – ${lastDay} ${to}` : `${from} – ${to}`
}
