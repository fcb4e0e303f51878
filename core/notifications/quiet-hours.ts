import { spanOnWall, wallOf } from '../recurrence/wall.ts'
import { MINUTES_PER_DAY } from '../time/instant.ts'

/** When a person wants no pushes and texts: local minutes of the day, the end possibly on the next day. */
export interface QuietHours {
  from_minute: number
  until_minute: number
  time_zone: string
}

const minuteMs = 60_000

/**
 * Returns when the quiet hours end that contain an instant, or null if it is in none. Skipped and repeated times are those of
 * time/zone.ts: quiet hours from 1:30 AM begin with the first 1:30 AM, and stay when the clock is set back before it.
 */
export function quietUntil({ from_minute, until_minute, time_zone }: QuietHours, now: Date): Date | null {
  const at = Math.floor(now.getTime() / minuteMs)
  const until = until_minute <= from_minute ? until_minute + MINUTES_PER_DAY : until_minute
  const today = Math.floor(wallOf(time_zone, at) / MINUTES_PER_DAY) * MINUTES_PER_DAY
  for (const day of [today - MINUTES_PER_DAY, today]) {
    const span = spanOnWall(time_zone, day + from_minute, day + until)
    if (span && span.from <= at && at < span.to) return new Date(span.to * minuteMs)
  }
  return null
}
