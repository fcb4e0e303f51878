import { isoOf, MINUTES_PER_DAY, minutesOf } from './instant.ts'
import { localDaysBetween, localParts, offsetMinutes, plusLocalDays } from './zone.ts'

/**
 * Formats times for people: "Today, 2:00 PM – 4:30 PM · 2 hr 30 min". Days, months, and clock times come from Intl in the
 * reader's language and the lot's time zone; `now` is a parameter, so a page is consistent. All instants are ISO 8601.
 * Every function throws RangeError for an unreadable instant or an unknown zone.
 */
export type TimeFormat = {
  /** The lot's time zone, in which times are shown. */
  zone: string
  now: string
  /** BCP 47, e.g. "en-GB". It decides between 14:00 and 2:00 PM. */
  locale: string
  /** The reader's time zone; the lot's zone is named if the two clocks differ. */
  reader_zone?: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * "Today, 2:00 PM – 4:30 PM · 2 hr 30 min", or "Today, 2:00 PM – Mon, Nov 23, 9:00 AM · 2 days". Without an end it is what
 * `formatOpen` returns for its start, such as "From today, 2:00 PM", because that is a message of the reader's language.
 */
export function formatReservationTime(
  times: { starts_at: string; ends_at: string | null },
  timeFormat: TimeFormat,
  formatOpen: (start: string) => string,
): string {
  const zoneName = nameOtherZone(times.starts_at, timeFormat)
  if (times.ends_at === null)
    return joined([formatOpen(formatInstant(times.starts_at, timeFormat, false)), zoneName])
  const end = endAfter(times.starts_at, times.ends_at, timeFormat)
  return joined([
    `${formatInstant(times.starts_at, timeFormat)} – ${end}`,
    formatLength(times.starts_at, times.ends_at, timeFormat),
    zoneName,
  ])
}

/**
 * What of `formatReservationTime` is left below a start that is shown already: "Until 4:30 PM · 2 hr 30 min". `formatUntil` is a message of
 * the reader's language. Without an end it is only the zone, if that differs.
 */
export function formatRestOfTime(
  times: { starts_at: string; ends_at: string | null },
  timeFormat: TimeFormat,
  formatUntil: (end: string) => string,
): string {
  const zoneName = nameOtherZone(times.starts_at, timeFormat)
  if (times.ends_at === null) return zoneName ?? ''
  return joined([
    formatUntil(endAfter(times.starts_at, times.ends_at, timeFormat)),
    formatLength(times.starts_at, times.ends_at, timeFormat),
    zoneName,
  ])
}

/** An end at the midnight after the start's day still belongs to that day: "10:00 PM – 12:00 AM". */
function endAfter(starts_at: string, ends_at: string, timeFormat: TimeFormat): string {
  const isSameDay = localDaysBetween(timeFormat.zone, minutesOf(starts_at), minutesOf(ends_at) - 1 / 60) === 0
  return isSameDay ? formatTime(ends_at, timeFormat) : formatInstant(ends_at, timeFormat, false)
}

/**
 * Formats a moment with its day: "Today, 2:00 PM", "Mon, Nov 23, 9:00 AM". With `opening` false, "today" is lower case for
 * use within a sentence.
 */
export function formatInstant(at: string, timeFormat: TimeFormat, opening = true): string {
  const word = relativeDay(at, timeFormat, opening)
  if (word !== null) return `${word}${separator(timeFormat)}${formatTime(at, timeFormat)}`
  return write(minutesOf(at), timeFormat, { ...dayOptions(at, timeFormat), ...timeOptions(at, timeFormat) })
}

/** Formats local time: "2:00 PM". An hour repeated by a clock change gets its offset: "1:30 AM GMT-5". */
export function formatTime(at: string, timeFormat: TimeFormat): string {
  return write(minutesOf(at), timeFormat, timeOptions(at, timeFormat))
}

/** Formats a time of the day, in minutes since midnight: "2:00 PM". 1,440 is midnight at the end of the day. */
export const formatClock = (minutes: number, locale: string): string =>
  write(minutes, { zone: 'UTC', locale, now: '' }, clockOptions({ zone: 'UTC', locale, now: '' }))

/** Formats a whole hour of the day without minutes, for the head of a calendar: "6 PM" or "18". */
export const formatHour = (hour: number, locale: string): string =>
  write(hour * 60, { zone: 'UTC', locale, now: '' }, { hour: 'numeric' })

/** Formats the local day: "Today", "Tomorrow", "Yesterday", otherwise "Mon, Nov 23", with the year if it differs. */
export function formatDay(at: string, timeFormat: TimeFormat, opening = true): string {
  return relativeDay(at, timeFormat, opening) ?? write(minutesOf(at), timeFormat, dayOptions(at, timeFormat))
}

/** "Today", "Tomorrow", or "Yesterday"; null for other days. */
function relativeDay(at: string, timeFormat: TimeFormat, opening: boolean): string | null {
  const days = localDaysBetween(timeFormat.zone, minutesOf(timeFormat.now), minutesOf(at))
  if (Math.abs(days) > 1) return null
  const word = new Intl.RelativeTimeFormat(timeFormat.locale, { numeric: 'auto' }).format(days, 'day')
  return opening ? word.slice(0, 1).toLocaleUpperCase(timeFormat.locale) + word.slice(1) : word
}

function dayOptions(at: string, timeFormat: TimeFormat): Intl.DateTimeFormatOptions {
  const yearOf = (moment: string) => localParts(timeFormat.zone, minutesOf(moment)).year
  return {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(yearOf(at) === yearOf(timeFormat.now) ? {} : { year: 'numeric' }),
  }
}

function timeOptions(at: string, timeFormat: TimeFormat): Intl.DateTimeFormatOptions {
  const minutes = minutesOf(at)
  const twice = [-60, -30, 30, 60].some(
    (shift) =>
      offsetMinutes(timeFormat.zone, minutes) - offsetMinutes(timeFormat.zone, minutes + shift) === shift,
  )
  return { ...clockOptions(timeFormat), ...(twice ? { timeZoneName: 'shortOffset' } : {}) }
}

/** 09:00 on a 24-hour clock, 9:00 AM on a 12-hour clock. */
function clockOptions(timeFormat: TimeFormat): Intl.DateTimeFormatOptions {
  const { hour12 } = formatOf(timeFormat, { hour: 'numeric' }).resolvedOptions()
  return { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' }
}

/** What the language writes between a day and a time: ", " in English, " " in Japanese. */
function separator(timeFormat: TimeFormat): string {
  const parts = formatOf(timeFormat, { month: 'short', day: 'numeric', hour: '2-digit' }).formatToParts(0)
  const time = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod')
  // Japanese has the last character of the day in the same part.
  return /\P{L}*$/u.exec(parts[time - 1]?.value ?? '')?.[0] ?? ' '
}

/** Formats a moment that is read long after: "March 1, 2026 at 2:00 PM", never relative to now. */
export function formatInFull(at: string, timeFormat: Pick<TimeFormat, 'zone' | 'locale'>): string {
  return write(
    minutesOf(at),
    { ...timeFormat, now: at },
    {
      ...fullDate,
      ...timeOptions(at, { ...timeFormat, now: at }),
    },
  )
}

/** As `formatInFull`, with the name of the zone: "March 1, 2026 at 2:00 PM Eastern Time", for messages that are read anywhere. */
export function formatInFullWithZone(at: string, timeFormat: Pick<TimeFormat, 'zone' | 'locale'>): string {
  const options = { ...fullDate, ...timeOptions(at, { ...timeFormat, now: at }) }
  // An hour that a clock change repeats has its offset already, which says more.
  return write(minutesOf(at), { ...timeFormat, now: at }, { timeZoneName: 'longGeneric', ...options })
}

/** Formats two such moments: "March 1, 2026 at 2:00 PM – 4:00 PM". */
export function formatSpan(
  from: string,
  to: string,
  timeFormat: Pick<TimeFormat, 'zone' | 'locale'>,
): string {
  const sameDay = formatDate(from, timeFormat) === formatDate(to, timeFormat)
  return `${formatInFull(from, timeFormat)} – ${sameDay ? formatTime(to, { ...timeFormat, now: to }) : formatInFull(to, timeFormat)}`
}

/**
 * Formats a reservation for messages that are read later: "March 1, 2026 at 2:00 PM – 4:00 PM · 2 hr · Eastern Time". It
 * names the lot's zone, because nobody knows where the message will be read.
 */
export function formatReservationInFull(
  times: { starts_at: string; ends_at: string | null },
  timeFormat: Pick<TimeFormat, 'zone' | 'locale'>,
  formatOpen: (start: string) => string,
): string {
  const zoneName = zoneMessage(times.starts_at, timeFormat)
  if (times.ends_at === null) return joined([formatOpen(formatInFull(times.starts_at, timeFormat)), zoneName])
  return joined([
    formatSpan(times.starts_at, times.ends_at, timeFormat),
    formatLength(times.starts_at, times.ends_at, timeFormat),
    zoneName,
  ])
}

/** Formats a moment in the reader's zone, and in UTC if that is unknown: "Nov 22, 2026, 12:53 AM Central Time", "Nov 22, 2026, 6:53 AM UTC". */
export function formatForReader(at: string, locale: string, reader_zone: string | null): string {
  const timeFormat = { zone: reader_zone ?? 'UTC', locale, now: at }
  return write(minutesOf(at), timeFormat, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...clockOptions(timeFormat),
    timeZoneName: reader_zone === null || reader_zone === 'UTC' ? 'short' : 'longGeneric',
  })
}

const fullDate = { year: 'numeric', month: 'long', day: 'numeric' } as const

/** Formats only the day: "March 1, 2026". */
export function formatDate(at: string, timeFormat: Pick<TimeFormat, 'zone' | 'locale'>): string {
  return write(minutesOf(at), { ...timeFormat, now: at }, fullDate)
}

/** Formats a length in local days and hours: "45 min", "2 hr 30 min", "3 days", "1 day 4 hr". */
export function formatLength(
  starts_at: string,
  ends_at: string,
  timeFormat: Pick<TimeFormat, 'zone' | 'locale'>,
): string {
  const [from, to] = [minutesOf(starts_at), minutesOf(ends_at)]
  let days = Math.max(0, localDaysBetween(timeFormat.zone, from, to))
  // Local days, so that noon to noon is one day across a clock change.
  while (days > 0 && plusLocalDays(timeFormat.zone, from, days) > to) days -= 1
  const rest = Math.round(to - plusLocalDays(timeFormat.zone, from, days))
  if (days === 0) return formatMinutes(rest, timeFormat.locale)
  const dayText = unit(days, 'day', timeFormat.locale, 'long')
  return rest === 0
    ? dayText
    : listOf([dayText, ...hoursAndMinutes(rest, timeFormat.locale)], timeFormat.locale)
}

/** Formats a duration that belongs to no calendar day: up to two days in hours, then in days of 24 hours, "7 days 2 hr". */
export function formatDuration(minutes: number, locale: string): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 2 * MINUTES_PER_DAY) return formatMinutes(whole, locale)
  const rest = whole % MINUTES_PER_DAY
  const days = unit(Math.floor(whole / MINUTES_PER_DAY), 'day', locale, 'long')
  return rest === 0 ? days : listOf([days, ...hoursAndMinutes(rest, locale)], locale)
}

