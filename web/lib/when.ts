import { findMinutesOf, isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { snapUp } from '@openspot/core/time/snap.ts'

/** A time range; without an end it is monthly. */
export interface When {
  starts_at: string
  ends_at: string | null
}

const DEFAULT_RESERVATION_MINUTES = 120

/** Returns the default time range: from the next half hour for two hours. */
export function defaultWhen(now: string, zone = 'UTC'): When {
  const from = snapUp(zone, minutesOf(now))
  return { starts_at: isoOf(from), ends_at: isoOf(from + DEFAULT_RESERVATION_MINUTES) }
}

/** The query of a page as Next.js parses it. */
export type RawQuery = Record<string, string | string[] | undefined>
/** Returns one value of a parameter; empty if it is missing. */
export const one = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

/** Parses the time range from the URL; missing, invalid, or past values become the default. */
export function readWhen(raw: RawQuery, now: string): When {
  const asked = askedWhen(raw)
  if (asked !== null && !hasPassed(asked, now)) return asked
  const fallback = defaultWhen(now)
  return one(raw.by) === 'month' ? { ...fallback, ends_at: null } : fallback
}

/** Returns the time range of the URL if it has passed, so that the page can say that it shows another one. */
export function readPastWhen(raw: RawQuery, now: string): When | null {
  const asked = askedWhen(raw)
  return asked !== null && hasPassed(asked, now) ? asked : null
}

/** A time that has just started can still be booked; one that started an hour ago means an outdated URL. */
const hasPassed = ({ starts_at }: When, now: string): boolean => minutesOf(starts_at) < minutesOf(now) - 60

function askedWhen(raw: RawQuery): When | null {
  const from = findMinutesOf(one(raw.starts_at))
  const to = findMinutesOf(one(raw.ends_at))
  if (from === null) return null
  const starts_at = isoOf(from)
  if (one(raw.by) === 'month') return { starts_at, ends_at: null }
  return { starts_at, ends_at: isoOf(to === null || to <= from ? from + DEFAULT_RESERVATION_MINUTES : to) }
}

/** Returns a time range as URL parameters. */
export const whenParams = ({ starts_at, ends_at }: When): Record<string, string> =>
  ends_at === null ? { starts_at, by: 'month' } : { starts_at, ends_at }

/** Returns a time range as API query parameters. */
export const whenInput = ({ starts_at, ends_at }: When) =>
  ends_at === null ? { starts_at } : { starts_at, ends_at }
