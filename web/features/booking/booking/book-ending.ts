import type { CallError } from '@openspot/contract/call.ts'
import { codeOf } from '@/lib/api.ts'
import { type PayEnding, payEndingOf } from '@/lib/pay-ending.ts'

/** How the last booking attempt ended, if not in a booking. */
export type Ending =
  | PayEnding
  | { kind: 'taken'; message: string }
  | { kind: 'price_changed'; message: string; before_cents: number }

/** Returns how a booking attempt ended from its error. */
export function endingOf(error: CallError, before_cents: number): Ending {
  const { message } = error
  switch (codeOf(error)) {
    case 'spot_taken':
    case 'spot_not_bookable':
      return { kind: 'taken', message }
    case 'quote_expired':
    case 'terms_changed':
    case 'holdings_changed':
      return { kind: 'price_changed', message, before_cents }
    default:
      return payEndingOf(error)
  }
}
