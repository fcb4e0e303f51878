import { isoOf, minutesOf } from './instant.ts'
import { localDaysBetween, localParts, offsetMinutes, plusLocalDays } from './zone.ts'

/**
 * Formats times for people: "Today 14:00 – 16:30 · 2 h 30". Days, months, and clock times come from Intl in the
 * reader's language and the lot's time zone; `now` is a parameter, so a page is consistent. All instants are ISO 8601.
 * Every function throws RangeError for an unreadable instant or an unknown zone.
 */
export type Saying = {
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
  title: Saying,
): string {
  const zoneName = nameOtherZone(times.starts_at, title)
  if (times.ends_at === null)
    return joined([`From ${formatInstant(times.starts_at, title, false)}`, zoneName])
  const [from, to] = [minutesOf(times.starts_at), minutesOf(times.ends_at)]
  // An end at the midnight after the start's day still belongs to that day: "22:00 – 00:00".
  const sameDay = localDaysBetween(title.zone, from, to - 1 / 60) === 0
  const end = sameDay ? formatTime(times.ends_at, title) : formatInstant(times.ends_at, title, false)
  return joined([
    `${formatInstant(times.starts_at, title)} – ${end}`,
    formatLength(times.starts_at, times.ends_at, title),
    zoneName,
  ])
}

/**
 * Formats a moment with its day: "Today 14:00", "Mon 23 Nov 09:00". With `opening` false, "today" is lower case for use
 * within a sentence.
 */
export function formatInstant(at: string, title: Saying, opening = true): string {
  return `${formatDay(at, title, opening)} ${formatTime(at, title)}`
}

/** Formats local time: "14:00". An hour repeated by a clock change gets its offset: "01:30 GMT-5". */
export function formatTime(at: string, title: Saying): string {
  const minutes = minutesOf(at)
  const twice = [-60, -30, 30, 60].some(
    (shift) => offsetMinutes(title.zone, minutes) - offsetMinutes(title.zone, minutes + shift) === shift,
  )
  // 09:00 on a 24-hour clock, 9:00 AM on a 12-hour clock.
  const halfDays = formatOf(title, { hour: 'numeric' }).resolvedOptions().hour12
  return write(minutes, title, {
    hour: halfDays ? 'numeric' : '2-digit',
    minute: '2-digit',
    ...(twice ? { timeZoneName: 'shortOffset' } : {}),
  })
}

/** Formats the local day: "Today", "Tomorrow", "Yesterday", otherwise "Mon 23 Nov", with the year if it differs. */
export function formatDay(at: string, title: Saying, opening = true): string {
  const [minutes, now] = [minutesOf(at), minutesOf(title.now)]
  const days = localDaysBetween(title.zone, now, minutes)
  if (Math.abs(days) <= 1) {
    const word = new Intl.RelativeTimeFormat(title.locale, { numeric: 'auto' }).format(days, 'day')
    return opening ? word.slice(0, 1).toLocaleUpperCase(title.locale) + word.slice(1) : word
  }
  const sameYear = localParts(title.zone, minutes).year === localParts(title.zone, now).year
  const date = write(minutes, title, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
  // Intl puts a comma after the weekday in English; our format has none.
  return date.replace(/^(\p{L}+\.?),\s/u, '$1 ')
}

/** Formats a moment that is read long after: "1 March 2026, 14:00", never relative to now. */
export function formatInFull(at: string, title: Pick<Saying, 'zone' | 'locale'>): string {
  return `${formatDate(at, title)}, ${formatTime(at, { ...title, now: at })}`
}

/** Formats two such moments: "1 March 2026, 14:00 – 16:00". */
export function formatSpan(from: string, to: string, title: Pick<Saying, 'zone' | 'locale'>): string {
  const sameDay = formatDate(from, title) === formatDate(to, title)
  return `${formatInFull(from, title)} – ${sameDay ? formatTime(to, { ...title, now: to }) : formatInFull(to, title)}`
}

/** Formats only the day: "1 March 2026". */
export function formatDate(at: string, title: Pick<Saying, 'zone' | 'locale'>): string {
  return write(minutesOf(at), { ...title, now: at }, { dateStyle: 'long' })
}

/** Formats a length in local days and hours: "45 min", "2 h 30", "3 days", "1 day 4 h". */
export function formatLength(
  starts_at: string,
  ends_at: string,
  title: Pick<Saying, 'zone' | 'locale'>,
): string {
  const [from, to] = [minutesOf(starts_at), minutesOf(ends_at)]
  let days = Math.max(0, localDaysBetween(title.zone, from, to))
  // Local days, so that noon to noon is one day across a clock change.
  while (days > 0 && plusLocalDays(title.zone, from, days) > to) days -= 1
  const rest = to - plusLocalDays(title.zone, from, days)
  if (days === 0) return formatMinutes(rest, title.locale)
  const dayWords = number(days, title.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return Math.round(rest) === 0 ? dayWords : `${dayWords} ${formatMinutes(rest, title.locale)}`
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
export function formatTimeLeft(ends_at: string, title: Pick<Saying, 'zone' | 'locale' | 'now'>): string {
  const left = minutesOf(ends_at) - minutesOf(title.now)
  const from = left > 0 ? minutesOf(ends_at) - Math.ceil(left) : minutesOf(ends_at)
  const to = left > 0 ? minutesOf(ends_at) : minutesOf(ends_at) + Math.floor(-left)
  const length = formatLength(isoOf(from), isoOf(to), title)
  if (left > 0) return `${length} left`
  return left > -1 ? 'just ended' : `ended ${length} ago`
}

/**
 * Returns the name of the lot's time zone ("Eastern Time") if the reader's clock shows another time, otherwise null.
 */
export function nameOtherZone(at: string, title: Saying): string | null {
  const minutes = minutesOf(at)
  const reader = title.reader_zone ?? title.zone
  if (offsetMinutes(reader, minutes) === offsetMinutes(title.zone, minutes)) return null
  return zoneMessage(at, title)
}

/** Returns the name of the lot's time zone: "Eastern Time". */
export function zoneMessage(at: string, title: Pick<Saying, 'zone' | 'locale'>): string {
  const format = formatOf({ ...title, now: at }, { timeZoneName: 'longGeneric' })
  const parts = format.formatToParts(minutesOf(at) * 60_000)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? title.zone
}

function write(minutes: number, title: Saying, options: Intl.DateTimeFormatOptions): string {
  // Browsers differ in the space before PM, but a server-rendered page must not change on hydration.
  return formatOf(title, options)
    .format(Math.floor(minutes) * 60_000)
    .replaceAll(/[\u202f\u2009\u00a0]/g, ' ')
}

function formatOf(title: Saying, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${title.locale} ${title.zone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(title.locale, { ...options, timeZone: title.zone })
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
