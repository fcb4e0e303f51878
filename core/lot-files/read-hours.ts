import type { OpeningHours } from '../availability/opening-hours.ts'

type Day = keyof OpeningHours
type Span = { opens: string; closes: string }

const days: Readonly<Record<string, Day>> = {
  Mo: 'MON',
  Tu: 'TUE',
  We: 'WED',
  Th: 'THU',
  Fr: 'FRI',
  Sa: 'SAT',
  Su: 'SUN',
}
const week = Object.values(days)
const MOST_SPANS = 6

export type ReadHours =
  /** `hours` is null for a lot that is always open. `leaves_out` says that rules for holidays are not taken. */
  { ok: true; hours: OpeningHours | null; leaves_out: boolean } | { ok: false }

/**
 * Reads the weekly part of the opening hours of OpenStreetMap, such as "Mo-Fr 07:00-19:00; Sa 08:00-26:00; PH off": a later rule replaces
 * an earlier one for its days, and times after 24:00 are those of the next day. Months, weeks, sunrise, and comments are not read.
 * https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */
export function readHours(text: string): ReadHours {
  const rules = text
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
  const byDay = new Map<Day, Span[]>()
  let leavesOut = false
  let isAlways = false
  for (const rule of rules) {
    if (rule === '24/7') {
      isAlways = rules.length === 1
      for (const day of week) byDay.set(day, [{ opens: '00:00', closes: '24:00' }])
      continue
    }
    const [, named = '', when = ''] =
      /^((?:(?:[A-Z][a-z]|PH|SH)(?:\s*-\s*[A-Z][a-z])?(?:\s*,\s*)?)*)\s*(.*)$/.exec(rule) ?? []
    const about = daysOf(named)
    const spans = spansOf(when)
    if (about === null || spans === null) return { ok: false }
    leavesOut ||= about.has_holidays
    for (const day of about.days) byDay.set(day, spans)
  }
  if (byDay.size === 0) return { ok: false }
  const hours = Object.fromEntries([...byDay].filter(([, spans]) => spans.length > 0)) as OpeningHours
  return { ok: true, hours: isAlways ? null : hours, leaves_out: leavesOut }
}

function daysOf(text: string): { days: Day[]; has_holidays: boolean } | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0) return { days: week, has_holidays: false }
  const found: Day[] = []
  let hasHolidays = false
  for (const part of parts) {
    if (part === 'PH' || part === 'SH') {
      hasHolidays = true
      continue
    }
    const [first = '', last = first] = part.split('-').map((name) => name.trim())
    const [from, to] = [week.indexOf(days[first] as Day), week.indexOf(days[last] as Day)]
    if (from < 0 || to < 0) return null
    // "Sa-Mo" goes over the end of the week.
    for (let at = from; ; at = (at + 1) % week.length) {
      found.push(week[at] as Day)
      if (at === to) break
    }
  }
  return { days: found, has_holidays: hasHolidays }
}

/** Returns no span for a day that is closed, and null for what is not a list of times. */
function spansOf(text: string): Span[] | null {
  if (text === 'off' || text === 'closed') return []
  const parts = text.split(',').map((part) => /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(part.trim()))
  if (parts.length > MOST_SPANS) return null
  const spans: Span[] = []
  for (const part of parts) {
    if (part === null) return null
    const [opens, closes] = [clock(part[1], part[2], 24), clock(part[3], part[4], 48)]
    if (opens === null || closes === null || opens === '24:00') return null
    spans.push({ opens, closes })
  }
  return spans
}

function clock(hour = '', minute = '', most: number): string | null {
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (minutes > 59 || hours * 60 + minutes > most * 60) return null
  const ofDay = hours > 24 || (hours === 24 && minutes > 0) ? hours - 24 : hours
  return `${String(ofDay).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
