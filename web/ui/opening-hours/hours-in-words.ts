import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import { words } from '@/words/index.ts'

/** Returns opening hours as table lines: consecutive equal days share one line. */
export function hoursInWords(
  hours: NonNullable<PublicLot['opening_hours']>,
): { days: string; times: string }[] {
  const { when } = words
  const runs: { first: Weekday; last: Weekday; times: string }[] = []
  for (const day of weekdays) {
    const times = (hours[day] ?? []).map(timesOf).join(', ') || when.closed
    const run = runs.at(-1)
    if (run?.times === times) run.last = day
    else runs.push({ first: day, last: day, times })
  }
  return runs.map(({ first, last, times }) => ({
    days:
      runs.length === 1
        ? when.everyDay
        : first === last
          ? when.days[first]
          : when.daySpan(when.days[first], when.days[last]),
    times,
  }))
}

const timesOf = ({ opens, closes }: { opens: string; closes: string }): string =>
  opens === '00:00' && closes === '24:00' ? words.when.allDay : `${opens} – ${closes}`
