import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { Person } from './people.ts'
import { sessionOf } from './people-rows.ts'
import { type Stay, statusOf } from './stay.ts'

const cancelReasons = ['My plans have changed.', 'Taking the train instead.', null, null]

/** Returns the reservations as table rows. One that another was merged into comes before it. */
export function reservationRows(
  stays: readonly Stay[],
  totals: ReadonlyMap<string, number>,
  admins: ReadonlyMap<string, Person>,
): Insertable<DB['reservations']>[] {
  return stays.map((stay, at) => {
    const { row } = stay.lot
    const status = statusOf[stay.fate]
    const isCanceled = status === 'CANCELED'
    const isByStaff = stay.fate === 'awaited' || stay.fate === 'courtesy'
    const wasConfirmed =
      status === 'ACTIVE' || status === 'MERGED' || (isCanceled && stay.fate !== 'canceled_unpaid')
    return {
      id: stay.id,
      lot_id: row.id,
      spot_id: stay.spot.id,
      user_id: stay.person.id,
      car_id: stay.car?.id ?? null,
      status,
      starts_at: momentOf(stay.starts),
      ends_at: stay.ends === null ? null : momentOf(stay.ends),
      hold_expires_at: heldUntil(stay, status),
      currency: row.currency,
      total_cents: totals.get(stay.id) ?? 0,
      terms_version: row.terms_version,
      cancel_until_at: momentOf(stay.starts + row.cancel_until_minutes_after_start),
      created_at: momentOf(stay.made, 20),
      created_by_user_id: (isByStaff ? admins.get(row.id) : stay.person)?.id ?? stay.person.id,
      accepted_in_session: stay.fate === 'courtesy' ? sessionOf(stay.person.id) : null,
      confirmed_at: wasConfirmed ? momentOf(stay.made, 24) : null,
      canceled_at: isCanceled ? momentOf(stay.changed ?? stay.made, 30) : null,
      cancel_reason: isCanceled ? (cancelReasons[at % cancelReasons.length] ?? null) : null,
      merged_into_id: stay.merged_into?.id ?? null,
    }
  })
}

/** A hold during payment lasts minutes; one made by staff lasts until the reservation would start. */
function heldUntil(stay: Stay, status: string): string | null {
  if (status === 'CHECKOUT') return momentOf(stay.made + stay.lot.row.hold_minutes)
  return status === 'PENDING' ? momentOf(stay.starts) : null
}
