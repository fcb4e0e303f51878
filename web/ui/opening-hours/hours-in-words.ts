import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import { formatClock } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'

/** Returns opening hours as table lines: consecutive equal days share one line. */
export function hoursInWords(
  t: Translate,
  hours: NonNullable<PublicLot['opening_hours']>,
): { days: string; times: string }[] {
  const runs: { first: Weekday; last: Weekday; times: string }[] = []
  for (const day of weekdays) {
    const times =
      (hours[day] ?? []).map((value) => timesOf(t, value)).join(t('common.comma')) || t('when.closed')
    const run = runs.at(-1)
    if (run?.times === times) run.last = day
    else runs.push({ first: day, last: day, times })
  }
  return runs.map(({ first, last, times }) => ({
    days:
      runs.length === 1
        ? t('when.everyDay')
        : first === last
          ? t(`when.days.${first}`)
          : t('when.daySpan', { first: t(`when.days.${first}`), last: t(`when.days.${last}`) }),
    times,
  }))
}

/** Returns the hours of a day with its name, for each day of the week. */
export const hoursByDay = (t: Translate, hours: PublicLot['opening_hours']): [day: string, times: string][] =>
  weekdays.map((day) => [
    t(`when.days.${day}`),
    hours === null
      ? t('when.allDay')
      : (hours[day] ?? []).map((value) => timesOf(t, value)).join(t('common.comma')) || t('when.closed'),
  ])

const timesOf = (t: Translate, { opens, closes }: { opens: string; closes: string }): string =>
  opens === '00:00' && closes === '24:00'
    ? t('when.allDay')
    : `${clockText(t, opens)} – ${clockText(t, closes)}`

/** Formats "14:30" as the reader writes it. "24:00" is midnight. */
const clockText = (t: Translate, clock: string): string => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return formatClock(hour * 60 + minute, localeOf(t))
}
