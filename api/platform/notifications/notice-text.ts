import type { NotificationKind } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { shownPlate } from '@openspot/core/plates/plates.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import { formatPriceLine } from '@openspot/messages/price-line.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import type { ReservationToNotify } from './notify.sql.ts'

/** What a notice about a reservation may mention. Amounts are in minor units, times are instants. */
export type NoticeFacts = Pick<
  ReservationToNotify,
  | 'label'
  | 'is_rest'
  | 'reservation_id'
  | 'cancel_until_at'
  | 'lines'
  | 'plate'
  | 'currency'
  | 'time_zone'
  | 'total_cents'
  | 'change_cents'
  | 'refund_cents'
  | 'refund_note'
  | 'hold_expires_at'
  | 'starts_at'
  | 'ends_at'
  | 'owed_cents'
  | 'pay_until'
  | 'is_retried'
  | 'bill_cents'
  | 'bill_reason'
  | 'month_cents'
  | 'new_price_cents'
  | 'price_from'
  | 'validated_cents'
  | 'partner'
>

export interface NoticeText {
  subject: string
  heading: string
  text: string
  button: string
  more: [string, string][]
}

/** Returns the text of a notice about a reservation, in the language of `t`. */
export function noticeText(t: Translate, kind: NotificationKind, facts: NoticeFacts): NoticeText {
  const values = valuesOf(facts, localeOf(t))
  return {
    subject: t(`reservationNotices.${kind}.subject`, values),
    heading: t(`reservationNotices.${kind}.heading`, values),
    text: t(`reservationNotices.${kind}.text`, values),
    button: t(`reservationNotices.${kind}.button`),
    more: moreRows(t, kind, facts, values.total),
  }
}

function moreRows(
  t: Translate,
  kind: NotificationKind,
  facts: NoticeFacts,
  total: string,
): [string, string][] {
  if (kind === 'CHANGED' || kind === 'MOVED') return changeRows(t, facts, total)
  if (kind !== 'CONFIRMED' && kind !== 'TO_ACCEPT') return []
  const { currency, lines, time_zone: zone, cancel_until_at } = facts
  const locale = localeOf(t)
  return [
    ...lines.map((line): [string, string] => [
      formatPriceLine(t, line, currency),
      formatMoney(line.amount_cents, currency, locale),
    ]),
    [t(kind === 'CONFIRMED' ? 'reservationEmails.paid' : 'reservationEmails.total'), total],
    ...(cancel_until_at === null
      ? []
      : [
          [t('reservationEmails.cancelUntil'), formatInFullWithZone(cancel_until_at, { zone, locale })] as [
            string,
            string,
          ],
        ]),
    [t('reservationEmails.confirmation'), shortCode(facts.reservation_id)],
  ]
}

/** What a change costs more or less, and the price after it. */
function changeRows(
  t: Translate,
  { change_cents, currency }: NoticeFacts,
  total: string,
): [string, string][] {
  if (change_cents === null) return []
  const amount = formatMoney(Math.abs(change_cents), currency, localeOf(t))
  const change: [string, string] =
    change_cents > 0
      ? [t('reservationEmails.changeMore'), amount]
      : change_cents < 0
        ? [t('reservationEmails.changeLess'), amount]
        : [t('reservationEmails.change'), t('reservationEmails.changeNone')]
  return [change, [t('reservationEmails.newTotal'), total]]
}

/** The arguments of all notices. A missing one is empty, and the notices that may lack it select by `has_…`. */
function valuesOf(facts: NoticeFacts, locale: string) {
  const { currency, time_zone: zone, refund_cents, bill_cents, bill_reason } = facts
  const { new_price_cents, price_from, pay_until } = facts
  const money = (cents: number | null) => (cents === null ? '' : formatMoney(cents, currency, locale))
  const time = (at: string | null) => (at ? formatInFullWithZone(at, { zone, locale }) : '')
  return {
    spot: facts.label,
    is_rest: String(facts.is_rest),
    plate: shownPlate(facts.plate ?? ''),
    has_plate: String(facts.plate !== null),
    total: money(facts.total_cents),
    refund: money(refund_cents),
    has_refund: String(refund_cents > 0),
    note: facts.refund_note ?? '',
    until: time(facts.hold_expires_at),
    starts: time(facts.starts_at),
    ends: time(facts.ends_at),
    owed: money(facts.owed_cents),
    pay_until: time(pay_until),
    has_deadline: String(pay_until !== null),
    retried: String(facts.is_retried),
    bill: money(bill_cents),
    has_bill: String(bill_cents !== null),
    reason: bill_reason ?? '',
    has_reason: String(bill_reason !== null),
    validated: money(facts.validated_cents),
    partner: facts.partner ?? '',
    month: money(facts.month_cents),
    price: money(new_price_cents),
    price_from: time(price_from),
    has_price: String(new_price_cents !== null && price_from !== null),
  }
}
