import type { NotificationKind } from '@openspot/core/enums.ts'
import { directionsUrl } from '@openspot/core/geo/directions.ts'
import { shownPlate } from '@openspot/core/plates/plates.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatReservationInFull } from '@openspot/core/time/format.ts'
import type { Tx } from '@openspot/db/database.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { reservationEmail } from '../emails/email-templates.ts'
import { dispatchNotice } from './dispatch.ts'
import { makeGuestLink } from './guest-link.ts'
import { noticeText } from './notice-text.ts'
import {
  findReservationToNotify,
  listDueNotices,
  lockUnpaid,
  noticeId,
  type ReservationToNotify,
} from './notify.sql.ts'

/**
 * A notice to send. `about` distinguishes notices of one kind about one reservation; it defaults to the reservation's
 * version.
 */
export type Notice =
  | { kind: Exclude<NotificationKind, RefundKind>; reservation_id: string; about?: string }
  | { kind: RefundKind; refund_id: string }
/** The notices about one refund of a reservation. */
const refundKinds = ['REFUND_MADE', 'REFUND_FAILED', 'REFUND_PAID_BACK'] as const
type RefundKind = (typeof refundKinds)[number]

/** The notices after which the event in a calendar is another one, or gone. */
const changesCalendar: ReadonlySet<NotificationKind> = new Set([
  'CONFIRMED',
  'CHANGED',
  'MOVED',
  'VEHICLE_CHANGED',
  'CANCELED',
  'NOTICE_GIVEN',
  'DEBT_ENDED',
])

/** The notices after which nobody drives there. */
const isOver: ReadonlySet<NotificationKind> = new Set(['CANCELED', 'ENDED', 'DEBT_ENDED', ...refundKinds])

/** Notifies a user about a reservation in the app and by email, once for each notice however often this runs. */
export async function sendNotice(deps: PaymentDeps & { settings: Settings }, notice: Notice): Promise<void> {
  const reservation = await findReservationToNotify(deps.pool, notice, deps.ports.now())
  if (!reservation) return
  const t = translatorFor(reservation.language)
  const notified = noticeText(t, notice.kind, reservation)
  const when = formatReservationInFull(
    reservation,
    { zone: reservation.time_zone, locale: localeOf(t) },
    (start) => t('reservationNotices.openEnd', { start }),
  )
  const longer = notice.kind === 'ENDS_SOON' ? longerEnd(reservation.ends_at) : null
  const page = `/me/reservations/${reservation.reservation_id}`
  const path = longer === null ? page : `${page}?change=extend&ends_at=${encodeURIComponent(longer)}`
  const contentWith = (url: string) =>
    reservationEmail(
      t,
      {
        lot_name: reservation.lot_name,
        is_new_lot: reservation.is_new_lot,
        address: [reservation.street, reservation.city].filter(Boolean).join(', '),
        spot_label: reservation.label,
        when,
        plate: reservation.plate === null ? null : shownPlate(reservation.plate),
        ...(isOver.has(notice.kind)
          ? {}
          : {
              directions_url: directionsUrl(reservation),
              entry_instructions: reservation.entry_instructions,
            }),
        url,
      },
      notified,
    )
  const { user_id, lot_id, reservation_id, to_address } = reservation
  await deps.db.transaction().execute(async (tx) => {
    // Who paid meanwhile is not told that they did not.
    if (notice.kind === 'PAYMENT_FAILED' && !(await lockUnpaid(tx, reservation_id))) return
    const guest = await guestParts(deps, tx, reservation, { title: notified.heading, when, longer })
    const url = guest?.url ?? `${deps.settings.public_url}${path}`
    await dispatchNotice(deps, tx, {
      user_id,
      lot_id,
      reservation_id,
      kind: notice.kind,
      about: aboutOf(notice, reservation),
      title: notified.heading,
      text: t('reservationNotices.inbox', { lot: reservation.lot_name, when, text: notified.text }),
      path,
      to_address,
      email: {
        content: contentWith(url),
        ...(changesCalendar.has(notice.kind) ? { calendar_reservation_id: reservation_id } : {}),
        ...(guest ? { link_expires_at: guest.expires_at.toISOString() } : {}),
      },
      ...(guest?.text ? { guest_text: guest.text } : {}),
    })
  })
}

/** By how much the reminder offers to extend. */
const EXTEND_MINUTES = 30
/** The end that the reminder offers. It is in the link, so that tapping an old one again extends nothing twice. */
const longerEnd = (ends_at: string | null): string | null =>
  ends_at === null ? null : new Date(Date.parse(ends_at) + EXTEND_MINUTES * 60_000).toISOString()

/** Returns the link with which a guest opens the reservation, and the text if only their number is known. */
async function guestParts(
  deps: PaymentDeps & { settings: Settings },
  tx: Tx,
  reservation: ReservationToNotify,
  { title, when, longer }: { title: string; when: string; longer: string | null },
) {
  const { is_guest, to_address, guest_phone, is_new_lot, lot_name: lot } = reservation
  if (!is_guest) return null
  if (to_address !== null)
    return {
      ...(await makeGuestLink(deps, tx, { reservation, to: { email: to_address }, longer })),
      text: null,
    }
  if (guest_phone === null) return null
  const link = await makeGuestLink(deps, tx, { reservation, to: { phone: guest_phone }, longer })
  const t = translatorFor(reservation.language)
  const body = t('texts.guest', { title, has_lot: String(!is_new_lot), lot, when, url: link.url })
  return { ...link, text: { to_phone: guest_phone, body, link_expires_at: link.expires_at } }
}

function aboutOf(notice: Notice, reservation: ReservationToNotify): string {
  if ('refund_id' in notice) return notice.refund_id
  return notice.about ?? (notice.kind === 'CONFIRMED' ? '' : String(reservation.version))
}

/** Sends the notices due by time. A failure does not stop the others. */
export async function sendDueNotices(
  deps: PaymentDeps & { settings: Settings },
  tried = new Tried(),
): Promise<void> {
  const due = await listDueNotices(deps.pool, deps.ports.now(), tried.ids())
  await eachByItself({ log: deps.log, task: 'notify_due', tried }, due, noticeId, (notice) =>
    sendNotice(deps, notice),
  )
}
