import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { listAdmins } from '../../people/recipients/recipients.sql.ts'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { findReturnedPayment } from './second-payments.sql.ts'

type NoticeDeps = Pick<PaymentDeps, 'db' | 'ports'> & { settings: Settings }

/** Notifies the admins of a lot that a driver paid twice, and that the second payment was returned. They have nothing to do. */
export async function notifySecondPayment(
  { db, ports, settings }: NoticeDeps,
  payment_id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const payment = await findReturnedPayment(tx, payment_id)
    if (!payment) return
    const { lot_id, fine_id, reservation_id, payer_name } = payment
    const subject = fine_id === null ? `reservations/${reservation_id}` : `fines/${fine_id}`
    const admins = await listAdmins(tx, lot_id)
    const notices = admins.map(({ id: user_id, email: to_address, language }): Notice => {
      const t = translatorFor(language)
      const values = {
        amount: formatMoney(payment.amount_cents, payment.currency, localeOf(t)),
        invoice: String(payment.number),
        name: payer_name,
        has_name: String(payer_name !== ''),
      }
      return {
        user_id,
        lot_id,
        kind: 'PAYMENT_RETURNED',
        about: payment_id,
        title: t('lotNotices.PAYMENT_RETURNED.heading', values),
        text: t('lotNotices.PAYMENT_RETURNED.text', values),
        path: `/lots/${lot_id}/${subject}`,
        to_address,
        email: { button: t('lotNotices.PAYMENT_RETURNED.button') },
      }
    })
    await dispatchNotices({ ports, settings }, tx, notices)
  })
}
