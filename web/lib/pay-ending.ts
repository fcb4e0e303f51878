import type { CallError } from '@openspot/contract/call.ts'
import { codeOf } from './api.ts'

/** How a payment attempt ended, if not in a payment. */
export interface PayEnding {
  kind: 'declined' | 'ran_out' | 'unsettled' | 'bank' | 'refused'
  /** The message of the refusal; for the bank, the URL of its page. */
  message: string
}

/** Part of the return path, so that a booking is completed automatically on return from the bank. */
export const FROM_BANK = 'from_bank'

/** Returns how a payment attempt ended from its error. */
export function payEndingOf(error: CallError): PayEnding {
  const { message } = error
  switch (codeOf(error)) {
    case 'card_declined':
      return { kind: 'declined', message }
    case 'hold_expired':
    case 'reservation_not_open':
      return { kind: 'ran_out', message }
    case 'payment_unsettled':
    case 'request_in_flight':
    case 'provider_unavailable':
      return { kind: 'unsettled', message }
    default:
      return { kind: 'refused', message }
  }
}
