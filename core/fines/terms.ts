import type { Reason } from '../reasons.ts'
import type { FineReason } from './enums.ts'

/** What a rule set says about fines. A reason that is missing is not fined. */
export type FineTerms = {
  /** How far back warnings and fines for the same reason count, in days. */
  within_days: number
  reasons: FineReasonTerms[]
}
export type FineReasonTerms = {
  reason: FineReason
  /** How many warnings come before the first fine. */
  warnings: number
  /** The first, second, third … fine in minor units. The last applies to all later ones. */
  amounts_cents: number[]
}

/** The next warning or fine, and the numbers that it follows from. */
export type FineStep = {
  kind: 'WARNING' | 'FINE'
  /** Which one it is for this vehicle and reason, from 1; warnings and fines are counted together. */
  nth: number
  amount_cents: number
  within_days: number
  warnings: number
  amounts_cents: number[]
}

export const MAX_FINE_CENTS = 1_000_000
export const MAX_FINE_STEPS = 5
export const MAX_FINE_WARNINGS = 5
export const MAX_FINE_DAYS = 730

/** Returns what a vehicle gets by the number of its earlier warnings and fines for a reason; null if the reason is not fined. */
export function nextFine(terms: FineTerms, reason: FineReason, earlier: number): FineStep | null {
  const of = terms.reasons.find((each) => each.reason === reason)
  if (!of) return null
  const { warnings, amounts_cents } = of
  const isWarning = earlier < warnings
  const amount = amounts_cents[Math.min(earlier - warnings, amounts_cents.length - 1)] ?? 0
  return {
    kind: isWarning ? 'WARNING' : 'FINE',
    nth: earlier + 1,
    amount_cents: isWarning ? 0 : amount,
    within_days: terms.within_days,
    warnings,
    amounts_cents,
  }
}

/** Returns the first problem with terms; null if they are valid. */
export function fineTermsFault({ reasons }: FineTerms): Reason | null {
  const named = new Set(reasons.map(({ reason }) => reason))
  if (named.size < reasons.length) return { code: 'two_fines' }
  const isFalling = reasons.some(({ amounts_cents }) =>
    amounts_cents.some((cents, at) => cents < (amounts_cents[at - 1] ?? 0)),
  )
  return isFalling ? { code: 'fines_falling' } : null
}
