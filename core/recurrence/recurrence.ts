import { type RepeatFrequency, type Weekday, weekdays } from '../enums.ts'
import type { PlainReason } from '../reasons.ts'
import { findMinutesOf, MINUTES_PER_DAY, minutesOf } from '../time/instant.ts'
import { localWeekday, startOfDate } from '../time/zone.ts'
import type { Span } from './spans.ts'
import { spanOnWall, wallOf } from './wall.ts'

export { clipSpans, covers, mergeSpans, type Span, subtractSpans, touches } from './spans.ts'

/**
 * A time that happens once or repeats: a closure, a sublease, a weekend price. Repeats follow the local clock of the
 * lot, so 22:00 to 06:00 keeps these times in the night of a clock change and then lasts 7 or 9 hours.
 */
export type Recurrence = {
  /** ISO 8601. The first occurrence; if it repeats, its local date and time of day count. */
  starts_at: string
  /** Null means no end, which is only allowed without repeats. */
  ends_at: string | null
  repeat_frequency: RepeatFrequency
  /** Only for WEEKLY, counted from the date of `starts_at`; empty means the weekday of `starts_at`. */
  weekdays: readonly Weekday[]
  /** A local date, "2026-11-30": the last on which an occurrence may start. Null repeats forever. */
  until_on: string | null
}

/**
 * Returns all whole occurrences that overlap `[from, to)`, in order. A one-time recurrence keeps its two instants to
 * the second. A repeating one follows the local clock: a repeated hour means the first, and an occurrence that a
 * skipped hour leaves empty is omitted. The cost depends on the length of the range, not on how long ago the recurrence
 * started.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity if the recurrence does not repeat forever
 * @throws RangeError for an unreadable instant or date, an unknown zone, a repeat without an end of its first
 * occurrence, or an endless result
 */
export function occurrences(zone: string, recurrence: Recurrence, from: number, to: number): Span[] {
  const starts = minutesOf(recurrence.starts_at)
  const ends = recurrence.ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(recurrence.ends_at)
  const startWall = wallOf(zone, starts)
  const touchesRange = (span: Span) => Math.max(span.from, from) < Math.min(span.to, to)
  const lastIndex = lastIndexOf(recurrence, startWall)
  if (recurrence.repeat_frequency === 'NEVER') {
    return lastIndex >= 0 && touchesRange({ from: starts, to: ends }) ? [{ from: starts, to: ends }] : []
  }
  if (ends === Number.POSITIVE_INFINITY) throw new RangeError('A recurrence without an end cannot repeat')

  const endWall = wallOf(zone, ends)
  // One extra day at both ends, because no clock change is longer.
  const first = Number.isFinite(from) ? Math.floor((wallOf(zone, from) - endWall) / MINUTES_PER_DAY) - 1 : 0
  const last = Number.isFinite(to) ? Math.floor((wallOf(zone, to) - startWall) / MINUTES_PER_DAY) + 1 : to
  const end = Math.min(last, lastIndex)
  if (end === Number.POSITIVE_INFINITY)
    throw new RangeError('A recurrence that repeats forever has no last occurrence')
  const happensOn = dayTest(zone, recurrence, starts)
  const found: Span[] = []
  for (let index = Math.max(0, first); index <= end; index += 1) {
    if (!happensOn(index)) continue
    const shift = index * MINUTES_PER_DAY
    const span = spanOnWall(zone, startWall + shift, endWall + shift)
    if (span && touchesRange(span)) found.push(span)
  }
  return found
}

/** A problem with a recurrence, for the person who edits it. */
export type RecurrenceFault = { field: keyof Recurrence; reason: PlainReason }

/**
 * Maximum duration of a repeat that has an end. One of thousands of years means "forever" and is expensive to count.
 */
const MAX_REPEAT_DAYS = 50 * 366

/**
 * Returns the first problem with a recurrence; null if it is valid. `occurrences`
 * accepts every valid recurrence.
 * @throws RangeError for an unknown zone
 */
