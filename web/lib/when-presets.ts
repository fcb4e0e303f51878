import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { snapUp } from '@openspot/core/time/snap.ts'
import { atLocal, localParts, plusLocalDays } from '@openspot/core/time/zone.ts'

/** A time range that many people want, in the time zone of the place. */
export const presets = ['now', 'tonight', 'event', 'overnight', 'workday'] as const
export type Preset = (typeof presets)[number]

interface Span {
  starts_at: string
  ends_at: string
}

/** Local times in minutes of the day; one that ends before it begins ends on the next day. */
const spans: Record<Exclude<Preset, 'now'>, { from: number; to: number; only_weekdays: boolean }> = {
  tonight: { from: 18 * 60, to: 23 * 60, only_weekdays: false },
  // From an hour and a half before most shows and games, and time to leave after them.
  event: { from: 17 * 60 + 30, to: 23 * 60 + 30, only_weekdays: false },
  overnight: { from: 20 * 60, to: 8 * 60, only_weekdays: false },
  workday: { from: 8 * 60, to: 18 * 60, only_weekdays: true },
}
const NOW_MINUTES = 120

/**
 * Returns the next time range of a preset that is not over: today's if there is time left, shortened to what is left of
 * it, otherwise the next day's.
 */
export function presetSpan(preset: Preset, now: string, zone: string): Span {
  const soonest = snapUp(zone, minutesOf(now))
  if (preset === 'now') return { starts_at: isoOf(soonest), ends_at: isoOf(soonest + NOW_MINUTES) }
  const { from, to, only_weekdays } = spans[preset]
  for (let days = 0; days <= 7; days++) {
    const day = plusLocalDays(zone, minutesOf(now), days)
    const { weekday } = localParts(zone, day)
    if (only_weekdays && (weekday === 'SAT' || weekday === 'SUN')) continue
    const starts = atLocalMinute(zone, day, from)
    const ends = atLocalMinute(zone, to <= from ? plusLocalDays(zone, day, 1) : day, to)
    // The last hour of a preset is too short to be what was meant.
    if (ends - soonest >= 60) return { starts_at: isoOf(Math.max(starts, soonest)), ends_at: isoOf(ends) }
  }
  throw new Error(`There is no ${preset} within a week`)
}

function atLocalMinute(zone: string, day: number, minute: number): number {
  const { year, month, day: dayOfMonth } = localParts(zone, day)
  return atLocal(zone, { year, month, day: dayOfMonth, hour: Math.floor(minute / 60), minute: minute % 60 })
}

/** Returns the times of presets. In the evening, tonight begins now: of two with the same times, only the first is offered. */
export function presetSpans(
  presets: readonly Preset[],
  now: string,
  zone: string,
): { preset: Preset; span: Span }[] {
  const spans = presets.map((preset) => ({ preset, span: presetSpan(preset, now, zone) }))
  return spans.filter(
    ({ span }, at) =>
      spans.findIndex(
        (other) => other.span.starts_at === span.starts_at && other.span.ends_at === span.ends_at,
      ) === at,
  )
}
