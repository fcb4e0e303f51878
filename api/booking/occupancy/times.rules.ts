import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { snapUp } from '@openspot/core/time/snap.ts'
import { refuse } from '../../errors.ts'

const MINUTES_PER_DAY = 1440
export const MAX_RESERVATION_DAYS = 366
export const furthestAheadDays = 730

/** A reservation without an end is monthly. */
export interface ReservationTime {
  starts_at: string
  ends_at: string | null
}

/**
 * Occupancy of more minutes is in the index for long reservations, the rest in the one for short ones. Conditions must
 * repeat this bound of both indexes word for word, so it is part of the SQL text.
 */
export const longMinutes = 7200
/** The maximum integer stands for no end in minutes. */
export const endless = 2_147_483_647
export const endMinutesOf = (ends_at: string | null) => (ends_at === null ? endless : minutesOf(ends_at))

/**
 * Validates requested times before the lot is known: ordered, not in the past, and not absurd. A start up to half an
 * hour ago counts as now. Throws `request_invalid`.
 */
export function checkTimes(times: ReservationTime, now: Date): void {
  const starts = Date.parse(times.starts_at)
  const ends = times.ends_at === null ? starts + 1 : Date.parse(times.ends_at)
  const day = MINUTES_PER_DAY * 60_000
  if (!(ends > starts))
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.time.endBeforeStart'),
    })
  if (starts < now.getTime() - 30 * 60_000) {
    refuse('request_invalid', {
      field: 'starts_at',
      message: (t) => t('apiErrors.time.startPast'),
    })
  }
  if (starts > now.getTime() + furthestAheadDays * day) {
    refuse('request_invalid', {
      field: 'starts_at',
      message: (t) => t('apiErrors.time.startTooLate'),
    })
  }
  if (ends - starts > MAX_RESERVATION_DAYS * day) {
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.reservations.tooLong'),
    })
  }
}

/** Snaps both times up to the next step of the lot's grid, in its local time. */
export function snapTimes(
  times: ReservationTime,
  lot: { time_zone: string; snap_minutes: number },
): ReservationTime {
  const snap = (at: string) => isoOf(snapUp(lot.time_zone, Math.ceil(minutesOf(at)), lot.snap_minutes))
  const starts_at = snap(times.starts_at)
  if (times.ends_at === null) return { starts_at, ends_at: null }
  const ends_at = snap(times.ends_at)
  if (starts_at !== ends_at) return { starts_at, ends_at }
  // Both times snapped to the same step, so use the minimum of one step.
  return { starts_at, ends_at: isoOf(minutesOf(ends_at) + lot.snap_minutes) }
}

/**
 * Validates the times of a staff reservation, which may have begun or ended up to a year ago. Throws `request_invalid`.
 */
export function checkStaffReservation(times: ReservationTime, now: Date): void {
  const aYearAgo = now.getTime() - MAX_RESERVATION_DAYS * MINUTES_PER_DAY * 60_000
  if (Date.parse(times.starts_at) < aYearAgo) {
    refuse('request_invalid', {
      field: 'starts_at',
      message: (t) => t('apiErrors.time.startTooEarly'),
    })
  }
  // Validate as if requested at its start, and again for times too far ahead.
  checkTimes(times, new Date(Math.min(now.getTime(), Date.parse(times.starts_at))))
  if (Date.parse(times.starts_at) > now.getTime()) checkTimes(times, now)
}