/** Formats a local date such as 2026-11-21: "November 21, 2026", or only its month: "November 2026". */
export const formatLocalDate = (date: string, locale: string, part: 'day' | 'month' = 'day'): string =>
  write(
    minutesOf(`${date}T00:00:00Z`),
    { zone: 'UTC', locale, now: '' },
    part === 'day' ? fullDate : { year: 'numeric', month: 'long' },
  )

/** Formats minutes, rounded: "45 min", "2 hr", "2 hr 30 min". */
export const formatMinutes = (minutes: number, locale: string): string =>
  listOf(hoursAndMinutes(Math.max(0, Math.round(minutes)), locale), locale)

function hoursAndMinutes(minutes: number, locale: string): string[] {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [
    ...(hours > 0 ? [unit(hours, 'hour', locale, 'short')] : []),
    ...(rest > 0 || hours === 0 ? [unit(rest, 'minute', locale, 'short')] : []),
  ]
}

const unit = (value: number, name: string, locale: string, unitDisplay: 'long' | 'short'): string =>
  plain(new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay }).format(value))

const listOf = (parts: string[], locale: string): string =>
  plain(new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts))

/**
 * Whether a time is over, with the length until then, rounded up and so never "0 min left", or since then, rounded down.
 * Null if it ended within the last minute.
 */
