import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { type Saying, sayDay, sayStay, sayTime } from '@openspot/core/time/say.ts'
import { localWeekday, startOfDate } from '@openspot/core/time/zone.ts'
import type { RepeatWindow } from '@openspot/core/windows/windows.ts'
import { timeLocale, words } from '@/words/index.ts'

const list = new Intl.ListFormat(timeLocale)
/** Joins items: "Monday, Friday and Sunday". */
export const listText = (items: readonly string[]): string => list.format(items)

/** Formats a window as a sentence: "Every Monday and Friday 18:00 – 23:00, until Mon 30 Nov". */
export function windowText(window: RepeatWindow, saying: Saying): string {
  const { starts_at, ends_at, repeat_frequency, until_on } = window
  if (repeat_frequency === 'NEVER' || ends_at === null) return sayStay({ starts_at, ends_at }, saying)
  const say = words.windows
  const starts = minutesOf(starts_at)
  const days = window.weekdays.length > 0 ? window.weekdays : [localWeekday(saying.zone, starts)]
  const whole =
    repeat_frequency === 'DAILY' ? say.daily : say.weekly(listText(days.map((day) => words.when.days[day])))
  const parts = [`${whole} ${clockText(window, ends_at, saying)}`]
  if (starts > minutesOf(saying.now)) parts.push(say.from(sayDay(starts_at, saying, false)))
  if (until_on) parts.push(say.until(sayDay(isoOf(startOfDate(saying.zone, until_on)), saying, false)))
  return parts.join(', ')
}

function clockText({ starts_at }: RepeatWindow, ends_at: string, saying: Saying): string {
  const [from, to] = [sayTime(starts_at, saying), sayTime(ends_at, saying)]
  const length = minutesOf(ends_at) - minutesOf(starts_at)
  if (from === '00:00' && to === '00:00' && length <= 25 * 60) return words.when.allDay
  const lastDay = words.when.days[localWeekday(saying.zone, minutesOf(ends_at))]
  return length > 25 * 60 ? `${from} – ${lastDay} ${to}` : `${from} – ${to}`
}
