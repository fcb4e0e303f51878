import { type Weekday, weekdays } from '../enums.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '../time/instant.ts'
import { atLocal, localParts } from '../time/zone.ts'
import { APPLY_HOUR } from './limits.ts'
import { hourKey, hoursOfWeek } from './suggest.ts'

/** What guidance adds in each hour of the week (`hourKey`) in basis points, without those where it adds nothing. */
export type GuidedHours = ReadonlyMap<string, number>

/** The same weekly times with one percentage. */
export interface WeeklyPrice {
  weekdays: Weekday[]
  from_hour: number
  /** Excluded, at most 24. */
  until_hour: number
  percent_bps: number
}

/** Returns the fewest weekly prices for these hours: neighboring hours are joined, then weekdays with the same times. */
export function weeklyPrices(hours: GuidedHours): WeeklyPrice[] {
  const runs: { weekday: Weekday; from_hour: number; until_hour: number; percent_bps: number }[] = []
  for (const { weekday, hour } of hoursOfWeek) {
    const percent_bps = hours.get(hourKey({ weekday, hour })) ?? 0
    if (percent_bps === 0) continue
    const last = runs.at(-1)
    if (last?.weekday === weekday && last.until_hour === hour && last.percent_bps === percent_bps) {
      last.until_hour = hour + 1
    } else {
      runs.push({ weekday, from_hour: hour, until_hour: hour + 1, percent_bps })
    }
  }
  const prices = new Map<string, WeeklyPrice>()
  for (const { weekday, ...times } of runs) {
    const key = `${times.from_hour} ${times.until_hour} ${times.percent_bps}`
    const price = prices.get(key)
    if (price) price.weekdays.push(weekday)
    else prices.set(key, { ...times, weekdays: [weekday] })
  }
  return [...prices.values()]
}

/** A weekly calendar price as it is stored. */
export interface StoredWeeklyPrice {
  starts_at: string
  ends_at: string | null
  weekdays: readonly Weekday[]
  percent_bps: number | null
}

/** Returns the hours of stored weekly prices of guidance, the inverse of `weeklyPrices` and `firstTimes`. */
export function guidedHours(zone: string, prices: readonly StoredWeeklyPrice[]): Map<string, number> {
  const hours = new Map<string, number>()
  for (const { starts_at, ends_at, weekdays: days, percent_bps } of prices) {
    const from = localParts(zone, minutesOf(starts_at)).hour
    const until = (ends_at === null ? 0 : localParts(zone, minutesOf(ends_at)).hour) || 24
    for (const weekday of days) {
      for (let hour = from; hour < until; hour += 1) {
        const key = hourKey({ weekday, hour })
        hours.set(key, (hours.get(key) ?? 0) + (percent_bps ?? 0))
      }
    }
  }
  return hours
}

/**
 * Returns the first times of a weekly price: on the local day of `at` or, if a clock change moves one of its hours there, the next
 * one. Its weekdays decide when it really begins.
 */
export function firstTimes(
  zone: string,
  at: number,
  { from_hour, until_hour }: Pick<WeeklyPrice, 'from_hour' | 'until_hour'>,
): { starts_at: string; ends_at: string } {
  for (let day = 0; day < 7; day += 1) {
    const { year, month, day: date } = localParts(zone, at + day * MINUTES_PER_DAY)
    const starts = atLocal(zone, { year, month, day: date, hour: from_hour })
    const ends = atLocal(zone, { year, month, day: date, hour: until_hour })
    const isExact =
      localParts(zone, starts).hour === from_hour &&
      localParts(zone, ends).hour === until_hour % 24 &&
      ends - starts === (until_hour - from_hour) * 60
    if (isExact) return { starts_at: isoOf(starts), ends_at: isoOf(ends) }
  }
  throw new RangeError(`No day of a week in ${zone} has all hours`)
}

/** Returns the next Monday morning in the lot's time zone, after `at`. */
export function nextApply(zone: string, at: number): string {
  const { year, month, day, weekday } = localParts(zone, at)
  const days = (7 - weekdays.indexOf(weekday)) % 7
  const on = (later: number) => atLocal(zone, { year, month, day: day + later, hour: APPLY_HOUR })
  return isoOf(on(days) > at ? on(days) : on(days + 7))
}

/** Returns the changed hours with what was added before and after, in the order of the week. */
export function changedHours(before: GuidedHours, after: GuidedHours) {
  return hoursOfWeek.flatMap(({ weekday, hour }) => {
    const key = hourKey({ weekday, hour })
    const [before_bps, after_bps] = [before.get(key) ?? 0, after.get(key) ?? 0]
    return before_bps === after_bps ? [] : [{ weekday, hour, before_bps, after_bps }]
  })
}
