import { isoOf, minutesOf } from '../time/instant.ts'
import { localDaysBetween, plusLocalDays } from '../time/zone.ts'

/**
 * Returns the times at which a past reservation would be repeated: from the same local time of day, on the first day on which that
 * is still to come, for as long as it was booked. A reservation without an end is repeated without one.
 * @param reservation instants as ISO 8601
 * @param now ISO 8601
 * @throws RangeError for unreadable instants or an unknown zone
 */
export function rebookTimes(
  reservation: { starts_at: string; ends_at: string | null },
  zone: string,
  now: string,
): { starts_at: string; ends_at: string | null } {
  const [first, at] = [minutesOf(reservation.starts_at), minutesOf(now)]
  let days = Math.max(0, localDaysBetween(zone, first, at))
  while (plusLocalDays(zone, first, days) <= at) days += 1
  const starts = plusLocalDays(zone, first, days)
  const length = reservation.ends_at === null ? null : minutesOf(reservation.ends_at) - first
  return { starts_at: isoOf(starts), ends_at: length === null ? null : isoOf(starts + length) }
}
