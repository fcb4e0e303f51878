import {
  hoursRefusal,
  isOpenAt,
  type OpeningHours,
  openSpans,
} from '@openspot/core/availability/opening-hours.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { minuteOf, readMoment, readRange } from '../../booking/availability/moments.rules.ts'
import { refuse } from '../../errors.ts'

const maxDays = 366
/** Accept instants slightly in the past, because the client's clock may be slow. */
const graceMinutes = 30

/** The queried interval: one minute, or a longer time. */
export interface RequestedTimes extends Span {
  is_moment: boolean
}

/** Parses the query: now, an instant, or an interval. Only staff may ask about the past. */
export function readRequestedTimes(
  query: { at?: string; starts_at?: string; ends_at?: string },
  now: Date,
  byStaff: boolean,
): RequestedTimes {
  const { at, starts_at, ends_at } = query
  const requested = readTimes(at, starts_at, ends_at, now)
  if (!byStaff && requested.from < minuteOf(now) - graceMinutes) {
    const field = requested.is_moment ? 'at' : 'starts_at'
    refuse('request_invalid', {
      field,
      message: (t) => t('apiErrors.time.past'),
    })
  }
  return requested
}

function readTimes(
  at: string | undefined,
  starts_at: string | undefined,
  ends_at: string | undefined,
  now: Date,
): RequestedTimes {
  if (starts_at === undefined && ends_at === undefined) {
    const from = at === undefined ? minuteOf(now) : readMoment(at, 'at')
    return { from, to: from + 1, is_moment: true }
  }
  if (at !== undefined) {
    refuse('request_invalid', { field: 'at', message: (t) => t('apiErrors.time.momentOrRange') })
  }
  if (starts_at === undefined || ends_at === undefined) {
    const field = starts_at === undefined ? 'starts_at' : 'ends_at'
    return refuse('request_invalid', { field, message: (t) => t('apiErrors.request.missing', { field }) })
  }
  return { ...readRange({ starts_at, ends_at }, maxDays), is_moment: false }
}

/** The facts about a spot from the queried time on. */
export interface SpotFacts {
  zone: string
  opening_hours: OpeningHours | null
  overnight_allowed: boolean
  /** Whether any rate applies to the spot. */
  is_offered: boolean
  /** The times when availability rules close it, without a horizon. */
  closed: readonly Span[]
  /** The first reservation that has not ended when the queried time begins. */
  reservation: { starts_at: string; ends_at: string | null } | undefined
}

/** Returns whether a spot is occupied, whether it can be booked, and until when either lasts. */
export function occupied(requested: RequestedTimes, facts: SpotFacts) {
  const { from, to, is_moment } = requested
  const reservationFrom = facts.reservation
    ? minutesOf(facts.reservation.starts_at)
    : Number.POSITIVE_INFINITY
  const is_occupied = reservationFrom < to
  const closedAt = facts.closed[0]?.from ?? Number.POSITIVE_INFINITY
  const is_bookable = !is_occupied && closedAt >= to && facts.is_offered && hoursAllow(requested, facts)
  const freeUntil = Math.min(reservationFrom, closedAt, mustLeaveAt(from, facts))
  return {
    is_occupied,
    is_bookable,
    starts_at: isoOf(from),
    ends_at: is_moment ? null : isoOf(to),
    occupied_until: is_occupied ? (facts.reservation?.ends_at ?? null) : null,
    free_until: is_bookable && Number.isFinite(freeUntil) ? isoOf(freeUntil) : null,
  }
}

function hoursAllow(
  { from, to, is_moment }: RequestedTimes,
  { zone, opening_hours, overnight_allowed }: SpotFacts,
): boolean {
  if (is_moment) return isOpenAt(zone, opening_hours, from)
  const times = { starts_at: isoOf(from), ends_at: isoOf(to) }
  return hoursRefusal(zone, opening_hours, times, overnight_allowed) === null
}

/**
 * Returns when a vehicle must have left because the lot closes. Hours repeat weekly, so a lot that stays open for more
 * than a week never closes.
 */
function mustLeaveAt(from: number, { zone, opening_hours, overnight_allowed }: SpotFacts): number {
  if (overnight_allowed) return Number.POSITIVE_INFINITY
  const until = from + 8 * MINUTES_PER_DAY
  const [open] = openSpans(zone, opening_hours, from, until)
  return open && open.to < until ? open.to : Number.POSITIVE_INFINITY
}
