import { atLocal, localParts, plusLocalDays } from '../time/zone.ts'

/** When a person wants no pushes and texts: local minutes of the day, the end possibly on the next day. */
export interface QuietHours {
  from_minute: number
  until_minute: number
  time_zone: string
}

const minuteMs = 60_000

/** Returns when the quiet hours end that contain an instant, or null if it is in none. */
export function quietUntil({ from_minute, until_minute, time_zone }: QuietHours, now: Date): Date | null {
  const at = Math.floor(now.getTime() / minuteMs)
  const { year, month, day, hour, minute } = localParts(time_zone, at)
  const local = hour * 60 + minute
  const isOvernight = until_minute <= from_minute
  const isQuiet = isOvernight
    ? local >= from_minute || local < until_minute
    : local >= from_minute && local < until_minute
  if (!isQuiet) return null
  const noon = atLocal(time_zone, { year, month, day, hour: 12 })
  const ends_on = localParts(
    time_zone,
    isOvernight && local >= from_minute ? plusLocalDays(time_zone, noon, 1) : noon,
  )
  const ends_at = atLocal(time_zone, {
    year: ends_on.year,
    month: ends_on.month,
    day: ends_on.day,
    hour: Math.floor(until_minute / 60),
    minute: until_minute % 60,
  })
  // The hour after the clock is set back repeats: the first of both may have passed.
  return ends_at > at ? new Date(ends_at * minuteMs) : null
}
