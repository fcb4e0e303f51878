import { type OpeningHours, openSpans } from '@openspot/core/availability/opening-hours.ts'
import { type TakenHour, weekdayOf } from '@openspot/core/lot-figures/lot-figures.ts'
import { GUIDANCE_DAYS } from '@openspot/core/price-guidance/limits.ts'
import { type GuidanceHour, hourKey, hoursOfWeek } from '@openspot/core/price-guidance/suggest.ts'
import type { GuidedHours } from '@openspot/core/price-guidance/weekly-prices.ts'
import { covers, occurrences, type Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import {
  atLocal,
  localDate,
  localParts,
  localWeekday,
  plusLocalDays,
  startOfLocalDay,
} from '@openspot/core/time/zone.ts'
import type { PriceRow } from '../prices/prices.sql.ts'
import type { GuidanceChangeRow } from './price-guidance.sql.ts'

/** Returns the full local days that guidance looks at, both included. */
export function guidanceDays(zone: string, now: Date): { from_on: string; until_on: string; since: string } {
  const today = startOfLocalDay(zone, minutesOf(now.toISOString()))
  const from = plusLocalDays(zone, today, -GUIDANCE_DAYS)
  const until = plusLocalDays(zone, today, -1)
  return { from_on: localDate(zone, from), until_on: localDate(zone, until), since: isoOf(from) }
}

interface WeekOf {
  zone: string
  opening_hours: OpeningHours | null
  /** All calendar prices of the lot. */
  prices: readonly PriceRow[]
  guided: GuidedHours
  changes: readonly GuidanceChangeRow[]
  /** Every hour of the days, with the minutes in which unassigned spots were taken. */
  taken: readonly TakenHour[]
  spots: number
  now: Date
}

/** Returns every hour of the week with what is known about it. */
export function hoursFrom(of: WeekOf): GuidanceHour[] {
  const { zone, guided, spots } = of
  const week = hoursAhead(zone, of.now)
  const [from, to] = [Math.min(...week.values()), Math.max(...week.values()) + 60]
  const open = openSpans(zone, of.opening_hours, from, to + MINUTES_PER_DAY)
  const own = ownPrices(of.prices, zone, from, to)
  const changed = changedOn(zone, of.changes)
  const observed = new Map<string, TakenHour[]>()
  for (const hour of of.taken) {
    const key = hourKey({ weekday: weekdayOf(hour.on), hour: hour.hour })
    // The day of a change has both prices.
    if (hour.on <= (changed.get(key) ?? '')) continue
    observed.set(key, [...(observed.get(key) ?? []), hour])
  }
  return hoursOfWeek.map((at) => {
    const key = hourKey(at)
    const starts = week.get(key) ?? from
    const those = observed.get(key) ?? []
    const inEffect = own.filter(({ spans }) => covers(spans, starts, starts + 1))
    return {
      ...at,
      is_open: covers(open, starts, starts + 60),
      weeks: new Set(those.map(({ on }) => on)).size,
      is_changed: changed.has(key),
      spot_minutes: those.length * 60 * spots,
      taken_minutes: those.reduce((sum, { taken_minutes }) => sum + taken_minutes, 0),
      own_bps: inEffect.reduce((sum, { price }) => sum + (price.percent_bps ?? 0), 0),
      own_cents: inEffect.reduce((sum, { price }) => sum + (price.amount_cents ?? 0), 0),
      guided_bps: guided.get(key) ?? 0,
    }
  })
}

/** Returns when each hour of the week is next, from tomorrow on, in epoch minutes. */
function hoursAhead(zone: string, now: Date): Map<string, number> {
  const today = startOfLocalDay(zone, minutesOf(now.toISOString()))
  const hours = new Map<string, number>()
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const day = plusLocalDays(zone, today, ahead)
    const { year, month, day: date } = localParts(zone, day)
    for (let hour = 0; hour < 24; hour += 1) {
      hours.set(
        hourKey({ weekday: localWeekday(zone, day), hour }),
        atLocal(zone, { year, month, day: date, hour }),
      )
    }
  }
  return hours
}

/**
 * Returns the owner's own repeating prices of hours with their times in the week. One-time prices, for events, and those of single
 * zones come on top of what is suggested, and are not part of the usual week.
 */
function ownPrices(
  prices: readonly PriceRow[],
  zone: string,
  from: number,
  to: number,
): { price: PriceRow; spans: Span[] }[] {
  return prices
    .filter(
      (price) =>
        price.is_published &&
        !price.is_guidance &&
        price.repeat_frequency !== 'NEVER' &&
        price.zone_ids === null &&
        (price.units === null || price.units.includes('HOUR')),
    )
    .map((price) => ({ price, spans: occurrences(zone, price, from, to) }))
}

/** Returns the local day on which guidance last changed each hour. An undone change changed the price twice. */
function changedOn(zone: string, changes: readonly GuidanceChangeRow[]): Map<string, string> {
  const days = new Map<string, string>()
  for (const { applied_at, undone_at, hours } of changes) {
    const on = localDate(zone, minutesOf(undone_at ?? applied_at))
    for (const hour of hours) {
      const key = hourKey(hour)
      if (on > (days.get(key) ?? '')) days.set(key, on)
    }
  }
  return days
}
