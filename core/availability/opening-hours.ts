import { type Weekday, weekdays } from '../enums.ts'
import type { PlainReason, Reason } from '../reasons.ts'
import { clipSpans, covers, mergeSpans, type Span } from '../recurrence/recurrence.ts'
import { spanOnWall, wallOf } from '../recurrence/wall.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '../time/instant.ts'

/**
 * Weekly opening hours in the lot's local time: "HH:MM", `closes` up to "24:00". A range that closes at or before its
 * opening time closes on the next day. A weekday without ranges is closed; null instead of hours means always open.
 */
export type OpeningHours = Partial<Record<Weekday, readonly { opens: string; closes: string }[]>>

const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY
/** Two weeks and a day, because a clock change can skip the only opening of a week. */
const LOOK_AHEAD_MINUTES = 15 * MINUTES_PER_DAY
const MAX_A_DAY = 6

/** An opening range in minutes since the midnight that starts its weekday; `to` is at most 2880. */
type OfDay = Span & { day: Weekday; opens: number; closes: number }
type Range = { opens: string; closes: string }

/**
 * Returns when a lot is open within `[from, to)`, in order and merged over midnight if it does not close there.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity if the lot is always or never open
 * @throws RangeError for an unreadable time of day, an unknown zone, or Infinity for a lot that opens and closes
 */
export function openSpans(zone: string, hours: OpeningHours | null, from: number, to: number): Span[] {
  const week = hours === null ? null : weekdays.map((day) => readDay(hours, day))
  if (week === null || coversWeek(week)) return clipSpans([{ from, to }], from, to)
  if (from >= to || week.every((day) => day.length === 0)) return []
  if (to === Number.POSITIVE_INFINITY)
    throw new RangeError('Weekly hours never end: the end of the range must be finite')
  const spans: Span[] = []
  // Start two days early, because a range that opens on the previous day may close late on the next.
  const first = Math.floor(wallOf(zone, from) / MINUTES_PER_DAY) - 2
  const last = Math.floor(wallOf(zone, to) / MINUTES_PER_DAY) + 1
  for (let day = first; day <= last; day += 1) {
    // Day 0, January 1, 1970, was a Thursday.
    for (const open of week[(((day + 3) % 7) + 7) % 7] ?? []) {
      const span = spanOnWall(zone, day * MINUTES_PER_DAY + open.from, day * MINUTES_PER_DAY + open.to)
      if (span) spans.push(span)
    }
  }
  return clipSpans(mergeSpans(spans), from, to)
}

/**
 * Whether a lot is open at an instant (epoch minutes). The opening minute counts as open, the closing minute as closed.
 */
export function isOpenAt(zone: string, hours: OpeningHours | null, at: number): boolean {
  // Lots open and close on whole minutes, so a minute is open or closed as a whole.
  return openSpans(zone, hours, Math.floor(at), Math.floor(at) + 1).length > 0
}

/** Returns the first problem with a lot's hours; null if they are valid. */
export function hoursFault(hours: OpeningHours | null): { field: Weekday; reason: Reason } | null {
  if (hours === null) return null
  for (const day of weekdays) {
    const ranges = hours[day] ?? []
    if (ranges.length > MAX_A_DAY) {
      return {
        field: day,
        reason: { code: 'too_many_hours_of_day', day, max: MAX_A_DAY },
      }
    }
    const unread = ranges.find((range) => findRange(range) === null)
    if (unread) {
      return { field: day, reason: { code: 'hours_invalid', day, ...unread } }
    }
  }
  const week = weekdays
    .flatMap((day, index) => readDay(hours, day).map((open) => shift(open, index * MINUTES_PER_DAY)))
    .sort((a, b) => a.from - b.from)
  for (const [at, open] of week.entries()) {
    // The last range of the week is followed by the first one of the next week.
    const next = week[at + 1] ?? shift(week[0] ?? open, MINUTES_PER_WEEK)
    if (open.to <= next.from) continue
    const [first, second] = [hoursOf(open), hoursOf(next)]
    return { field: next.day, reason: { code: 'hours_overlap', first, second } }
  }
  return null
}

