import type { RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import { expect, test } from 'vitest'
import { t } from '@/testing/translate.ts'
import { fineTermsDraft, newFineReason, newFineTerms, readFineTerms } from './fine-terms-draft.ts'
import { fineTermsText } from './fine-terms-text.ts'

const terms: NonNullable<RuleSet['fine_terms']> = {
  within_days: 180,
  reasons: [
    { reason: 'NO_RIGHT_TO_PARK', warnings: 1, amounts_cents: [2500, 5000] },
    { reason: 'BLOCKING', warnings: 0, amounts_cents: [10_000] },
  ],
}

test('fine terms round-trip through their form, and a rule set without any stays without', () => {
  expect(readFineTerms(t, fineTermsDraft(t, terms, 'USD'), 'USD')).toEqual(terms)
  expect(readFineTerms(t, fineTermsDraft(t, null, 'USD'), 'USD')).toBe(null)
  expect(readFineTerms(t, newFineTerms, 'USD')).toEqual({ within_days: 365, reasons: [] })
})

test.each([
  ['an amount is missing', { reasons: { OTHER: newFineReason } }],
  ['an amount is 0', { reasons: { OTHER: { warnings: 0, amounts: ['0'] } } }],
  ['an amount is above the maximum', { reasons: { OTHER: { warnings: 0, amounts: ['10000.01'] } } }],
  ['an amount cannot be read', { reasons: { OTHER: { warnings: 0, amounts: ['25', 'much'] } } }],
  ['the days are missing', { within_days: null }],
])('fine terms cannot be saved while %s', (_, part) => {
  expect(readFineTerms(t, { ...newFineTerms, ...part }, 'USD')).toBe(undefined)
})

test('warnings that are left empty are none', () => {
  const draft = { ...newFineTerms, reasons: { OTHER: { warnings: null, amounts: ['25'] } } }
  expect(readFineTerms(t, draft, 'USD')?.reasons).toEqual([
    { reason: 'OTHER', warnings: 0, amounts_cents: [2500] },
  ])
})

test('fine terms are shown as sentences, with the amounts in the currency of the lot', () => {
  expect(fineTermsText(t, terms, 'USD')).toEqual([
    'No right to park: 1 warning, then $25.00 and $50.00',
    'Blocked the way: $100.00',
    'Warnings and fines of the last 180 days count',
  ])
  expect(fineTermsText(t, { ...terms, reasons: [] }, 'USD')).toEqual(['No warnings or fines'])
  expect(fineTermsText(t, null, 'USD')).toEqual([])
})
