import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { listAdmins, listPlatformAdmins } from '../../people/recipients/recipients.sql.ts'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { findOwedRefund } from './failed-refunds.sql.ts'

type NoticeDeps = Pick<PaymentDeps, 'db' | 'ports'> & { settings: Settings }

/**
 * Notifies those who settle a refund that a payer's bank didn't take and that is still owed: the admins of the lot, or of the platform if the
 * lot paid for its plan. Says nothing that is no longer true.
 */
export async function notifyFailedRefund(
  { db, ports, settings }: NoticeDeps,
  refund_id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const refund = await findOwedRefund(tx, refund_id)
    if (!refund) return
    const { lot_id, is_plan, payer_name } = refund
    const kind = is_plan ? 'PLAN_REFUND_FAILED' : 'REFUND_TO_SETTLE'
    const path = is_plan ? '/platform/plans' : `/lots/${lot_id}/refunds?status=FAILED`
    const people = is_plan ? await listPlatformAdmins(tx) : await listAdmins(tx, lot_id)
    const notices = people.map(({ id: user_id, email: to_address, language }): Notice => {
      const t = translatorFor(language)
      const values = {
        lot: refund.lot_name,
        amount: formatMoney(refund.amount_cents, refund.currency, localeOf(t)),
        invoice: String(refund.number),
        name: payer_name,
        has_name: String(payer_name !== ''),
      }
      return {
        user_id,
        lot_id,
        kind,
        about: refund_id,
        title: t(`lotNotices.${kind}.heading`, values),
        text: t(`lotNotices.${kind}.text`, values),
        path,
        to_address,
        email: { button: t(`lotNotices.${kind}.button`) },
      }
    })
    await dispatchNotices({ ports, settings }, tx, notices)
  })
}
