'use client'
import type { CallError } from '@openspot/contract/call.ts'
import { useRef } from 'react'
import { codeOf } from '@/lib/api.ts'

/** How a payment attempt ended, if not in a payment. */
export interface PayEnding {
  kind: 'declined' | 'ran_out' | 'unsettled' | 'bank' | 'refused'
  /** The message of the refusal; for the bank, the URL of its page. */
  message: string
}

/** How the last booking attempt ended, if not in a booking. */
export type Ending =
  | PayEnding
  | { kind: 'taken'; message: string }
  | { kind: 'price_changed'; message: string; before_cents: number }

/** Part of the return path, so that a booking is completed automatically on return from the bank. */
export const FROM_BANK = 'from_bank'

/**
 * Repeating the same request uses the same idempotency key, so a lost response is harmless; another request gets a new
 * key.
 */
export function useAttemptKey() {
  const keys = useRef(new Map<string, string>())
  return (what: string | null): string => {
    if (what === null) keys.current.clear()
    const key = keys.current.get(what ?? '') ?? crypto.randomUUID()
    keys.current.set(what ?? '', key)
    return key
  }
}

/** A refusal is final for its key; only if the outcome is unknown must the next attempt reuse it. */
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