export function formatTimeLeft(
  ends_at: string,
  timeFormat: Pick<TimeFormat, 'zone' | 'locale' | 'now'>,
): { is_over: boolean; length: string | null } {
  const left = minutesOf(ends_at) - minutesOf(timeFormat.now)
  if (left <= 0 && left > -1) return { is_over: true, length: null }
  const from = left > 0 ? minutesOf(ends_at) - Math.ceil(left) : minutesOf(ends_at)
  const to = left > 0 ? minutesOf(ends_at) : minutesOf(ends_at) + Math.floor(-left)
  return { is_over: left <= 0, length: formatLength(isoOf(from), isoOf(to), timeFormat) }
}

/**
 * Returns the name of the lot's time zone ("Eastern Time") if the reader's clock shows another time, otherwise null.
 */
export function nameOtherZone(at: string, timeFormat: TimeFormat): string | null {
  const minutes = minutesOf(at)
  const reader = timeFormat.reader_zone ?? timeFormat.zone
  if (offsetMinutes(reader, minutes) === offsetMinutes(timeFormat.zone, minutes)) return null
  return zoneMessage(at, timeFormat)
}

/** Returns the name of the lot's time zone: "Eastern Time". */
export function zoneMessage(at: string, timeFormat: Pick<TimeFormat, 'zone' | 'locale'>): string {
  const format = formatOf({ ...timeFormat, now: at }, { timeZoneName: 'longGeneric' })
  const parts = format.formatToParts(minutesOf(at) * 60_000)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeFormat.zone
}

function write(minutes: number, timeFormat: TimeFormat, options: Intl.DateTimeFormatOptions): string {
  return plain(formatOf(timeFormat, options).format(Math.floor(minutes) * 60_000))
}

/**
 * Browsers differ in the space before PM, but a server-rendered page must not change on hydration. Spanish has AM instead of "a.m.":
 * a sentence that ends with the latter would have two periods.
 */
const plain = (text: string): string =>
  text
    .replaceAll(/[\u202f\u2009\u00a0]/g, ' ')
    .replaceAll(/\b([ap])\. ?m\./g, (_, half: string) => (half === 'a' ? 'AM' : 'PM'))

function formatOf(timeFormat: TimeFormat, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeFormat.locale} ${timeFormat.zone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(timeFormat.locale, { ...options, timeZone: timeFormat.zone })
    formats.set(key, format)
  }
  return format
}

function joined(parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ')
}
