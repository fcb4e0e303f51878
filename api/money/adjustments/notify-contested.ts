import { formatMoney } from '@openspot/core/money/money.ts'
import type { Tx } from '@openspot/db/database.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { type DispatchDeps, dispatchNotices } from '../../platform/notifications/dispatch.ts'
import { findContested } from './contested.sql.ts'

/**
 * Notifies the admins of a lot that a driver contested a bill, once for each bill. Must run in the transaction of the
 * call.
 */
export async function notifyContested(deps: DispatchDeps, tx: Tx, invoice_id: string): Promise<void> {
  const { bill, admins } = await findContested(tx, invoice_id)
  const { lot_id, reservation_id } = bill
  const notices = admins.map(({ id: user_id, email: to_address, language }) => {
    const t = translatorFor(language)
    const values = {
      bill: String(bill.number),
      amount: formatMoney(bill.total_cents, bill.currency, localeOf(t)),
      said: bill.contest_reason ?? '',
      has_said: String(bill.contest_reason !== null),
    }
    return {
      user_id,
      lot_id,
      ...(reservation_id === null ? {} : { reservation_id }),
      kind: 'BILL_CONTESTED' as const,
      about: `${invoice_id}:${user_id}`,
      title: t('lotNotices.BILL_CONTESTED.heading', values),
      text: t('lotNotices.BILL_CONTESTED.text', values),
      path:
        reservation_id === null
          ? `/lots/${lot_id}/refunds`
          : `/lots/${lot_id}/reservations/${reservation_id}`,
      to_address,
      email: { button: t('lotNotices.BILL_CONTESTED.button') },
    }
  })
  await dispatchNotices(deps, tx, notices)
}