export function recurrenceFault(zone: string, recurrence: Recurrence): RecurrenceFault | null {
  const starts = findMinutesOf(recurrence.starts_at)
  if (starts === null) return fault('starts_at', 'start_invalid')
  if (!Number.isInteger(starts)) return fault('starts_at', 'start_seconds')
  const ends = recurrence.ends_at === null ? Number.POSITIVE_INFINITY : findMinutesOf(recurrence.ends_at)
  if (ends === null) return fault('ends_at', 'end_invalid')
  const isEndless = ends === Number.POSITIVE_INFINITY
  if (!isEndless && !Number.isInteger(ends)) {
    return fault('ends_at', 'end_seconds')
  }
  if (ends <= starts) return fault('ends_at', 'end_before_start')
  const isRepeated = recurrence.repeat_frequency !== 'NEVER'
  if (isRepeated && isEndless) {
    return fault('ends_at', 'repeat_without_end')
  }
  const startWall = wallOf(zone, starts)
  const length = isEndless ? ends : wallOf(zone, ends) - startWall
  return (
    weekdayProblem(recurrence) ??
    untilProblem(recurrence, startWall, dayTest(zone, recurrence, starts)) ??
    (isRepeated ? lengthProblem(recurrence, length, weekdays.indexOf(localWeekday(zone, starts))) : null)
  )
}

function weekdayProblem(recurrence: Recurrence): RecurrenceFault | null {
  if (recurrence.weekdays.length > 0 && recurrence.repeat_frequency !== 'WEEKLY') {
    return fault('weekdays', 'weekdays_not_weekly')
  }
  if (new Set(recurrence.weekdays).size < recurrence.weekdays.length) {
    return fault('weekdays', 'weekday_twice')
  }
  return null
}

function untilProblem(
  recurrence: Recurrence,
  startWall: number,
  happensOn: (index: number) => boolean,
): RecurrenceFault | null {
  if (recurrence.until_on === null) return null
  if (findMinutesOf(`${recurrence.until_on}T00:00Z`) === null) {
    return fault('until_on', 'last_day_invalid')
  }
  const last = lastIndexOf(recurrence, startWall)
  let first = 0
  while (!happensOn(first)) first += 1
  if (last < first) {
    return fault('until_on', 'last_day_too_early')
  }
  if (last > MAX_REPEAT_DAYS) {
    return fault('until_on', 'last_day_too_late')
  }
  return null
}

/** @param length of the first occurrence in wall minutes, which must not reach the next occurrence. */
function lengthProblem(recurrence: Recurrence, length: number, firstDay: number): RecurrenceFault | null {
  // Possible only in a repeated hour: the end is after the start but earlier on the local clock.
  if (length <= 0) {
    return fault('ends_at', 'end_before_start_locally')
  }
  if (recurrence.repeat_frequency === 'DAILY') {
    return length > MINUTES_PER_DAY ? fault('ends_at', 'daily_too_long') : null
  }
  const offsets = offsetsOfWeekdays(firstDay, recurrence.weekdays)
  const gaps = offsets.map((offset, at) => (offsets[at + 1] ?? (offsets[0] ?? 0) + 7) - offset)
  return length > Math.min(...gaps) * MINUTES_PER_DAY ? fault('ends_at', 'occurrences_overlap') : null
}

/**
 * Returns a test for the days on which an occurrence may start, as days after the date of `starts_at` (epoch minutes).
 */
function dayTest(zone: string, recurrence: Recurrence, starts: number): (index: number) => boolean {
  if (recurrence.repeat_frequency !== 'WEEKLY') return () => true
  const first = weekdays.indexOf(localWeekday(zone, starts))
  const offsets = offsetsOfWeekdays(first, recurrence.weekdays)
  return (index) => offsets.includes(index % 7)
}

/** Returns the offsets of the weekdays from the first day, 0 to 6, in order; only 0 if none is named. */
function offsetsOfWeekdays(firstDay: number, named: readonly Weekday[]): number[] {
  if (named.length === 0) return [0]
  return named.map((day) => (weekdays.indexOf(day) - firstDay + 7) % 7).sort((a, b) => a - b)
}

/** Returns the last day on which an occurrence may start, as days after the first. */
function lastIndexOf({ until_on }: Recurrence, startWall: number): number {
  if (until_on === null) return Number.POSITIVE_INFINITY
  // Dates are compared as dates in UTC, where each has 24 hours.
  return (
    (startOfDate('UTC', until_on) - Math.floor(startWall / MINUTES_PER_DAY) * MINUTES_PER_DAY) /
    MINUTES_PER_DAY
  )
}

function fault(field: RecurrenceFault['field'], code: PlainReason['code']): RecurrenceFault {
  return { field, reason: { code } }
}
