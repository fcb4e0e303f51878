import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'

/** Returns the path of the reservations of a local day: those that overlap it, start on it, or were paid on it. */
export function dayPath(
  lot: { id: string; time_zone: string },
  at: string,
  more: Record<string, string>,
): string {
  const day = localDate(lot.time_zone, minutesOf(at))
  return `/lots/${lot.id}/reservations?${new URLSearchParams({ from_on: day, until_on: day, ...more })}`
}
