import type { NotificationKind } from '@openspot/core/enums.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatReservationInFull } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { reservationEmail } from '../emails/email-templates.ts'
import { dispatchNotice } from './dispatch.ts'
import { noticeText } from './notice-text.ts'
import { findReservationToNotify, listDueNotices, noticeId, type ReservationToNotify } from './notify.sql.ts'

/**
 * A notice to send. `about` distinguishes notices of one kind about one reservation; it defaults to the reservation's
 * version.
 */
export type Notice =
  | { kind: Exclude<NotificationKind, 'REFUND_MADE'>; reservation_id: string; about?: string }
  | { kind: 'REFUND_MADE'; refund_id: string }

/** Notifies a user about a reservation in the app and by email, once for each notice however often this runs. */
export async function sendNotice(deps: PaymentDeps & { settings: Settings }, notice: Notice): Promise<void> {
  const reservation = await findReservationToNotify(deps.pool, notice)
  if (!reservation) return
  const t = translatorFor(reservation.language)
  const notified = noticeText(t, notice.kind, reservation)
  const when = formatReservationInFull(
    reservation,
    { zone: reservation.time_zone, locale: localeOf(t) },
    (start) => t('reservationNotices.openEnd', { start }),
  )
  const path = `/me/reservations/${reservation.reservation_id}`
  const content = reservationEmail(
    t,
    {
      lot_name: reservation.lot_name,
      is_new_lot: reservation.is_new_lot,
      address: [reservation.street, reservation.city].filter(Boolean).join(', '),
      spot_label: reservation.label,
      when,
      plate: reservation.plate,
      url: `${deps.settings.public_url}${path}`,
    },
    notified,
  )
  const { user_id, lot_id, reservation_id, to_address } = reservation
  await deps.db.transaction().execute((tx) =>
    dispatchNotice(deps, tx, {
      user_id,
      lot_id,
      reservation_id,
      kind: notice.kind,
      about: aboutOf(notice, reservation),
      title: notified.heading,
      text: t('reservationNotices.inbox', { lot: reservation.lot_name, when, text: notified.text }),
      path,
      to_address,
      email: { content },
    }),
  )
}

function aboutOf(notice: Notice, reservation: ReservationToNotify): string {
  if (notice.kind === 'REFUND_MADE') return notice.refund_id
  return notice.about ?? (notice.kind === 'CONFIRMED' ? '' : String(reservation.version))
}

/** Sends the notices due by time. A failure does not stop the others. */
export async function sendDueNotices(
  deps: PaymentDeps & { settings: Settings },
  tried = new Tried(),
): Promise<void> {
  const due = await listDueNotices(deps.pool, deps.ports.now(), tried.ids())
  await eachByItself({ log: deps.log, task: 'notify_due', tried }, due, noticeId, (notice) =>
    notice.kind === 'REFUND_MADE' ? Promise.resolve() : sendNotice(deps, { ...notice, kind: notice.kind }),
  )
}
