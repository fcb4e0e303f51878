import type { Candidate, Decision, Finding, KnownResident, ResidentRecord } from './decision.ts'
import { hasCode, inCodeOrder } from './findings.ts'

export const withMismatch = (findings: readonly Finding[]): Finding[] =>
  inCodeOrder([...findings, { code: 'RESIDENT_ID_MISMATCH', severity: 'REVIEW' }])

/** The same for a person whom this data source does not know yet, and who may be someone of the lot. */
export const withDuplicate = (findings: readonly Finding[]): Finding[] =>
  hasCode(findings, 'POSSIBLE_DUPLICATE')
    ? [...findings]
    : inCodeOrder([...findings, { code: 'POSSIBLE_DUPLICATE', severity: 'REVIEW' }])

/** Returns the users other than the resident who have the contact of a row. */
const otherUsers = (
  candidates: readonly Candidate[],
  found_by: Candidate['found_by'],
  { user_id }: KnownResident,
): string[] =>
  candidates
    .filter((each) => each.found_by === found_by && each.user_id !== user_id)
    .map((each) => each.user_id)

/**
 * Compares the contacts of a row with those last imported. A contact that belongs to another person needs staff; the
 * contacts of a person who has signed in are only suggested, because they are what the person signs in with.
 */
export function contactChanges(
  { email, phone }: Pick<ResidentRecord, 'email' | 'phone'>,
  resident: KnownResident,
  { candidates, is_new_email_taken }: { candidates: readonly Candidate[]; is_new_email_taken: boolean },
): Pick<Decision, 'findings' | 'conflicting_user_ids' | 'suggests'> {
  const new_email = email === resident.email ? null : email
  const new_phone = phone === resident.phone ? null : phone
  const findings: Finding[] = [
    ...(new_email !== null && resident.email !== null
      ? [{ code: 'EMAIL_CHANGED', severity: 'WARN' } as const]
      : []),
    ...(new_phone !== null && resident.phone !== null
      ? [{ code: 'PHONE_CHANGED', severity: 'WARN' } as const]
      : []),
  ]
  const is_own = candidates.some((each) => each.found_by === 'EMAIL' && each.user_id === resident.user_id)
  const is_taken = new_email !== null && is_new_email_taken && !is_own
  const conflicting = [
    ...(new_email === null ? [] : otherUsers(candidates, 'EMAIL', resident)),
    ...(new_phone === null ? [] : otherUsers(candidates, 'PHONE', resident)),
  ]
  return {
    findings: is_taken || conflicting.length > 0 ? withMismatch(findings) : findings,
    conflicting_user_ids: [...new Set(conflicting)].sort(),
    suggests: resident.is_claimed
      ? {
          ...(new_email === null ? {} : { email: new_email }),
          ...(new_phone === null ? {} : { phone: new_phone }),
        }
      : {},
  }
}