/** Why a lot's hours do not allow a reservation. */
export type HoursRefusal = {
  field: 'starts_at' | 'ends_at'
  reason: PlainReason
  /** When the lot next opens after the requested time (ISO 8601), if that helps. */
  opens_at?: string
}

/**
 * Returns why a lot's hours do not allow a reservation; null if they do. The car must be able to enter and leave: the
 * reservation starts while the lot is open, not at the moment it closes, and ends while it is open or at the moment it
 * closes. Without overnight parking the whole reservation must lie between one opening and the next closing, so an
 * open-ended one is only possible in a lot that never closes.
 * @param session ISO 8601 instants
 * @throws RangeError for an unreadable instant or time of day, or an unknown zone
 */
export function hoursRefusal(
  zone: string,
  hours: OpeningHours | null,
  session: { starts_at: string; ends_at: string | null },
  overnight_allowed: boolean,
): HoursRefusal | null {
  // Most lots never close.
  if (hours === null) return null
  const starts = minutesOf(session.starts_at)
  const ends = session.ends_at === null ? null : minutesOf(session.ends_at)
  if (!isOpenAt(zone, hours, starts)) return closedAt('starts_at', zone, hours, starts)
  if (ends === null) {
    if (overnight_allowed || isAlwaysOpen(hours)) return null
    return {
      field: 'ends_at',
      reason: { code: 'no_overnight' },
    }
  }
  // Open at the end itself or in the minute before it.
  const mayLeave = isOpenAt(zone, hours, ends) || isOpenAt(zone, hours, Math.ceil(ends) - 1)
  if (!mayLeave) return closedAt('ends_at', zone, hours, ends)
  if (overnight_allowed || covers(openSpans(zone, hours, starts, ends), starts, ends)) return null
  return {
    field: 'ends_at',
    reason: { code: 'closes_during' },
  }
}

function closedAt(
  field: HoursRefusal['field'],
  zone: string,
  hours: OpeningHours | null,
  at: number,
): HoursRefusal {
  const [next] = openSpans(zone, hours, at, at + LOOK_AHEAD_MINUTES)
  if (!next) return { field, reason: { code: 'never_open' } }
  const code = field === 'starts_at' ? 'closed_at_start' : 'closed_at_end'
  return { field, reason: { code }, opens_at: isoOf(next.from) }
}

function isAlwaysOpen(hours: OpeningHours | null): boolean {
  return hours === null || coversWeek(weekdays.map((day) => readDay(hours, day)))
}

function coversWeek(week: readonly (readonly OfDay[])[]): boolean {
  const spans = week.flatMap((day, index) => day.map((open) => shift(open, index * MINUTES_PER_DAY)))
  // A range that runs past the end of the week covers the beginning of it.
  const before = spans.map((open) => shift(open, -MINUTES_PER_WEEK))
  return covers([...before, ...spans], 0, MINUTES_PER_WEEK)
}

function shift(open: OfDay, minutes: number): OfDay {
  return { ...open, from: open.from + minutes, to: open.to + minutes }
}

function readDay(hours: OpeningHours, day: Weekday): OfDay[] {
  return (hours[day] ?? []).map((range) => {
    const span = findRange(range)
    if (!span) throw new RangeError(`Not opening hours: ${range.opens} to ${range.closes}`)
    return { ...span, day, opens: span.from, closes: span.to % MINUTES_PER_DAY }
  })
}

const hoursOf = ({ day, opens, closes }: OfDay) => ({ day, opens, closes })

function findRange({ opens, closes }: Range): Span | null {
  const [from, to] = [findTimeOfDay(opens), findTimeOfDay(closes)]
  if (from === null || to === null || from === MINUTES_PER_DAY) return null
  return { from, to: to <= from ? to + MINUTES_PER_DAY : to }
}

/** Converts "00:00" to "24:00" into minutes since midnight; null if malformed. */
function findTimeOfDay(text: string): number | null {
  const parts = /^(\d\d):([0-5]\d)$/.exec(text)
  if (!parts) return null
  const minutes = Number(parts[1]) * 60 + Number(parts[2])
  return minutes <= MINUTES_PER_DAY ? minutes : null
}
