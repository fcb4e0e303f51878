import type { NotificationKind } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatInstant, formatReservationTime } from '@openspot/core/time/say.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { writeEmail } from '../emails/emails.sql.ts'
import { stayEmail } from '../emails/letters.ts'
import { insertNotice } from './notices.sql.ts'
import { findToldStay, listDueNotices, noticeId, type ToldStay } from './tell.sql.ts'
import { type NoticeFacts, noticeWords } from './words.ts'

/**
 * A notice to send. `about` distinguishes notices of one kind about one reservation; it defaults to the reservation's
 * version.
 */
export type Notice =
  | { kind: Exclude<NotificationKind, 'REFUND_MADE'>; reservation_id: string; about?: string }
  | { kind: 'REFUND_MADE'; refund_id: string }

/** Notifies a user about a reservation in the app and by email, once for each notice however often this runs. */
export async function tell(deps: PaymentDeps & { settings: Settings }, notice: Notice): Promise<void> {
  const stay = await findToldStay(deps.pool, notice)
  if (!stay) return
  const now = deps.ports.now()
  const title = { zone: stay.time_zone, locale: clockLocale(stay.language), now: now.toISOString() }
  const words = noticeWords[notice.kind](factsOf(stay, title))
  const when = formatReservationTime(stay, title)
  const letter = stayEmail(
    {
      lot_name: stay.lot_name,
      is_new_lot: stay.is_new_lot,
      address: [stay.street, stay.city].filter(Boolean).join(', '),
      spot_label: stay.label,
      when,
      plate: stay.plate,
      url: `${deps.settings.public_url}/me/reservations/${stay.reservation_id}`,
    },
    words,
  )
  await deps.db.transaction().execute(async (tx) => {
    const isNew = await insertNotice(tx, now, {
      user_id: stay.user_id,
      lot_id: stay.lot_id,
      reservation_id: stay.reservation_id,
      kind: notice.kind,
      about: aboutOf(notice, stay),
      title: words.heading,
      text: `${stay.lot_name}, ${when}. ${words.text}`,
    })
    if (!isNew || stay.to_address === null) return
    const { to_address, lot_id } = stay
    await writeEmail(tx, { ...letter, to_address, lot_id, kind: notice.kind.toLowerCase() }, now)
  })
}

function aboutOf(notice: Notice, stay: ToldStay): string {
  if (notice.kind === 'REFUND_MADE') return notice.refund_id
  return notice.about ?? (notice.kind === 'CONFIRMED' ? '' : String(stay.version))
}

function factsOf(stay: ToldStay, title: Parameters<typeof formatInstant>[1]): NoticeFacts {
  const money = (cents: number) => formatMoney(cents, stay.currency, stay.language)
  return {
    spot_label: stay.label,
    total: money(stay.total_cents),
    refund: stay.refund_cents > 0 ? money(stay.refund_cents) : null,
    until: stay.hold_expires_at && formatInstant(stay.hold_expires_at, title),
    ends: stay.ends_at && formatInstant(stay.ends_at, title),
    owed: money(stay.owed_cents),
    pay_until: stay.pay_until && formatInstant(stay.pay_until, title),
    is_retried: stay.is_retried,
    bill: stay.bill_cents === null ? null : money(stay.bill_cents),
    bill_reason: stay.bill_reason,
    month: stay.month_cents === null ? null : money(stay.month_cents),
    new_price: stay.new_price_cents === null ? null : money(stay.new_price_cents),
    price_from: stay.price_from && formatInstant(stay.price_from, title),
  }
}

/** English times use a 24-hour clock too, as in the UI. */
const clockLocale = (language: string) => (/^en(-|$)/.test(language) ? 'en-GB' : language)

/** Sends the notices due by time. A failure does not stop the others. */
export async function sendDueNotices(
  deps: PaymentDeps & { settings: Settings },
  tried = new Tried(),
): Promise<void> {
  const due = await listDueNotices(deps.pool, deps.ports.now(), tried.ids())
  await eachByItself({ log: deps.log, task: 'tell_what_is_due', tried }, due, noticeId, (notice) =>
    notice.kind === 'REFUND_MADE' ? Promise.resolve() : tell(deps, { ...notice, kind: notice.kind }),
  )
}
