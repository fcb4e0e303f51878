import { type RepeatFrequency, type Weekday, weekdays } from '../enums.ts'
import { findMinutesOf, MINUTES_PER_DAY, minutesOf } from '../time/instant.ts'
import { localWeekday, startOfDate } from '../time/zone.ts'
import type { Span } from './spans.ts'
import { spanOnWall, wallOf } from './wall.ts'

export { clipSpans, covers, mergeSpans, type Span, subtractSpans, touches } from './spans.ts'

/**
 * A time that happens once or repeats: a closing, a sublease, a price for weekends. What repeats does so on the clock
 * of the lot's zone, so 22:00 to 06:00 stays that in the night in which the clocks change, and lasts 7 or 9 hours.
 */
export type RepeatWindow = {
  /** ISO 8601. The first occurrence; of one that repeats, its local date and time of day count. */
  starts_at: string
  /** Null is without end, and only for what does not repeat. */
  ends_at: string | null
  repeat_frequency: RepeatFrequency
  /** For WEEKLY alone, counted from the date of `starts_at` on; empty means the weekday of `starts_at`. */
  weekdays: readonly Weekday[]
  /** A local date, "2026-11-30": the last on which an occurrence may start. Null repeats for ever. */
  until_on: string | null
}

/**
 * All occurrences that have a moment in `[from, to)`, in order and whole. One that does not repeat is what its two
 * instants say, to the second; one that repeats is what the local clock says, so of an hour that comes twice it means
 * the first, and what a skipped hour leaves no length is left out. Costs what the asked range is long, however long
 * ago the window began.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity where the window does not repeat for ever
 * @throws RangeError for an unreadable instant or date, an unknown zone, what repeats without an end of its first
 *   occurrence, or an endless answer
 */
export function occurrences(zone: string, window: RepeatWindow, from: number, to: number): Span[] {
  const starts = minutesOf(window.starts_at)
  const ends = window.ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(window.ends_at)
  const startWall = wallOf(zone, starts)
  const touchesRange = (span: Span) => Math.max(span.from, from) < Math.min(span.to, to)
  const lastIndex = lastIndexOf(window, startWall)
  if (window.repeat_frequency === 'NEVER') {
    return lastIndex >= 0 && touchesRange({ from: starts, to: ends }) ? [{ from: starts, to: ends }] : []
  }
  if (ends === Number.POSITIVE_INFINITY) throw new RangeError('A window without an end cannot repeat')

  const endWall = wallOf(zone, ends)
  // A day more at both ends, since no change of the clocks is longer.
  const first = Number.isFinite(from) ? Math.floor((wallOf(zone, from) - endWall) / MINUTES_PER_DAY) - 1 : 0
  const last = Number.isFinite(to) ? Math.floor((wallOf(zone, to) - startWall) / MINUTES_PER_DAY) + 1 : to
  const end = Math.min(last, lastIndex)
  if (end === Number.POSITIVE_INFINITY) throw new RangeError('A window that repeats for ever has no last one')
  const happensOn = dayTest(zone, window, starts)
  const found: Span[] = []
  for (let index = Math.max(0, first); index <= end; index += 1) {
    if (!happensOn(index)) continue
    const shift = index * MINUTES_PER_DAY
    const span = spanOnWall(zone, startWall + shift, endWall + shift)
    if (span && touchesRange(span)) found.push(span)
  }
  return found
}

/** What is wrong with a window, for the person who made it. */
export type WindowFault = { field: keyof RepeatWindow; message: string }

/** A repeat with an end may go on this long. One of thousands of years is a way to say "for ever", and dear to count. */
const MOST_REPEAT_DAYS = 50 * 366

/**
 * The first thing about a window that makes no sense, in words that name what to do; null when all is well.
 * `occurrences` takes whatever this lets through.
 * @throws RangeError for an unknown zone
 */
