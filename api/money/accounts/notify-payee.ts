import type { PayoutNoticeKind } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Tx } from '@openspot/db/database.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import type { Ports } from '../../ports.ts'
import { listRecipients } from './notify-payee.sql.ts'

/** A notice about a payout account. Each `about` of a kind is sent once. */
export interface PayoutNotice {
  kind: PayoutNoticeKind
  about: string
  /** The bank that is paid from now on. Absent if there is none. */
  bank?: { name: string; last4: string }
  /** A payout, in minor units. */
  amount?: { cents: number; currency: string }
  /** Why the bank rejected it, in the words of the payment provider. */
  reason?: string
}

/**
 * Notifies all super admins of a lot, or a host, in the app and by email, in the transaction of the event. Sends each
 * notice once, however often this runs.
 */
export async function notifyPayee(
  tx: Tx,
  payee: { lot_id: string | null; user_id: string | null },
  { kind, about, bank, amount, reason }: PayoutNotice,
  { ports, settings }: { ports: Ports; settings: Settings },
): Promise<void> {
  // A host's notice belongs to no single lot.
  const lot_id = payee.user_id === null ? payee.lot_id : null
  const path = lot_id === null ? '/me/earnings?tab=payouts' : `/lots/${lot_id}/payouts`
  const name = kind === 'PAYOUT_ACCOUNT_CHANGED' && bank === undefined ? 'PAYOUT_ACCOUNT_GONE' : kind
  const recipients = await listRecipients(tx, lot_id, payee.user_id)
  const notices = recipients.map(({ user_id, to_address, language, lot_name }): Notice => {
    const t = translatorFor(language)
    const facts = {
      has_lot: String(lot_name !== null),
      lot: lot_name ?? '',
      bank: bank?.name ?? '',
      last4: bank?.last4 ?? '',
      amount: amount ? formatMoney(amount.cents, amount.currency, localeOf(t)) : '',
      reason: reason ?? '',
    }
    const title = t(`payoutNotices.${name}.heading`, facts)
    const text = t(`payoutNotices.${name}.text`, facts)
    return {
      user_id,
      lot_id,
      kind,
      about,
      title,
      text,
      path,
      to_address,
      email: {
        subject: t(`payoutNotices.${name}.subject`, facts),
        button: t(`payoutNotices.${name}.button`),
      },
    }
  })
  await dispatchNotices({ ports, settings }, tx, notices)
}
