import { addressText } from '@openspot/core/address.ts'
import type { ReservationStatus } from '@openspot/core/enums.ts'
import { directionsUrl } from '@openspot/core/geo/directions.ts'
import { type CalendarEvent, writeCalendar } from '@openspot/core/icalendar/icalendar.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatReservationInFull } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type pg from 'pg'
import { type CalendarReservation, findCalendarReservation } from './calendar.sql.ts'

export interface CalendarFile {
  file_name: string
  text: string
}

const statusOf: Record<ReservationStatus, CalendarEvent['status']> = {
  PENDING: 'TENTATIVE',
  CHECKOUT: 'TENTATIVE',
  DEPRECATED_REQUEST: 'TENTATIVE',
  ACTIVE: 'CONFIRMED',
  CANCELED: 'CANCELED',
  EXPIRED: 'CANCELED',
  // The reservation that it was merged into has an event of its own.
  MERGED: 'CANCELED',
}

export const calendarFileName = (reservation_id: string): string =>
  `openspot-${shortCode(reservation_id)}.ics`

/** Returns the event of a reservation, in its driver's language. */
export function eventOf(
  reservation: CalendarReservation,
  { public_url }: Pick<Settings, 'public_url'>,
): CalendarEvent {
  const { id, version, starts_at, ends_at, lat, lng, lot_name: lot, label: spot, plate } = reservation
  const { entry_instructions } = reservation
  const t = translatorFor(reservation.language)
  const url = `${public_url}/me/reservations/${id}`
  const when = formatReservationInFull(
    { starts_at, ends_at },
    { zone: reservation.time_zone, locale: localeOf(t) },
    (start) => t('when.startingAt', { start }),
  )
  return {
    uid: `${id}@openspot`,
    sequence: version,
    status: statusOf[reservation.status],
    starts_at,
    ends_at,
    summary: t('calendar.summary', { lot, spot }),
    description: [
      // A calendar shows its reader's own clock.
      t('calendar.times', { when }),
      t('calendar.spot', { spot }),
      ...(plate === null ? [] : [t('calendar.plate', { plate })]),
      t('calendar.confirmation', { code: shortCode(id) }),
      ...(ends_at === null ? [t('calendar.openEnd')] : []),
      ...(entry_instructions === null ? [] : [t('calendar.entry', { text: entry_instructions })]),
      t('calendar.pass', { url }),
      t('calendar.directions', { url: directionsUrl({ lat, lng }) }),
    ].join('\n'),
    location: [lot, addressText(reservation, reservation.country)].filter(Boolean).join(', '),
    lat,
    lng,
    url,
  }
}

/** Makes the calendar file of a reservation as it is now. Null if there is none. */
export async function makeCalendarFile(
  deps: { pool: pg.Pool; settings: Pick<Settings, 'public_url'> },
  reservation_id: string,
  now: Date,
): Promise<CalendarFile | null> {
  const reservation = await findCalendarReservation(deps.pool, reservation_id)
  if (!reservation) return null
  return {
    file_name: calendarFileName(reservation_id),
    text: writeCalendar([eventOf(reservation, deps.settings)], { now: now.toISOString() }),
  }
}
