'use client'
import { CallError } from '@openspot/contract/call.ts'
import { useState } from 'react'
import { codeOf } from '@/lib/api.ts'
import { continueSignedIn } from './continue-signed-in.ts'

/**
 * Shared by all sign-in methods: opens the requested page, or continues with the second step if the server returned a
 * ticket for it.
 */
export function useSignInContinuation(next: string) {
  const [ticket, setTicket] = useState<string | null>(null)
  return {
    ticket,
    beginAgain: () => setTicket(null),
    onwards: {
      onSuccess: (entered?: { choose_password: boolean }) =>
        continueSignedIn(
          entered?.choose_password ? `/sign-in/password?next=${encodeURIComponent(next)}` : next,
        ),
      onError: (error: unknown) => {
        const requested = error instanceof CallError ? error.body.details?.['ticket'] : undefined
        if (needsSecondStep(error) && typeof requested === 'string') setTicket(requested)
      },
    },
  }
}

/** Not a refusal, but a request for the second step. */
export const needsSecondStep = (error: unknown): boolean => codeOf(error) === 'second_factor_required'
