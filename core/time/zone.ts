import { type Weekday, weekdays } from '../enums.ts'
import { dateOfDays, daysInMonth, daysOfDate, MINUTES_PER_DAY } from './instant.ts'

/**
 * The calendar of a lot's own zone, right across changes of the clocks. Instants are epoch minutes (instant.ts).
 * Where a local time does not exist (the clocks went forward over it) it is taken as far after the change as it was
 * meant to be; where it comes twice, the first is taken. Both as Temporal's "compatible", which is the tests' oracle.
 *
 * Every function that takes a zone throws RangeError for a name that `isZone` refuses.
 */

/** Offsets are looked up by stretches of this many minutes (5.7 days), so Intl is asked about once a stretch. */
const STRETCH = 8192
const MOST_STRETCHES = 4096

/** A stretch holds one change of the clocks at most: zones keep each setting for weeks at least. */
type Stretch = { changes_at: number; before: number; after: number }
type Clock = {
  format: Intl.DateTimeFormat
  stretches: Map<number, Stretch>
  latest: Stretch
  latest_key: number
}

export type LocalParts = {
  year: number
  /** 1 to 12 */
  month: number
  day: number
  hour: number
  minute: number
  weekday: Weekday
  /** Minutes that the zone is ahead of UTC at that instant. */
  offset_minutes: number
}

const clocks = new Map<string, Clock | null>()

/** Whether a text is the name of an IANA zone ("Europe/London", "UTC"); offsets and bare abbreviations are not. */
export function isZone(name: string): boolean {
  return findClock(name) !== null
}

/** Minutes that the zone is ahead of UTC at an instant: New York in winter -300. */
export function offsetMinutes(zone: string, at: number): number {
  return offsetOf(clockOf(zone), at)
}

/** What clock and calendar in the zone show at an instant. */
export function localParts(zone: string, at: number): LocalParts {
  const offset = offsetOf(clockOf(zone), at)
  const wall = Math.floor(at + offset)
  const days = Math.floor(wall / MINUTES_PER_DAY)
  const minuteOfDay = wall - days * MINUTES_PER_DAY
  const { year, month, day } = dateOfDays(days)
  return {
    year,
    month,
    day,
    hour: Math.floor(minuteOfDay / 60),
    minute: minuteOfDay % 60,
    weekday: weekdayOfDays(days),
    offset_minutes: offset,
  }
}

/** The weekday in the zone at an instant. */
export function localWeekday(zone: string, at: number): Weekday {
  return weekdayOfDays(localDays(zone, at))
}

/** The day of the month in the zone at an instant, 1 to 31; `localParts` without the rest, for tight loops. */
export function localDayOfMonth(zone: string, at: number): number {
  return dateOfDays(localDays(zone, at)).day
}

/** The date in the zone at an instant, as "2026-03-29". */
export function localDate(zone: string, at: number): string {
  const { year, month, day } = dateOfDays(localDays(zone, at))
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The instant at which clock and calendar in the zone show this; see above for times that come never or twice. */
export function atLocal(
  zone: string,
  parts: { year: number; month: number; day: number; hour?: number; minute?: number },
): number {
  const wall =
    daysOfDate(parts.year, parts.month, parts.day) * MINUTES_PER_DAY +
    (parts.hour ?? 0) * 60 +
    (parts.minute ?? 0)
  return instantOf(clockOf(zone), wall)
}

/** The first instant of the local day in which an instant lies; not always 00:00, and days last 23 to 25 hours. */
export function startOfLocalDay(zone: string, at: number): number {
  return firstInstantOf(clockOf(zone), localDays(zone, at))
}

/**
 * The first instant of a date "2026-03-29" in the zone.
 * @throws RangeError for a text that is no date
 */
export function startOfDate(zone: string, date: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)
  const [year, month, day] = [Number(parts?.[1]), Number(parts?.[2]), Number(parts?.[3])]
  if (!parts || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    throw new RangeError(`Not a date: ${date}`)
  }
  return firstInstantOf(clockOf(zone), daysOfDate(year, month, day))
}

/** The same time of day so many local days later (or earlier): 24 hours mostly, 23 or 25 when the clocks change. */
export function plusLocalDays(zone: string, at: number, days: number): number {
  if (days === 0) return at
  const clock = clockOf(zone)
  return instantOf(clock, at + offsetOf(clock, at) + days * MINUTES_PER_DAY)
}

/**
 * The same day and time so many local months later, on the month's last day where it has no such day. Count from
 * the first start always, never from the last result: Jan 31, Feb 28, Mar 31.
 */
