import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { listStaffForFailedRefund } from './failed-refunds.sql.ts'

type NoticeDeps = Pick<PaymentDeps, 'db' | 'ports'> & { settings: Settings }

/** Notifies the admins of a lot that a payer's bank didn't take a refund, which is still owed. Says nothing that is no longer true. */
export async function notifyFailedRefund(
  { db, ports, settings }: NoticeDeps,
  refund_id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const staff = await listStaffForFailedRefund(tx, refund_id)
    const notices = staff.map(({ user_id, email: to_address, language, lot_id, ...refund }): Notice => {
      const t = translatorFor(language)
      const values = {
        amount: formatMoney(refund.amount_cents, refund.currency, localeOf(t)),
        invoice: String(refund.number),
        name: refund.payer_name,
        has_name: String(refund.payer_name !== ''),
      }
      return {
        user_id,
        lot_id,
        kind: 'REFUND_TO_SETTLE',
        about: refund_id,
        title: t('lotNotices.REFUND_TO_SETTLE.heading', values),
        text: t('lotNotices.REFUND_TO_SETTLE.text', values),
        path: `/lots/${lot_id}/refunds?status=FAILED`,
        to_address,
        email: { button: t('lotNotices.REFUND_TO_SETTLE.button') },
      }
    })
    await dispatchNotices({ ports, settings }, tx, notices)
  })
}
