import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { Person } from './people.ts'
import { sessionOf } from './people-rows.ts'
import { type DemoReservation, statusOf } from './reservation.ts'

const cancelReasons = ['My plans have changed.', 'Taking the train instead.', null, null]

/** Returns the reservations as table rows. One that another was merged into comes before it. */
export function reservationRows(
  reservations: readonly DemoReservation[],
  totals: ReadonlyMap<string, number>,
  admins: ReadonlyMap<string, Person>,
): Insertable<DB['reservations']>[] {
  return reservations.map((reservation, at) => {
    const { row } = reservation.lot
    const status = statusOf[reservation.fate]
    const isCanceled = status === 'CANCELED'
    const isByStaff = reservation.fate === 'awaited' || reservation.fate === 'courtesy'
    const wasConfirmed =
      status === 'ACTIVE' || status === 'MERGED' || (isCanceled && reservation.fate !== 'canceled_unpaid')
    return {
      id: reservation.id,
      lot_id: row.id,
      spot_id: reservation.spot.id,
      user_id: reservation.person.id,
      car_id: reservation.car?.id ?? null,
      status,
      starts_at: momentOf(reservation.starts),
      ends_at: reservation.ends === null ? null : momentOf(reservation.ends),
      hold_expires_at: heldUntil(reservation, status),
      currency: row.currency,
      total_cents: totals.get(reservation.id) ?? 0,
      terms_version: row.terms_version,
      cancel_until_at: momentOf(reservation.starts + row.cancel_until_minutes_after_start),
      created_at: momentOf(reservation.made, 20),
      created_by_user_id: (isByStaff ? admins.get(row.id) : reservation.person)?.id ?? reservation.person.id,
      accepted_in_session: reservation.fate === 'courtesy' ? sessionOf(reservation.person.id) : null,
      confirmed_at: wasConfirmed ? momentOf(reservation.made, 24) : null,
      canceled_at: isCanceled ? momentOf(reservation.changed ?? reservation.made, 30) : null,
      cancel_reason: isCanceled ? (cancelReasons[at % cancelReasons.length] ?? null) : null,
      merged_into_id: reservation.merged_into?.id ?? null,
    }
  })
}

/** A hold during payment lasts minutes; one made by staff lasts until the reservation would start. */
function heldUntil(reservation: DemoReservation, status: string): string | null {
  if (status === 'CHECKOUT') return momentOf(reservation.made + reservation.lot.row.hold_minutes)
  return status === 'PENDING' ? momentOf(reservation.starts) : null
}
