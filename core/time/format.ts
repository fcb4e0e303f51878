import { isoOf, minutesOf } from './instant.ts'
import { localDaysBetween, localParts, offsetMinutes, plusLocalDays } from './zone.ts'

/**
 * Formats times for people: "Today 14:00 – 16:30 · 2 h 30". Days, months, and clock times come from Intl in the
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

/** "Today 14:00 – 16:30 · 2 h 30", or "Today 14:00 – Mon 23 Nov 09:00 · 2 days"; without an end "From today 14:00". */
export function formatReservationTime(
  times: { starts_at: string; ends_at: string | null },
  timeFormat: TimeFormat,
): string {
  const zoneName = nameOtherZone(times.starts_at, timeFormat)
  if (times.ends_at === null)
    return joined([`From ${formatInstant(times.starts_at, timeFormat, false)}`, zoneName])
  const [from, to] = [minutesOf(times.starts_at), minutesOf(times.ends_at)]
  // An end at the midnight after the start's day still belongs to that day: "22:00 – 00:00".
  const sameDay = localDaysBetween(timeFormat.zone, from, to - 1 / 60) === 0
  const end = sameDay
    ? formatTime(times.ends_at, timeFormat)
    : formatInstant(times.ends_at, timeFormat, false)
  return joined([
    `${formatInstant(times.starts_at, timeFormat)} – ${end}`,
    formatLength(times.starts_at, times.ends_at, timeFormat),
    zoneName,
  ])
}

/**
 * Formats a moment with its day: "Today 14:00", "Mon 23 Nov 09:00". With `opening` false, "today" is lower case for use
 * within a sentence.
 */
export function formatInstant(at: string, timeFormat: TimeFormat, opening = true): string {
  return `${formatDay(at, timeFormat, opening)} ${formatTime(at, timeFormat)}`
}

/** Formats local time: "14:00". An hour repeated by a clock change gets its offset: "01:30 GMT-5". */
export function formatTime(at: string, timeFormat: TimeFormat): string {
  const minutes = minutesOf(at)
  const twice = [-60, -30, 30, 60].some(
    (shift) =>
      offsetMinutes(timeFormat.zone, minutes) - offsetMinutes(timeFormat.zone, minutes + shift) === shift,
  )
  // 09:00 on a 24-hour clock, 9:00 AM on a 12-hour clock.
  const halfDays = formatOf(timeFormat, { hour: 'numeric' }).resolvedOptions().hour12
  return write(minutes, timeFormat, {
    hour: halfDays ? 'numeric' : '2-digit',
    minute: '2-digit',
    ...(twice ? { timeZoneName: 'shortOffset' } : {}),
  })
}

/** Formats the local day: "Today", "Tomorrow", "Yesterday", otherwise "Mon 23 Nov", with the year if it differs. */
export function formatDay(at: string, timeFormat: TimeFormat, opening = true): string {
  const [minutes, now] = [minutesOf(at), minutesOf(timeFormat.now)]
  const days = localDaysBetween(timeFormat.zone, now, minutes)
  if (Math.abs(days) <= 1) {
    const word = new Intl.RelativeTimeFormat(timeFormat.locale, { numeric: 'auto' }).format(days, 'day')
    return opening ? word.slice(0, 1).toLocaleUpperCase(timeFormat.locale) + word.slice(1) : word
  }
  const sameYear = localParts(timeFormat.zone, minutes).year === localParts(timeFormat.zone, now).year
  const date = write(minutes, timeFormat, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
  // Intl puts a comma after the weekday in English; our format has none.
  return date.replace(/^(\p{L}+\.?),\s/u, '$1 ')
}

/** Formats a moment that is read long after: "1 March 2026, 14:00", never relative to now. */
export function formatInFull(at: string, timeFormat: Pick<TimeFormat, 'zone' | 'locale'>): string {
  return `${formatDate(at, timeFormat)}, ${formatTime(at, { ...timeFormat, now: at })}`
}

/** Formats two such moments: "1 March 2026, 14:00 – 16:00". */
export function formatSpan(
  from: string,
  to: string,
  timeFormat: Pick<TimeFormat, 'zone' | 'locale'>,
): string {
  const sameDay = formatDate(from, timeFormat) === formatDate(to, timeFormat)
  return `${formatInFull(from, timeFormat)} – ${sameDay ? formatTime(to, { ...timeFormat, now: to }) : formatInFull(to, timeFormat)}`
}

/** Formats only the day: "1 March 2026". */
export function formatDate(at: string, timeFormat: Pick<TimeFormat, 'zone' | 'locale'>): string {
  return write(minutesOf(at), { ...timeFormat, now: at }, { dateStyle: 'long' })
}

/** Formats a length in local days and hours: "45 min", "2 h 30", "3 days", "1 day 4 h". */
export function formatLength(
  starts_at: string,
  ends_at: string,
  timeFormat: Pick<TimeFormat, 'zone' | 'locale'>,
): string {
  const [from, to] = [minutesOf(starts_at), minutesOf(ends_at)]
  let days = Math.max(0, localDaysBetween(timeFormat.zone, from, to))
  // Local days, so that noon to noon is one day across a clock change.
  while (days > 0 && plusLocalDays(timeFormat.zone, from, days) > to) days -= 1
  const rest = to - plusLocalDays(timeFormat.zone, from, days)
  if (days === 0) return formatMinutes(rest, timeFormat.locale)
  const dayWords = number(days, timeFormat.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return Math.round(rest) === 0 ? dayWords : `${dayWords} ${formatMinutes(rest, timeFormat.locale)}`
}

/** Formats minutes, rounded: "45 min", "2 h", "2 h 30". */
export function formatMinutes(minutes: number, locale: string): string {
  const whole = Math.max(0, Math.round(minutes))
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  if (hours === 0) return `${number(rest, locale)} min`
  return rest === 0
    ? `${number(hours, locale)} h`
    : `${number(hours, locale)} h ${number(rest, locale, { minimumIntegerDigits: 2 })}`
}

/** Formats the time left or since the end: "1 h 20 left", "ended 10 min ago"; rounded up, so never "0 min left". */
export function formatTimeLeft(
  ends_at: string,
  timeFormat: Pick<TimeFormat, 'zone' | 'locale' | 'now'>,
): string {
  const left = minutesOf(ends_at) - minutesOf(timeFormat.now)
  const from = left > 0 ? minutesOf(ends_at) - Math.ceil(left) : minutesOf(ends_at)
  const to = left > 0 ? minutesOf(ends_at) : minutesOf(ends_at) + Math.floor(-left)
  const length = formatLength(isoOf(from), isoOf(to), timeFormat)
  if (left > 0) return `${length} left`
  return left > -1 ? 'just ended' : `ended ${length} ago`
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
  // Browsers differ in the space before PM, but a server-rendered page must not change on hydration.
  return formatOf(timeFormat, options)
    .format(Math.floor(minutes) * 60_000)
    .replaceAll(/[\u202f\u2009\u00a0]/g, ' ')
}

function formatOf(timeFormat: TimeFormat, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeFormat.locale} ${timeFormat.zone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(timeFormat.locale, { ...options, timeZone: timeFormat.zone })
    formats.set(key, format)
  }
  return format
}

function number(value: number, locale: string, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale, options).format(value)
}

function joined(parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ')
}
