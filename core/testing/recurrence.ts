import fc from 'fast-check'
import { type Weekday, weekdays } from '../enums.ts'
import type { Recurrence, Span } from '../recurrence/recurrence.ts'
import { isoOf } from '../time/instant.ts'

/**
 * Generators for the tests of recurrences and opening hours: days with clock changes, recurrences around them, and an
 * independent slow expansion. It asks Intl for local times in steps of a quarter of an hour and uses nothing from
 * time/. Everything here lies on quarters of an hour, as do the offsets and changes of all zones.
 */

export const STEP = 15
export const DAY = 1440

/** Days with a clock change, with its kind, and one without. */
const changes = [
  ['America/Chicago', '2026-03-08'], // 02:00 becomes 03:00
  ['America/Chicago', '2026-11-01'], // 02:00 becomes 01:00
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'], // half an hour
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Africa/Casablanca', '2026-02-15'], // for Ramadan
  ['Africa/Casablanca', '2026-03-22'],
  ['America/Sao_Paulo', '2018-11-04'], // midnight is skipped
  ['America/Sao_Paulo', '2018-02-18'], // midnight becomes 23:00 of the previous day
  ['America/Havana', '2026-11-01'], // midnight occurs twice
  ['Pacific/Apia', '2011-12-30'], // a day is skipped
  ['Asia/Kathmandu', '2026-06-01'], // none, and an offset of 5:45
] as const

const formats = new Map<string, { format: Intl.DateTimeFormat; known: Map<number, string> }>()

/** Returns the local date and time at an instant: "2026-03-29 02:30". */
export function readWall(zone: string, at: number): string {
  let clock = formats.get(zone)
  if (!clock) {
    // The Swedish locale formats dates as in ISO 8601.
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
    clock = { format, known: new Map() }
    formats.set(zone, clock)
  }
  let text = clock.known.get(at)
  if (text === undefined) {
    text = clock.format.format(at * 60_000)
    clock.known.set(at, text)
  }
  return text
}

/** Returns the minutes of a text "2026-03-29 02:30" as if it were UTC. */
function minutesOfText(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`) / 60_000
}

/** Adds days to a date "2026-03-29". */
export function laterDate(date: string, days: number): string {
  return isoOf(minutesOfText(`${date} 00:00`) + days * DAY).slice(0, 10)
}

export function weekdayOf(date: string): Weekday {
  const names: Weekday[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
  return names[new Date(`${date}T12:00Z`).getUTCDay()] ?? 'SUN'
}

/** Returns the instant of a local time: the first that shows it, or the skipped time moved forward by the gap. */
export function findInstant(zone: string, date: string, minuteOfDay: number): number {
  const wanted = minutesOfText(`${date} 00:00`) + minuteOfDay
  const text = isoOf(wanted).slice(0, 16).replace('T', ' ')
  const [from, to] = [wanted - 16 * 60, wanted + 16 * 60]
  for (let at = from; at < to; at += STEP) if (readWall(zone, at) === text) return at
  let change = from
  while (readWall(zone, change) < text) change += STEP
  return change + wanted - minutesOfText(readWall(zone, change - STEP)) - STEP
}

/** Whether a date exists in the zone's calendar. */
export function hasDate(zone: string, date: string): boolean {
  const noon = minutesOfText(`${date} 12:00`)
  for (let at = noon - 26 * 60; at < noon + 26 * 60; at += STEP) {
    if (readWall(zone, at).startsWith(date)) return true
  }
  return false
}

/** Returns the span that starts on a date at a minute of the day and lasts `minutes` on the local clock. */
export function findSpan(zone: string, date: string, minuteOfDay: number, minutes: number): Span[] {
  if (!hasDate(zone, date)) return []
  const [from, to] = [findInstant(zone, date, minuteOfDay), findInstant(zone, date, minuteOfDay + minutes)]
  return from < to ? [{ from, to }] : []
}

/** Slow reference: expands the occurrences of a recurrence date by date. */
export function bruteForce(zone: string, recurrence: Recurrence, from: number, to: number): Span[] {
  const starts = Date.parse(recurrence.starts_at) / 60_000
  const ends =
    recurrence.ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(recurrence.ends_at) / 60_000
  const [firstDate = '', clock = ''] = readWall(zone, starts).split(' ')
  const found: Span[] = []
  if (recurrence.repeat_frequency === 'NEVER') {
    if (recurrence.until_on === null || firstDate <= recurrence.until_on)
      found.push({ from: starts, to: ends })
  } else {
    const minuteOfDay = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
    const minutes = minutesOfText(readWall(zone, ends)) - minutesOfText(readWall(zone, starts))
    const named = recurrence.weekdays.length > 0 ? recurrence.weekdays : [weekdayOf(firstDate)]
    const lastDate = [laterDate(isoOf(to).slice(0, 10), 2), recurrence.until_on ?? '9999'].sort()[0] ?? ''
    for (let date = firstDate; date <= lastDate; date = laterDate(date, 1)) {
      if (recurrence.repeat_frequency === 'WEEKLY' && !named.includes(weekdayOf(date))) continue
      found.push(...findSpan(zone, date, minuteOfDay, minutes))
    }
  }
  return found.filter((span) => from < to && span.from < to && span.to > from)
}

/** A day and a zone with a clock change, with the first existing instant of that day. */
export const changeDays = fc
  .constantFrom(...changes)
  .map(([zone, date]) => ({ zone, date, at: findInstant(zone, date, 0) }))

/** Minutes of the day on quarters, mostly at times when clocks change. */
export const minutesOfDay = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 16 }) },
    { weight: 1, arbitrary: fc.integer({ min: 92, max: 95 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 95 }) },
  )
  .map((quarters) => quarters * STEP)

/** Generates recurrences around a date, including ones that overlap themselves. */
export function recurrencesAround(zone: string, date: string): fc.Arbitrary<Recurrence> {
  return fc
    .record({
      days: fc.integer({ min: -20, max: 2 }),
      starts: minutesOfDay,
      later: fc.constantFrom(0, 0, 0, 1, 1, 2),
      ends: minutesOfDay,
      is_endless: fc.integer({ min: 0, max: 5 }).map((random) => random === 0),
      repeat_frequency: fc.constantFrom('NEVER', 'DAILY', 'DAILY', 'WEEKLY', 'WEEKLY'),
      weekdays: fc.subarray([...weekdays]),
      until: fc.option(fc.integer({ min: -22, max: 4 }), { freq: 2 }),
    })
    .map(({ days, starts, later, ends, is_endless, until, ...rest }): Recurrence => {
      const day = laterDate(date, days)
      const endless = is_endless && rest.repeat_frequency === 'NEVER'
      return {
        repeat_frequency: rest.repeat_frequency,
        weekdays: rest.repeat_frequency === 'WEEKLY' ? rest.weekdays : [],
        starts_at: isoOf(findInstant(zone, day, starts)),
        ends_at: endless ? null : isoOf(findInstant(zone, laterDate(day, later), ends)),
        until_on: until === null ? null : laterDate(date, until),
      }
    })
    .filter(({ starts_at, ends_at }) => ends_at === null || starts_at < ends_at)
}

/** Generates ranges of a few days around an instant; off the quarters if `step` is 1. */
export function rangesAround(at: number, step = STEP): fc.Arbitrary<Span> {
  const days = (min: number, max: number) => fc.integer({ min: (min * DAY) / step, max: (max * DAY) / step })
  return fc
    .tuple(days(-3, 3), days(0, 4))
    .map(([away, length]) => ({ from: at + away * step, to: at + (away + length) * step }))
}
