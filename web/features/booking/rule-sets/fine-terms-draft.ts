import type { RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import { type FineReason, fineReasons } from '@openspot/core/fines/enums.ts'
import { MAX_FINE_CENTS, MAX_FINE_STEPS } from '@openspot/core/fines/terms.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { moneyDraft, readMoney } from '@/ui/money-field.tsx'

type FineTerms = NonNullable<RuleSet['fine_terms']>

/** What one reason costs, as edited. */
export interface FineReasonDraft {
  warnings: number | null
  /** The first, second, third … fine as typed. */
  amounts: string[]
}

/** The terms of fines as edited; a reason that is missing is not fined. */
export interface FineTermsDraft {
  within_days: number | null
  reasons: Partial<Record<FineReason, FineReasonDraft>>
}

/** A year, so that a driver who parks wrongly once in a while begins again. */
const usualDays = 365

export const newFineTerms: FineTermsDraft = { within_days: usualDays, reasons: {} }
export const newFineReason: FineReasonDraft = { warnings: 1, amounts: [''] }

/** Returns the draft of existing terms; null if the rule set has none of its own. */
export function fineTermsDraft(
  t: Translate,
  terms: FineTerms | null,
  currency: string,
): FineTermsDraft | null {
  if (!terms) return null
  const reasons = terms.reasons.map(({ reason, warnings, amounts_cents }) => [
    reason,
    { warnings, amounts: amounts_cents.map((cents) => moneyDraft(t, cents, currency)) },
  ])
  return { within_days: terms.within_days, reasons: Object.fromEntries(reasons) }
}

/** Parses the terms; undefined while a number is missing or an amount cannot be read. */
export function readFineTerms(
  t: Translate,
  draft: FineTermsDraft | null,
  currency: string,
): FineTerms | null | undefined {
  if (!draft) return null
  const { within_days } = draft
  const reasons = fineReasons.flatMap((reason) => {
    const of = draft.reasons[reason]
    return of
      ? [
          {
            reason,
            warnings: of.warnings ?? 0,
            amounts: of.amounts.map((text) => readFine(t, text, currency)),
          },
        ]
      : []
  })
  if (within_days === null) return undefined
  const terms: FineTerms = { within_days, reasons: [] }
  for (const { reason, warnings, amounts } of reasons) {
    const amounts_cents = amounts.filter((cents) => cents !== null)
    if (amounts_cents.length < amounts.length) return undefined
    terms.reasons.push({ reason, warnings, amounts_cents })
  }
  return terms
}

/** Parses the amount of a fine in minor units; null if it is missing, unreadable, or not one of a fine. */
export function readFine(t: Translate, text: string, currency: string): number | null {
  const read = readMoney(t, text, currency)
  return read.ok && read.cents !== null && read.cents > 0 && read.cents <= MAX_FINE_CENTS ? read.cents : null
}

export const canAddFine = ({ amounts }: FineReasonDraft): boolean => amounts.length < MAX_FINE_STEPS
