import { isoOf, minutesOf } from '../time/instant.ts'

/** An event of a calendar. Its texts may contain any character. */
export interface CalendarEvent {
  /** The same for every version of the event, so that a calendar replaces the one that it has. */
  uid: string
  /** Higher for each later version. */
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELED'
  starts_at: string
  /** Null: it has no known end, and calendars show its start. */
  ends_at: string | null
  summary: string
  description: string
  location: string
  lat: number
  lng: number
  url: string
}

/** RFC 5545 spells it the British way. */
const statusWord = { TENTATIVE: 'TENTATIVE', CONFIRMED: 'CONFIRMED', CANCELED: 'CANCELLED' } as const
const LINE_OCTETS = 75

/**
 * Writes events as an iCalendar object (RFC 5545): times in UTC, lines of at most 75 octets that end in CRLF. With a name, it is a
 * calendar to subscribe to. Throws RangeError for an unreadable instant.
 */
export function writeCalendar(
  events: readonly CalendarEvent[],
  { now, name }: { now: string; name?: string },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Openspot//Openspot//EN',
    'CALSCALE:GREGORIAN',
    ...(name === undefined
      ? []
      : [`NAME:${text(name)}`, `X-WR-CALNAME:${text(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H']),
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent, now: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${text(event.uid)}`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${statusWord[event.status]}`,
    `DTSTART:${utc(event.starts_at)}`,
    ...(event.ends_at === null ? [] : [`DTEND:${utc(event.ends_at)}`]),
    `SUMMARY:${text(event.summary)}`,
    `DESCRIPTION:${text(event.description)}`,
    `LOCATION:${text(event.location)}`,
    `GEO:${event.lat};${event.lng}`,
    // A URI is not escaped as texts are, so it must not end its line.
    `URL:${new URL(event.url).href}`,
    'END:VEVENT',
  ]
}

/** 2026-11-26T18:00:00.000Z is written 20261126T180000Z. */
const utc = (at: string): string =>
  isoOf(minutesOf(at))
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')

/** Escapes a text. Control characters other than tabs are not allowed in one. */
const text = (value: string): string =>
  value
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- these are the characters that must go
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

/** Breaks a line into parts of at most 75 octets, never within a character. Each further part begins with a space. */
function folded(line: string): string {
  let written = ''
  let octets = 0
  for (const sign of line) {
    const size = octetsOf(sign)
    if (octets + size > LINE_OCTETS) {
      written += '\r\n '
      octets = 1
    }
    written += sign
    octets += size
  }
  return written
}

/** How many octets a character has in UTF-8. */
function octetsOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
