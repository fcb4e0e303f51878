/**
 * Instants. Within core an instant is a number of minutes since 1970-01-01T00:00Z (whole unless the input had seconds);
 * at its edges it is an ISO 8601 string. Nothing here uses the machine's time zone or clock.
 */

export const MINUTES_PER_DAY = 1440

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)$/

/**
 * Returns the whole days from 1970-01-01 to a date of the proleptic Gregorian calendar (H. Hinnant, days_from_civil).
 */
export function daysOfDate(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Returns the date that is `days` days after 1970-01-01 (H. Hinnant, civil_from_days). */
export function dateOfDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 }
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/**
 * Returns epoch minutes for an ISO 8601 instant, or null if the text is not one. An offset is required, because without
 * one the machine's time zone would count.
 */
export function findMinutesOf(iso: string): number | null {
  const parts = ISO.exec(iso)
  if (!parts) return null
  const [year, month, day, hour, minute] = [1, 2, 3, 4, 5].map((at) => Number(parts[at])) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const seconds = Number(`${parts[6] ?? '0'}.${parts[7] ?? '0'}`)
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  if (hour > 23 || minute > 59 || seconds >= 60) return null
  const offset = offsetOf(parts[8] ?? 'Z')
  if (offset === null) return null
  // Rounded to whole milliseconds, so that two spellings of one instant are equal.
  const millis = Math.floor(Math.round(seconds * 1e9) / 1e6)
  return daysOfDate(year, month, day) * MINUTES_PER_DAY + hour * 60 + minute - offset + millis / 60_000
}

/**
 * Returns epoch minutes for an ISO 8601 instant with `Z` or an offset.
 * @throws RangeError if the text is not such an instant
 */
export function minutesOf(iso: string): number {
  const minutes = findMinutesOf(iso)
  if (minutes === null) throw new RangeError(`Not an instant with a zone: ${iso}`)
  return minutes
}

/** Returns the ISO 8601 string of an instant, in UTC with milliseconds, as in the database and JSON. */
export function isoOf(minutes: number): string {
  const millis = Math.round(minutes * 60_000)
  const days = Math.floor(millis / 86_400_000)
  const rest = millis - days * 86_400_000
  const { year, month, day } = dateOfDays(days)
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  const time = `${pad(Math.floor(rest / 3_600_000), 2)}:${pad(Math.floor(rest / 60_000) % 60, 2)}`
  return `${date}T${time}:${pad(Math.floor(rest / 1000) % 60, 2)}.${pad(rest % 1000, 3)}Z`
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

function offsetOf(text: string): number | null {
  if (text === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(-2))
  if (hours > 18 || minutes > 59) return null
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
