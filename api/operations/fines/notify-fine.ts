import type { FineEventKind, FineNoticeKind } from '@openspot/core/fines/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import { type FineRow, findFine } from './fines.sql.ts'
import {
  findFailedFineRefund,
  listDriversOfFine,
  listStaffForAppeal,
  wasPaidBack,
} from './notify-fine.sql.ts'

/** An event of a fine whose people must be notified. */
interface FineEvent {
  fine_id: string
  seq: number
  kind: FineEventKind
}
/**
 * What people must be notified of: an event, that a payment is returned because the fine was already paid, that the payer's bank didn't take
 * a refund, or that the lot paid it back itself.
 */
export type FineNotice =
  | FineEvent
  | { fine_id: string; second_payment_id: string }
  | { fine_id: string; failed_refund_id: string }
  | { fine_id: string; paid_back_refund_id: string }
type Part = 'DRIVER' | 'PAYER' | 'APPELLANT'
interface Recipient {
  id: string
  email: string | null
  language: string
}

/** Which notice an event causes, and who of the drivers gets it. */
const noticesOf: Partial<Record<FineEventKind, { kind: FineNoticeKind; to: readonly Part[] }>> = {
  ISSUED: { kind: 'FINE_ISSUED', to: ['DRIVER'] },
  PAID: { kind: 'FINE_PAID', to: ['PAYER'] },
  PAYMENT_FAILED: { kind: 'FINE_PAYMENT_FAILED', to: ['PAYER'] },
  REFUNDED: { kind: 'FINE_REFUNDED', to: ['PAYER'] },
  VOIDED: { kind: 'FINE_VOIDED', to: ['DRIVER', 'PAYER', 'APPELLANT'] },
  APPEAL_ACCEPTED: { kind: 'FINE_APPEAL_ACCEPTED', to: ['APPELLANT'] },
  APPEAL_DECLINED: { kind: 'FINE_APPEAL_DECLINED', to: ['APPELLANT'] },
}

export type NoticeDeps = Pick<PaymentDeps, 'db' | 'pool' | 'ports'> & { settings: Settings }

/** Notifies everyone whom an event of a fine concerns, in the app and by email, once however often this runs. */
export async function notifyFine(deps: NoticeDeps, notice: FineNotice): Promise<void> {
  const fine = await findFine(deps.pool, notice.fine_id, deps.ports.now())
  if (!fine) return
  if ('seq' in notice) return notifyEvent(deps, fine, notice)
  const people = await listDriversOfFine(deps.pool, fine.id)
  const to = people.filter(({ part }) => part === 'PAYER')
  if ('second_payment_id' in notice)
    return notify(deps, fine, { about: notice.second_payment_id, kind: 'FINE_PAID_TWICE', to })
  const isFailed = 'failed_refund_id' in notice
  const about = isFailed ? notice.failed_refund_id : notice.paid_back_refund_id
  const refund = await findFailedFineRefund(deps.pool, about)
  // A failed one of which something has become needs no notice.
  if (!refund || isFailed === (refund.resolution !== null)) return
  const { amount_cents, note } = refund
  const kind = isFailed ? 'FINE_REFUND_FAILED' : 'FINE_PAID_BACK'
  await notify(deps, { ...fine, amount_cents }, { about, kind, to, note })
}

async function notifyEvent(deps: NoticeDeps, fine: FineRow, event: FineEvent): Promise<void> {
  const about = `${fine.id} ${event.seq}`
  if (event.kind === 'APPEALED') {
    const to = await listStaffForAppeal(deps.pool, fine.lot_id)
    return notify(deps, fine, { about, kind: 'FINE_APPEALED', to })
  }
  const notice = noticesOf[event.kind]
  if (!notice) return
  // The payer is told how the lot paid it back instead.
  if (event.kind === 'REFUNDED' && (await wasPaidBack(deps.pool, event))) return
  const kind = notice.kind === 'FINE_ISSUED' && fine.amount_cents === 0 ? 'FINE_WARNING' : notice.kind
  const people = await listDriversOfFine(deps.pool, event.fine_id)
  // Who appealed has been told of the decision.
  const hasHeard = (one: Recipient) =>
    event.kind === 'VOIDED' &&
    fine.void_reason === 'APPEAL' &&
    people.some(({ id, part }) => id === one.id && part === 'APPELLANT')
  const told = new Map(people.filter(({ part }) => notice.to.includes(part)).map((one) => [one.id, one]))
  await notify(deps, fine, { about, kind, to: [...told.values()].filter((to) => !hasHeard(to)) })
}

/** Notifies people at once, each of them once for each `about` of a kind. */
export async function notify(
  { db, ports, settings }: NoticeDeps,
  fine: FineRow,
  {
    about,
    kind,
    to,
    note = null,
  }: { about: string; kind: FineNoticeKind; to: readonly Recipient[]; note?: string | null },
): Promise<void> {
  const notices = to.map((one) => ({ ...noticeOf(fine, kind, one, note ?? ''), about }))
  await db.transaction().execute((tx) => dispatchNotices({ ports, settings }, tx, notices))
}

function noticeOf(fine: FineRow, kind: FineNoticeKind, to: Recipient, note: string): Omit<Notice, 'about'> {
  const t = translatorFor(to.language)
  const locale = localeOf(t)
  const when = (at: string) => formatInFullWithZone(at, { zone: fine.time_zone, locale })
  const values = {
    lot: fine.lot_name,
    plate: fine.plate,
    reason: t(`fines.reasons.${fine.reason}`),
    seen: when(fine.seen_at),
    amount: formatMoney(fine.amount_cents, fine.currency, locale),
    due: fine.due_at === null ? '' : when(fine.due_at),
    answer: fine.appeal?.answer ?? '',
    note,
    has_right: String(fine.void_reason === 'RIGHT_FOUND'),
    is_warning: String(fine.amount_cents === 0),
    is_refunded: String(fine.paid_cents > 0),
  }
  const title = t(`fineNotices.${kind}.heading`, values)
  const text = t(`fineNotices.${kind}.text`, values)
  const { lot_id } = fine
  const path = kind === 'FINE_APPEALED' ? `/lots/${lot_id}/fines/${fine.id}` : `/f/${fine.code}`
  const receipts =
    kind === 'FINE_PAID' && fine.invoice_id !== null ? { receipt_invoice_ids: [fine.invoice_id] } : {}
  const email = {
    subject: t(`fineNotices.${kind}.subject`, values),
    button: t(`fineNotices.${kind}.button`),
    ...receipts,
  }
  return { user_id: to.id, lot_id, kind, title, text, path, to_address: to.email, email }
}
