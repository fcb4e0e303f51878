import {
  refundFailureOf,
  refundReasonOf,
  validatingPartnerOf,
} from '@openspot/core/invoices/refund-reasons.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** The reason of a refund: the product's own ones in the reader's language, and what a person wrote as it is. */
export function refundReasonText(t: Translate, stored: string): string {
  const reason = refundReasonOf(stored)
  if (reason !== null) return t(`invoices.refundReasons.${reason}`)
  const partner = validatingPartnerOf(stored)
  return partner === null ? stored : t('invoices.refundReasons.validated', { partner })
}

/** Why a refund has not been made yet, in the reader's language. */
export function refundFailureText(t: Translate, stored: string): string {
  const failure = refundFailureOf(stored)
  return failure === null ? stored : t(`invoices.refundFailures.${failure}`)
}
