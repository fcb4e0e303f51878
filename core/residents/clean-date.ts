import { dateOfDays, daysInMonth, daysOfDate } from '../time/instant.ts'

/** A date as a vendor gave it. OPEN is one so far away that it means "no end"; NONE includes fillers such as 1/1/1900. */
export type ReadDate = { kind: 'DATE'; on: string } | { kind: 'NONE' | 'OPEN' | 'INVALID' }

const FIRST_YEAR = 1950
const OPEN_AFTER_YEARS = 30

/** A time after the date is ignored: these are calendar dates, and a time would only shift them between zones. */
const time = String.raw`(?:(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AP]M)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${time}$`, 'i')
const yearLast = new RegExp(String.raw`^(\d{1,2})([/-])(\d{1,2})\2(\d{4})${time}$`, 'i')
const empty = /^(?:|-+|n\/a|none|null)$/i

const padded = (value: number, length: number): string => String(value).padStart(length, '0')
const textOf = (year: number, month: number, day: number): string =>
  `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`

const partsOf = (on: string): [number, number, number] => {
  const [year = 0, month = 0, day = 0] = on.split('-').map(Number)
  return [year, month, day]
}

/** Returns the date (`YYYY-MM-DD`) that is `days` days later. */
export function addDays(on: string, days: number): string {
  const { year, month, day } = dateOfDays(daysOfDate(...partsOf(on)) + days)
  return textOf(year, month, day)
}

/** Returns the date that is `years` years later; February 29 becomes 28 where there is none. */
export function addYears(on: string, years: number): string {
  const [year, month, day] = partsOf(on)
  return textOf(year + years, month, Math.min(day, daysInMonth(year + years, month)))
}

/** Reads a calendar date in the forms that vendors and spreadsheets of the United States use: month before day, or ISO 8601. */
export function readDate(text: string | null, today: string): ReadDate {
  const trimmed = (text ?? '').trim()
  if (empty.test(trimmed)) return { kind: 'NONE' }
  const iso = yearFirst.exec(trimmed)
  const american = iso ? null : yearLast.exec(trimmed)
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : [Number(american?.[4]), Number(american?.[1]), Number(american?.[3])]
  if (Number.isNaN(year)) return { kind: 'INVALID' }
  if (year < FIRST_YEAR) return { kind: 'NONE' }
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return { kind: 'INVALID' }
  const on = textOf(year, month, day)
  return on > addYears(today, OPEN_AFTER_YEARS) ? { kind: 'OPEN' } : { kind: 'DATE', on }
}
