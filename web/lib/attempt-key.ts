'use client'
import type { CallError } from '@openspot/contract/call.ts'
import { useRef } from 'react'
import { codeOf } from './api.ts'

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
