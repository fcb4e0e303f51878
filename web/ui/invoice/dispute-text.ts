import type { Dispute } from '@openspot/contract/money/adjustments.ts'
import { bankReasons, bankStates } from '@openspot/core/disputes/enums.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** What the bank says about a dispute. A code of the payment provider that is new to us, such as "on_hold", is shown in its words. */
export const disputeText = (t: Translate, { reason, status }: Pick<Dispute, 'reason' | 'status'>): string =>
  t('invoices.disputeText', {
    reason: isOneOf(bankReasons, reason) ? t(`invoices.bankReasons.${reason}`) : reason.replaceAll('_', ' '),
    status: isOneOf(bankStates, status) ? t(`invoices.bankStates.${status}`) : status.replaceAll('_', ' '),
  })
