import type { GuidanceChange } from '@openspot/contract/booking/price-guidance.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Recipient } from '../../people/recipients/recipients.sql.ts'
import { type DispatchDeps, dispatchNotice } from '../../platform/notifications/dispatch.ts'

interface About {
  lot_id: string
  lot_name: string
  change: GuidanceChange
}

/** Notifies the owners of a lot that prices changed on schedule, in the transaction of the change and once for it. */
export async function notifyOfPrices(
  deps: DispatchDeps,
  tx: Tx,
  { lot_id, lot_name, change }: About,
  owners: readonly Recipient[],
): Promise<void> {
  for (const { id, email, language } of owners) {
    const t = translatorFor(language)
    const { raised, lowered } = change
    await dispatchNotice(deps, tx, {
      user_id: id,
      lot_id,
      kind: 'PRICES_GUIDED',
      about: change.id,
      title: t('priceGuidance.notice.heading', { lot: lot_name }),
      text: t('priceGuidance.notice.text', { raised, lowered }),
      path: `/lots/${lot_id}/prices/guidance`,
      to_address: email,
      email: { subject: t('priceGuidance.notice.subject'), button: t('priceGuidance.notice.button') },
    })
  }
}
