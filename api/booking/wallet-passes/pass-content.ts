import { addressText } from '@openspot/core/address.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { formatReservationInFull } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { CalendarReservation } from '../calendar/calendar.sql.ts'

/** One line of a pass in a wallet. */
export interface PassField {
  key: 'times' | 'plate' | 'confirmation' | 'lot' | 'address' | 'entry' | 'pass'
  label: string
  value: string
}

/** What a pass in a wallet says, in its driver's language and the lot's time zone. */
export interface PassContent {
  reservation_id: string
  version: number
  language: string
  /** Where the reservation can be seen as it is at any moment. */
  url: string
  lot: string
  spot: { label: string; value: string }
  description: string
  starts_at: string
  ends_at: string | null
  lat: number
  lng: number
  /** What is seen at once. */
  front: PassField[]
  /** What the reader opens. */
  back: PassField[]
}

/** Writes a reservation for a wallet. */
export function passContent(reservation: CalendarReservation, public_url: string): PassContent {
  const { id, version, starts_at, ends_at, plate, entry_instructions, lot_name: lot } = reservation
  const t = translatorFor(reservation.language)
  const url = `${public_url}/me/reservations/${id}`
  const times = formatReservationInFull(
    { starts_at, ends_at },
    { zone: reservation.time_zone, locale: localeOf(t) },
    (start) => t('when.startingAt', { start }),
  )
  const field = (key: PassField['key'], value: string | null): PassField[] =>
    value ? [{ key, label: t(`driver.wallet.${key}`), value }] : []
  return {
    reservation_id: id,
    version,
    language: localeOf(t),
    url,
    lot,
    spot: { label: t('driver.spot'), value: reservation.label },
    description: t('driver.wallet.description', { lot }),
    starts_at,
    ends_at,
    lat: reservation.lat,
    lng: reservation.lng,
    front: [...field('times', times), ...field('plate', plate), ...field('confirmation', shortCode(id))],
    back: [
      ...field('lot', lot),
      ...field('address', addressText(reservation, reservation.country)),
      ...field('entry', entry_instructions),
      ...field('pass', t('driver.wallet.passText', { url })),
    ],
  }
}
