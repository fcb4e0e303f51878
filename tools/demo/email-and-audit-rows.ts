import { type ReservationFacts, reservationEmail } from '@openspot/api/platform/emails/email-templates.ts'
import { noticeText } from '@openspot/api/platform/notifications/notice-text.ts'
import type { NotificationKind } from '@openspot/core/enums.ts'
import { formatReservationInFull } from '@openspot/core/time/format.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { DB } from '@openspot/db/types.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import { zone } from './lots.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { type DemoReservation, statusOf } from './reservation.ts'

const t = translatorFor('en-US')

/** The emails about reservations of those who can sign in. */
export function emailRows(
  random: Random,
  reservations: readonly DemoReservation[],
  totals: ReadonlyMap<string, number>,
  public_url: string,
): Insertable<DB['emails']>[] {
  const rows: Insertable<DB['emails']>[] = []
  for (const reservation of reservations) {
    const to_address = reservation.person.email
    if (!reservation.person.can_sign_in || to_address === null || reservation.fate === 'expired') continue
    const facts = factsOf(reservation, public_url)
    const isRefunded = reservation.fate === 'canceled_early'
    const total_cents = totals.get(reservation.id) ?? 0
    const noticed = {
      reservation_id: reservation.id,
      starts_at: isoOf(reservation.starts),
      cancel_until_at: isoOf(reservation.starts + reservation.lot.row.cancel_until_minutes_after_start),
      lines: [],
      is_rest: false,
      label: reservation.spot.label,
      plate: null,
      currency: reservation.lot.row.currency,
      time_zone: zone,
      total_cents,
      refund_cents: isRefunded ? total_cents : 0,
      refund_note: null,
      hold_expires_at: null,
      ends_at: null,
      owed_cents: 0,
      pay_until: null,
      is_retried: false,
      bill_cents: null,
      bill_reason: null,
      validated_cents: null,
      partner: null,
      month_cents: null,
      change_cents: null,
      new_price_cents: null,
      price_from: null,
    }
    const write = (kind: NotificationKind, at: number) =>
      rows.push({
        id: random.id(),
        to_address,
        kind: kind.toLowerCase(),
        ...reservationEmail(t, facts, noticeText(t, kind, noticed)),
        state: 'SENT',
        attempts: 1,
        created_at: momentOf(at, 25),
        sent_at: momentOf(at, 27),
      })
    write('CONFIRMED', reservation.made)
    if (reservation.changed === null || statusOf[reservation.fate] !== 'CANCELED') continue
    write('CANCELED', reservation.changed)
    if (isRefunded) write('REFUND_MADE', reservation.changed + 1)
  }
  return rows
}

function factsOf(reservation: DemoReservation, public_url: string): ReservationFacts {
  const { row } = reservation.lot
  const times = {
    starts_at: isoOf(reservation.starts),
    ends_at: reservation.ends === null ? null : isoOf(reservation.ends),
  }
  return {
    lot_name: row.name,
    address: [row.street, row.city].filter(Boolean).join(', '),
    spot_label: reservation.spot.label,
    when: formatReservationInFull(times, { zone, locale: localeOf(t) }, (start) =>
      t('reservationNotices.openEnd', { start }),
    ),
    plate: reservation.car?.plate ?? null,
    url: `${public_url}/me/reservations/${reservation.id}`,
  }
}

/** The audit log of staff: the reservations they made and the refunds they granted. */
export function auditRows(
  random: Random,
  reservations: readonly DemoReservation[],
  admins: ReadonlyMap<string, Person>,
): Insertable<DB['audit_log']>[] {
  return reservations.flatMap((reservation): Insertable<DB['audit_log']>[] => {
    const admin = admins.get(reservation.lot.row.id)
    const isMade = reservation.fate === 'awaited' || reservation.fate === 'courtesy'
    const isRefunded = reservation.fate === 'part_refunded' || reservation.fate === 'refunded'
    if (!admin || !(isMade || isRefunded)) return []
    return [
      {
        id: random.id(),
        at: momentOf(isMade ? reservation.made : (reservation.changed ?? reservation.made), 18),
        lot_id: reservation.lot.row.id,
        actor_user_id: admin.id,
        actor_role: 'admin',
        action: isMade ? 'reservation.create' : 'reservation.adjust',
        subject_kind: 'reservation',
        subject_id: reservation.id,
        details: JSON.parse(
          JSON.stringify({ spot_label: reservation.spot.label, plate: reservation.car?.plate ?? null }),
        ),
        request_id: null,
      },
    ]
  })
}
