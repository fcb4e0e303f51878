import { bankReasons, bankStates } from '@openspot/core/disputes/enums.ts'
import { refundFailures, refundReasons, validatedBy } from '@openspot/core/invoices/refund-reasons.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { expect, test } from 'vitest'
import { disputeText } from './dispute-text.ts'
import { refundFailureText, refundReasonText } from './refund-text.ts'

const [english, german] = [translatorFor('en-US'), translatorFor('de-DE')]

test('the product’s own reasons of refunds are shown in the language of the reader, and in English as they are stored', () => {
  for (const stored of Object.values(refundReasons)) {
    expect(refundReasonText(english, stored)).toBe(stored)
    expect(refundReasonText(german, stored)).not.toBe(stored)
  }
  for (const stored of Object.values(refundFailures)) {
    expect(refundFailureText(english, stored)).toBe(stored)
    expect(refundFailureText(german, stored)).not.toBe(stored)
  }
})

test('the reason of a validation names the business in the language of the reader', () => {
  expect(refundReasonText(english, validatedBy('Lake Street Grill'))).toBe('Validated by Lake Street Grill')
  expect(refundReasonText(german, validatedBy('Lake Street Grill'))).toBe('Parkrabatt von Lake Street Grill')
})

test('a reason that a person wrote is shown as they wrote it', () => {
  expect(refundReasonText(german, 'The charger was out of order.')).toBe('The charger was out of order.')
  expect(refundFailureText(german, 'Unheard of.')).toBe('Unheard of.')
})

test('each state and reason of a dispute is shown in words, and one that is new to us in those of the payment provider', () => {
  for (const status of bankStates)
    for (const reason of bankReasons) expect(disputeText(german, { status, reason })).not.toMatch(/_/)
  expect(disputeText(german, { status: 'lost', reason: 'fraudulent' })).toContain('verloren')
  expect(disputeText(english, { status: 'on_hold', reason: 'fraudulent' })).toBe(
    'Bank status: on hold. Reason: fraud.',
  )
})