export function windowFault(zone: string, window: RepeatWindow): WindowFault | null {
  const starts = findMinutesOf(window.starts_at)
  if (starts === null) return fault('starts_at', 'The start cannot be read. Give a date and a time of day.')
  if (!Number.isInteger(starts)) return fault('starts_at', 'Let it start on a whole minute, without seconds.')
  const ends = window.ends_at === null ? Number.POSITIVE_INFINITY : findMinutesOf(window.ends_at)
  if (ends === null) return fault('ends_at', 'The end cannot be read. Give a date and a time of day.')
  const isEndless = ends === Number.POSITIVE_INFINITY
  if (!isEndless && !Number.isInteger(ends)) {
    return fault('ends_at', 'Let it end on a whole minute, without seconds.')
  }
  if (ends <= starts) return fault('ends_at', 'It ends before it has begun. Choose an end after its start.')
  const isRepeated = window.repeat_frequency !== 'NEVER'
  if (isRepeated && isEndless) {
    return fault('ends_at', 'What repeats needs an end of its first time. Choose one, or let it not repeat.')
  }
  const startWall = wallOf(zone, starts)
  const length = isEndless ? ends : wallOf(zone, ends) - startWall
  return (
    faultOfWeekdays(window) ??
    faultOfUntil(window, startWall, dayTest(zone, window, starts)) ??
    (isRepeated ? faultOfLength(window, length, weekdays.indexOf(localWeekday(zone, starts))) : null)
  )
}

function faultOfWeekdays(window: RepeatWindow): WindowFault | null {
  if (window.weekdays.length > 0 && window.repeat_frequency !== 'WEEKLY') {
    return fault('weekdays', 'Weekdays are for what repeats weekly. Name none, or let it repeat weekly.')
  }
  if (new Set(window.weekdays).size < window.weekdays.length) {
    return fault('weekdays', 'A weekday is named twice. Name each one once.')
  }
  return null
}

function faultOfUntil(
  window: RepeatWindow,
  startWall: number,
  happensOn: (index: number) => boolean,
): WindowFault | null {
  if (window.until_on === null) return null
  if (findMinutesOf(`${window.until_on}T00:00Z`) === null) {
    return fault('until_on', 'The last day cannot be read. Give a date, or none to repeat for ever.')
  }
  const last = lastIndexOf(window, startWall)
  let first = 0
  while (!happensOn(first)) first += 1
  if (last < first) {
    return fault(
      'until_on',
      'The last day is before the first time. Choose a later one, or none to repeat for ever.',
    )
  }
  if (last > MOST_REPEAT_DAYS) {
    return fault('until_on', 'The last day is more than 50 years away. Choose none to repeat for ever.')
  }
  return null
}

/** @param length of the first occurrence in minutes on the wall, where it may not reach the next one. */
function faultOfLength(window: RepeatWindow, length: number, firstDay: number): WindowFault | null {
  // Only in the hour that comes twice: an end after the start, yet not on the clock that all other times follow.
  if (length <= 0) {
    return fault(
      'ends_at',
      'By the clock of the lot it ends before it has begun. Choose an end that reads later.',
    )
  }
  if (window.repeat_frequency === 'DAILY') {
    return length > MINUTES_PER_DAY
      ? fault('ends_at', 'What repeats daily may last 24 hours at most. Choose an earlier end.')
      : null
  }
  const offsets = offsetsOfWeekdays(firstDay, window.weekdays)
  const gaps = offsets.map((offset, at) => (offsets[at + 1] ?? (offsets[0] ?? 0) + 7) - offset)
  return length > Math.min(...gaps) * MINUTES_PER_DAY
    ? fault('ends_at', 'It still goes on when it begins again. Choose an earlier end, or fewer weekdays.')
    : null
}

/** Which days an occurrence may start on, as days after the date of `starts_at` (epoch minutes). */
function dayTest(zone: string, window: RepeatWindow, starts: number): (index: number) => boolean {
  if (window.repeat_frequency !== 'WEEKLY') return () => true
  const first = weekdays.indexOf(localWeekday(zone, starts))
  const offsets = offsetsOfWeekdays(first, window.weekdays)
  return (index) => offsets.includes(index % 7)
}

/** How many days after the first day each of the weekdays comes, 0 to 6, in order; 0 alone when none is named. */
function offsetsOfWeekdays(firstDay: number, named: readonly Weekday[]): number[] {
  if (named.length === 0) return [0]
  return named.map((day) => (weekdays.indexOf(day) - firstDay + 7) % 7).sort((a, b) => a - b)
}

/** The last day on which an occurrence may start, as days after the date on which the first does. */
function lastIndexOf({ until_on }: RepeatWindow, startWall: number): number {
  if (until_on === null) return Number.POSITIVE_INFINITY
  // Dates are compared as dates: in UTC every one of them has its 24 hours.
  return (
    (startOfDate('UTC', until_on) - Math.floor(startWall / MINUTES_PER_DAY) * MINUTES_PER_DAY) /
    MINUTES_PER_DAY
  )
}

function fault(field: WindowFault['field'], message: string): WindowFault {
  return { field, message }
}
