import type { Finding, ResidentRecord } from './decision.ts'
import type { ContactRule } from './enums.ts'
import { hasCode, inCodeOrder } from './findings.ts'

const contactCodes = [
  'INVALID_EMAIL',
  'INVALID_PHONE',
  'PHONE_OR_EMAIL_REQUIRED',
  'EMAIL_REQUIRED',
  'PHONE_REQUIRED',
] as const

function missingContacts(has_email: boolean, has_phone: boolean, rule: ContactRule): Finding[] {
  if (rule === 'EITHER')
    return has_email || has_phone ? [] : [{ code: 'PHONE_OR_EMAIL_REQUIRED', severity: 'BLOCK' }]
  const needs = { email: rule !== 'PHONE', phone: rule !== 'EMAIL' }
  return [
    ...(needs.email && !has_email ? [{ code: 'EMAIL_REQUIRED', severity: 'BLOCK' } as const] : []),
    ...(needs.phone && !has_phone ? [{ code: 'PHONE_REQUIRED', severity: 'BLOCK' } as const] : []),
  ]
}

/**
 * Returns the findings with those about contacts judged again for the contacts that a record has now. Invalid values
 * block a row only if the rule is not met without them.
 */
export function withContactRule(
  findings: readonly Finding[],
  { email, phone }: Pick<ResidentRecord, 'email' | 'phone'>,
  rule: ContactRule,
): Finding[] {
  const missing = missingContacts(email !== null, phone !== null, rule)
  const severity = missing.length > 0 ? 'BLOCK' : 'WARN'
  const invalid = findings.filter(({ code }) => code === 'INVALID_EMAIL' || code === 'INVALID_PHONE')
  return inCodeOrder([
    ...findings.filter(({ code }) => !hasCode([{ code, severity: 'WARN' }], ...contactCodes)),
    ...invalid.map((finding): Finding => ({ ...finding, severity })),
    ...missing,
  ])
}