export function plusLocalMonths(zone: string, at: number, months: number): number {
  if (months === 0) return at
  const clock = clockOf(zone)
  const wall = at + offsetOf(clock, at)
  const days = Math.floor(wall / MINUTES_PER_DAY)
  const from = dateOfDays(days)
  const monthIndex = from.year * 12 + from.month - 1 + months
  const year = Math.floor(monthIndex / 12)
  const month = monthIndex - year * 12 + 1
  const target = daysOfDate(year, month, Math.min(from.day, daysInMonth(year, month)))
  return instantOf(clock, wall + (target - days) * MINUTES_PER_DAY)
}

/** How many midnights of the zone's calendar lie between two instants; negative when `to` is before `from`. */
export function localDaysBetween(zone: string, from: number, to: number): number {
  return localDays(zone, to) - localDays(zone, from)
}

/** How many local days, counted from a start at its time of day, have begun by a moment; 0 up to the start itself. */
export function begunLocalDays(zone: string, starts: number, at: number): number {
  if (at <= starts) return 0
  const days = localDaysBetween(zone, starts, at)
  return plusLocalDays(zone, starts, days) < at ? days + 1 : days
}

function localDays(zone: string, at: number): number {
  return Math.floor((at + offsetOf(clockOf(zone), at)) / MINUTES_PER_DAY)
}

function weekdayOfDays(days: number): Weekday {
  // 1970-01-01 was a Thursday.
  return weekdays[(((days + 3) % 7) + 7) % 7] ?? 'MON'
}

/** The offsets in force well before and well after a local time, whatever the zone: one change lies between at most. */
function offsetsAround(clock: Clock, wall: number): [number, number] {
  return [offsetOf(clock, wall - 15 * 60), offsetOf(clock, wall + 13 * 60)]
}

function instantOf(clock: Clock, wall: number): number {
  const [before, after] = offsetsAround(clock, wall)
  // Before the change: right when there is none, when the time comes twice, and when it is skipped.
  if (before === after || offsetOf(clock, wall - before) === before) return wall - before
  return offsetOf(clock, wall - after) === after ? wall - after : wall - before
}

function firstInstantOf(clock: Clock, days: number): number {
  const wall = days * MINUTES_PER_DAY
  const [before, after] = offsetsAround(clock, wall)
  const exists = offsetOf(clock, wall - before) === before || offsetOf(clock, wall - after) === after
  // A skipped midnight: the day begins where the clocks change, even if that is not a whole hour later.
  return exists
    ? instantOf(clock, wall)
    : firstChange(wall - after, wall - before, (at) => offsetOf(clock, at))
}

function offsetOf(clock: Clock, at: number): number {
  const key = Math.floor(at / STRETCH)
  const stretch = key === clock.latest_key ? clock.latest : stretchOf(clock, key)
  return at < stretch.changes_at ? stretch.before : stretch.after
}

function stretchOf(clock: Clock, key: number): Stretch {
  let stretch = clock.stretches.get(key)
  if (!stretch) {
    // Bounded: otherwise requests for far years would fill the memory.
    if (clock.stretches.size >= MOST_STRETCHES) clock.stretches.clear()
    stretch = readStretch(clock.format, key)
    clock.stretches.set(key, stretch)
  }
  clock.latest = stretch
  clock.latest_key = key
  return stretch
}

function readStretch(format: Intl.DateTimeFormat, key: number): Stretch {
  const from = key * STRETCH
  const before = readOffset(format, from)
  const after = readOffset(format, from + STRETCH)
  const changesAt =
    before === after
      ? Number.POSITIVE_INFINITY
      : firstChange(from, from + STRETCH, (at) => readOffset(format, at))
  return { changes_at: changesAt, before, after }
}

/** The first whole minute after `from`, up to `to`, at which the offset is no longer the one at `from`. */
function firstChange(from: number, to: number, offsetAt: (at: number) => number): number {
  const before = offsetAt(from)
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const parts = /GMT(?:([+-])(\d\d):(\d\d)(?::\d\d)?)?$/.exec(format.format(at * 60_000))
  if (!parts) throw new RangeError(`No offset to be had for minute ${at}`)
  // Seconds are dropped: only local mean times of before 1972 have them, and whole minutes keep arithmetic exact.
  const size = Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0)
  return parts[1] === '-' ? -size : size
}

function clockOf(zone: string): Clock {
  const clock = findClock(zone)
  if (!clock) throw new RangeError(`Not a time zone: ${zone}`)
  return clock
}

function findClock(zone: string): Clock | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  // Unknown names are not kept: they come from outside and have no end.
  if (!/^(UTC|[A-Za-z][A-Za-z_]*(\/[A-Za-z0-9_+-]+)+)$/.test(zone)) return null
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    const clock: Clock = { format, stretches: new Map(), latest: readStretch(format, 0), latest_key: 0 }
    clocks.set(zone, clock)
    return clock
  } catch {
    return null
  }
}
