import { weekdays } from '@openspot/core/enums.ts'
import type { FirstDay } from '@openspot/core/time/calendar.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, localParts, startOfDate } from '@openspot/core/time/zone.ts'

/** A part of a calendar between two instants. */
interface Part {
  starts_at: string
  ends_at: string | null
}

/** The piece of a part that falls on one day, by local time. */
export interface Piece<P extends Part> {
  part: P
  starts_at: string
  ends_at: string
  /** Its position within the day by local time, 0 to 1. */
  from: number
  to: number
}

export interface CalendarDay<P extends Part> {
  /** "2026-03-29" */
  on: string
  pieces: Piece<P>[]
}

const plusDays = (on: string, days: number): string =>
  localDate('UTC', startOfDate('UTC', on) + days * MINUTES_PER_DAY)

/** Returns the week of a day. `first` is the first day of a week, which depends on the reader's region. */
export function weekOf(on: string, first: FirstDay): string[] {
  // `weekdays` begins with Monday.
  const weekday = (weekdays.indexOf(localParts('UTC', startOfDate('UTC', on)).weekday) + 8 - first) % 7
  return Array.from({ length: 7 }, (_, day) => plusDays(on, day - weekday))
}

/** Returns seven days from a day on. */
export const weekFrom = (on: string): string[] => Array.from({ length: 7 }, (_, day) => plusDays(on, day))

/** Returns the days of the weeks that overlap the month of a day. */
export function monthOf(on: string, first: FirstDay): string[] {
  const month = on.slice(0, 7)
  const days = weekOf(`${month}-01`, first)
  for (let next = plusDays(days[0] ?? on, 7); next.startsWith(month); next = plusDays(next, 7)) {
    days.push(...weekOf(next, first))
  }
  return days
}

/** Returns a day one week or month earlier or later. */
export function stepFrom(on: string, view: 'week' | 'month', step: 1 | -1): string {
  if (view === 'week') return plusDays(on, 7 * step)
  const first = `${on.slice(0, 7)}-01`
  return step === 1 ? `${plusDays(first, 31).slice(0, 7)}-01` : `${plusDays(first, -1).slice(0, 7)}-01`
}

/** Returns the instants of the start of the first day and the end of the last one. */
export function rangeOf(zone: string, days: readonly string[]): { starts_at: string; ends_at: string } {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return {
    starts_at: isoOf(startOfDate(zone, first)),
    ends_at: isoOf(startOfDate(zone, plusDays(last, 1))),
  }
}

/** Splits the parts of a calendar by local day. */
export function toCalendarDays<P extends Part>(
  zone: string,
  days: readonly string[],
  parts: readonly P[],
): CalendarDay<P>[] {
  return days.map((on) => {
    const [dayFrom, dayTo] = [startOfDate(zone, on), startOfDate(zone, plusDays(on, 1))]
    const pieces = parts.flatMap((part): Piece<P>[] => {
      const starts = minutesOf(part.starts_at)
      const ends = part.ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(part.ends_at)
      const [from, to] = [Math.max(starts, dayFrom), Math.min(ends, dayTo)]
      if (from >= to) return []
      return [
        {
          part,
          starts_at: isoOf(from),
          ends_at: isoOf(to),
          from: from === dayFrom ? 0 : clockShare(zone, from),
          to: to === dayTo ? 1 : clockShare(zone, to),
        },
      ]
    })
    return { on, pieces }
  })
}

/** Returns the position of an instant within its day by local time: noon is 0.5, even on the day of a clock change. */
export function clockShare(zone: string, at: number): number {
  const { hour, minute } = localParts(zone, at)
  return (hour * 60 + minute) / MINUTES_PER_DAY
}
