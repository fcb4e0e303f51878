import type { Dispute } from '@openspot/contract/money/adjustments.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** What the bank says about a dispute. Its codes are the payment provider's, such as "needs_response". */
export const disputeText = (t: Translate, { reason, status }: Pick<Dispute, 'reason' | 'status'>): string =>
  t('invoices.disputeText', { reason: reason.replaceAll('_', ' '), status: status.replaceAll('_', ' ') })
