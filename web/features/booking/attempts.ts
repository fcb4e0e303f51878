'use client'
import type { CallError } from '@openspot/contract/call.ts'
import { useRef } from 'react'
import { codeOf } from '@/lib/api.ts'

/** How paying ended, where not in a payment. */
export interface PayEnding {
  kind: 'declined' | 'ran_out' | 'unsettled' | 'bank' | 'refused'
  /** The words of the refusal; for the bank, the address of its page. */
  message: string
}

/** How the last press of the button ended, where it did not end in a booking. */
export type Ending =
  | PayEnding
  | { kind: 'taken'; message: string }
  | { kind: 'price_changed'; message: string; before_cents: number }

/** Said in the return path, so that on the way back from the bank what was begun is finished without another press. */
export const FROM_BANK = 'from_bank'

/** The same press twice carries the same key, so a lost answer costs nothing; another press carries another. */
export function useAttemptKey() {
  const keys = useRef(new Map<string, string>())
  return (what: string | null): string => {
    if (what === null) keys.current.clear()
    const key = keys.current.get(what ?? '') ?? crypto.randomUUID()
    keys.current.set(what ?? '', key)
    return key
  }
}

/** A refusal is final for its key; only when nobody knows how it ended must the next press repeat the same one. */
export function withNewKey(error: CallError, keyFor: (what: null) => string): CallError {
  if (error.status < 500 && codeOf(error) !== 'request_in_flight') keyFor(null)
  return error
}

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
