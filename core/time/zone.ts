import { type Weekday, weekdays } from '../enums.ts'
import { dateOfDays, daysInMonth, daysOfDate, MINUTES_PER_DAY } from './instant.ts'

/**
 * The calendar of a lot's time zone, correct across clock changes. Instants are epoch minutes (instant.ts). A local
 * time that does not exist (the clock skipped it) is moved forward by the length of the gap; one that occurs twice
 * means the first. Both match Temporal's "compatible", which the tests compare with.
 *
 * Every function that takes a zone throws RangeError for a name that `isZone` refuses.
 */

/** Offsets are cached by stretches of this many minutes (5.7 days), so Intl is asked about once per stretch. */
const STRETCH = 8192
const MAX_STRETCHES = 4096

/** A stretch contains at most one clock change, because zones keep each offset for weeks at least. */
type Stretch = { changes_at: number; before: number; after: number }
type Clock = {
  format: Intl.DateTimeFormat
  stretches: Map<number, Stretch>
  latest: Stretch
  latest_key: number
}

export type LocalParts = {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  weekday: Weekday
  /** Minutes by which the zone is ahead of UTC at that instant. */
  offset_minutes: number
}

const clocks = new Map<string, Clock | null>()

/** Whether a text is an IANA zone name ("Europe/London", "UTC"); offsets and bare abbreviations are not. */
export function isZone(name: string): boolean {
  return findClock(name) !== null
}

/** Returns the minutes by which the zone is ahead of UTC at an instant; New York in winter is -300. */
export function offsetMinutes(zone: string, at: number): number {
  return offsetOf(clockOf(zone), at)
}

/** Returns the local date, time, and weekday at an instant. */
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

export function localWeekday(zone: string, at: number): Weekday {
  return weekdayOfDays(localDays(zone, at))
}

/** Returns the local day of the month at an instant, 1 to 31; cheaper than `localParts` in tight loops. */
export function localDayOfMonth(zone: string, at: number): number {
  return dateOfDays(localDays(zone, at)).day
}

/** Returns the local date at an instant, e.g. "2026-03-29". */
export function localDate(zone: string, at: number): string {
  const { year, month, day } = dateOfDays(localDays(zone, at))
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Returns the instant of a local date and time; see above for times that are skipped or repeated. */
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

/**
 * Returns the first instant of the local day that contains an instant; not always 00:00, and days last 23 to 25 hours.
 */
export function startOfLocalDay(zone: string, at: number): number {
  return firstInstantOf(clockOf(zone), localDays(zone, at))
}

/**
 * Returns the first instant of a date "2026-03-29" in the zone.
 * @throws RangeError for an invalid date
 */
export function startOfDate(zone: string, date: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)
  const [year, month, day] = [Number(parts?.[1]), Number(parts?.[2]), Number(parts?.[3])]
  if (!parts || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    throw new RangeError(`Not a date: ${date}`)
  }
  return firstInstantOf(clockOf(zone), daysOfDate(year, month, day))
}

/**
 * Returns the same local time `days` local days later (or earlier): 24 hours each, or 23 or 25 across a clock change.
 */
export function plusLocalDays(zone: string, at: number, days: number): number {
  if (days === 0) return at
  const clock = clockOf(zone)
  return instantOf(clock, at + offsetOf(clock, at) + days * MINUTES_PER_DAY)
}

/**
 * Returns the same local day and time `months` months later, or the month's last day if it has no such day. Always
 * count from the first start, never from the last result: January 31, February 28, March 31.
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

/** Returns the number of local midnights between two instants; negative if `to` is before `from`. */
export function localDaysBetween(zone: string, from: number, to: number): number {
  return localDays(zone, to) - localDays(zone, from)
}

/** Returns how many local days, counted from the start's time of day, have started by a moment; 0 up to the start. */
export function begunLocalDays(zone: string, starts: number, at: number): number {
  if (at <= starts) return 0
  const days = localDaysBetween(zone, starts, at)
  return plusLocalDays(zone, starts, days) < at ? days + 1 : days
}

function localDays(zone: string, at: number): number {
  return Math.floor((at + offsetOf(clockOf(zone), at)) / MINUTES_PER_DAY)
}

function weekdayOfDays(days: number): Weekday {
  // January 1, 1970, was a Thursday.
  return weekdays[(((days + 3) % 7) + 7) % 7] ?? 'MON'
}

/** Returns the offsets well before and well after a local time in any zone; at most one change lies between. */
function offsetsAround(clock: Clock, wall: number): [number, number] {
  return [offsetOf(clock, wall - 15 * 60), offsetOf(clock, wall + 13 * 60)]
}

function instantOf(clock: Clock, wall: number): number {
  const [before, after] = offsetsAround(clock, wall)
  // The offset before the change is right if there is none, if the time occurs twice, and if it is skipped.
  if (before === after || offsetOf(clock, wall - before) === before) return wall - before
  return offsetOf(clock, wall - after) === after ? wall - after : wall - before
}

function firstInstantOf(clock: Clock, days: number): number {
  const wall = days * MINUTES_PER_DAY
  const [before, after] = offsetsAround(clock, wall)
  const exists = offsetOf(clock, wall - before) === before || offsetOf(clock, wall - after) === after
  // If midnight is skipped, the day starts at the clock change, even if that is not a whole hour later.
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
    // Bounded because requests for distant years would fill the memory.
    if (clock.stretches.size >= MAX_STRETCHES) clock.stretches.clear()
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

/** Returns the first whole minute after `from`, up to `to`, whose offset differs from that at `from`. */
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
  if (!parts) throw new RangeError(`No UTC offset is known for minute ${at}`)
  // Seconds are dropped: only local mean times before 1972 have them, and whole minutes keep arithmetic exact.
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
  // Unknown names are not cached, because they come from outside and are unlimited.
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
