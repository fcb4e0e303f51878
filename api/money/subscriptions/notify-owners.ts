import type { PlanNoticeKind } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import type { Tx } from '@openspot/db/database.ts'
import { localeOf, type Message } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { listOwners } from '../../people/recipients/recipients.sql.ts'
import { dispatchNotices } from '../../platform/notifications/dispatch.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import type { SubscriptionRow } from './subscriptions.sql.ts'

export type OwnerNoticeDeps = Pick<PaymentDeps, 'db' | 'log' | 'pool' | 'ports'> & { settings: Settings }

/** A notice about the lot's plan. Each `about` of a kind is sent once. */
export interface PlanNotice {
  kind: PlanNoticeKind
  about: string
  plan_name?: string
  month_cents?: number
  from?: string
  /** When a failed charge is tried again, and why it failed. */
  next?: string
  failure?: Message
  /** The invoice whose receipt its payer gets. */
  receipt?: { invoice_id: string; user_id: string }
}

/** Notifies all super admins of a lot in the app and by email, in the transaction of the event. */
export async function notifyOwners(
  tx: Tx,
  of: Pick<SubscriptionRow, 'lot_id' | 'lot_name' | 'time_zone' | 'currency'>,
  notice: PlanNotice,
  { ports, settings }: Pick<OwnerNoticeDeps, 'ports' | 'settings'>,
): Promise<void> {
  const at = notice.from ?? ports.now().toISOString()
  const owners = await listOwners(tx, of.lot_id)
  const notices = owners.map((owner) => {
    const { kind, about } = notice
    const t = translatorFor(owner.language)
    const { next, failure, receipt } = notice
    const day = (instant: string) => formatDate(instant, { zone: of.time_zone, locale: localeOf(t) })
    const facts = {
      next: next === undefined ? '' : day(next),
      is_retried: String(next !== undefined),
      failure: failure?.(t) ?? '',
      has_method: String(failure !== undefined),
      lot: of.lot_name,
      plan: notice.plan_name ?? '',
      month: formatMoney(notice.month_cents ?? 0, of.currency, localeOf(t)),
      from: day(at),
    }
    const title = t(`planNotices.${kind}.heading`, facts)
    const text = t(`planNotices.${kind}.text`, facts)
    return {
      user_id: owner.id,
      lot_id: of.lot_id,
      kind,
      about,
      title,
      text,
      path: `/lots/${of.lot_id}/plan`,
      to_address: owner.email,
      email: {
        subject: t(`planNotices.${kind}.subject`, facts),
        button: t(`planNotices.${kind}.button`),
        ...(receipt?.user_id === owner.id ? { receipt_invoice_ids: [receipt.invoice_id] } : {}),
      },
    }
  })
  await dispatchNotices({ ports, settings }, tx, notices)
}
