import type { NotificationKind } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatInFull, formatReservationInFull, type TimeFormat } from '@openspot/core/time/format.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { reservationEmail } from '../emails/email-templates.ts'
import { writeEmail } from '../emails/emails.sql.ts'
import { insertNotice } from './notices.sql.ts'
import { findReservationToNotify, listDueNotices, noticeId, type ReservationToNotify } from './notify.sql.ts'
import { type NoticeFacts, noticeWords } from './words.ts'

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
  const now = deps.ports.now()
  const timeFormat = { zone: reservation.time_zone, locale: reservation.language }
  const words = noticeWords[notice.kind](factsOf(reservation, timeFormat))
  const when = formatReservationInFull(reservation, timeFormat, (start) => `From ${start}`)
  const content = reservationEmail(
    {
      lot_name: reservation.lot_name,
      is_new_lot: reservation.is_new_lot,
      address: [reservation.street, reservation.city].filter(Boolean).join(', '),
      spot_label: reservation.label,
      when,
      plate: reservation.plate,
      url: `${deps.settings.public_url}/me/reservations/${reservation.reservation_id}`,
    },
    words,
  )
  await deps.db.transaction().execute(async (tx) => {
    const isNew = await insertNotice(tx, now, {
      user_id: reservation.user_id,
      lot_id: reservation.lot_id,
      reservation_id: reservation.reservation_id,
      kind: notice.kind,
      about: aboutOf(notice, reservation),
      title: words.heading,
      text: `${reservation.lot_name}, ${when}. ${words.text}`,
    })
    if (!isNew || reservation.to_address === null) return
    const { to_address, lot_id } = reservation
    await writeEmail(tx, { ...content, to_address, lot_id, kind: notice.kind.toLowerCase() }, now)
  })
}

function aboutOf(notice: Notice, reservation: ReservationToNotify): string {
  if (notice.kind === 'REFUND_MADE') return notice.refund_id
  return notice.about ?? (notice.kind === 'CONFIRMED' ? '' : String(reservation.version))
}

function factsOf(
  reservation: ReservationToNotify,
  timeFormat: Pick<TimeFormat, 'zone' | 'locale'>,
): NoticeFacts {
  const money = (cents: number) => formatMoney(cents, reservation.currency, reservation.language)
  return {
    spot_label: reservation.label,
    total: money(reservation.total_cents),
    refund: reservation.refund_cents > 0 ? money(reservation.refund_cents) : null,
    until: reservation.hold_expires_at && formatInFull(reservation.hold_expires_at, timeFormat),
    ends: reservation.ends_at && formatInFull(reservation.ends_at, timeFormat),
    owed: money(reservation.owed_cents),
    pay_until: reservation.pay_until && formatInFull(reservation.pay_until, timeFormat),
    is_retried: reservation.is_retried,
    bill: reservation.bill_cents === null ? null : money(reservation.bill_cents),
    bill_reason: reservation.bill_reason,
    month: reservation.month_cents === null ? null : money(reservation.month_cents),
    new_price: reservation.new_price_cents === null ? null : money(reservation.new_price_cents),
    price_from: reservation.price_from && formatInFull(reservation.price_from, timeFormat),
  }
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
