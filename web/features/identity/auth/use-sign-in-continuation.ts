'use client'
import { CallError } from '@openspot/contract/call.ts'
import type { SignedIn } from '@openspot/contract/identity/auth.ts'
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
      onSuccess: (entered?: Pick<SignedIn, 'choose_password' | 'user'>) => {
        const question = questionFor(entered)
        continueSignedIn(question === null ? next : `${question}?next=${encodeURIComponent(next)}`)
      },
      onError: (error: unknown) => {
        const requested = error instanceof CallError ? error.body.details?.['ticket'] : undefined
        if (needsSecondStep(error) && typeof requested === 'string') setTicket(requested)
      },
    },
  }
}

/** Returns the page with what to ask next: a password, or the name of a person who signed up with a phone number. */
function questionFor(entered: Pick<SignedIn, 'choose_password' | 'user'> | undefined): string | null {
  if (entered?.choose_password) return '/sign-in/password'
  return entered?.user.phone_verified_at && entered.user.first_name === null ? '/sign-in/name' : null
}

/** Not a refusal, but a request for the second step. */
export const needsSecondStep = (error: unknown): boolean => codeOf(error) === 'second_factor_required'
