import type { PayoutStatus } from '@openspot/core/enums.ts'

/** The provider's messages are about our own account with it, so the payee gets these instead. */
const waits: Record<string, string> = {
  balance_insufficient: 'It waits until the money of the drivers has arrived with the card provider.',
  insufficient_capabilities_for_transfer:
    'The account cannot take payouts at present. See what is missing there.',
}
const waitsOtherwise = 'The card provider does not take it at present. It is tried again by itself.'

/** Reasons for which banks return money: https://docs.stripe.com/api/payouts/failures */
const failed: Record<string, string> = {
  account_closed: 'The bank account has been closed.',
  account_frozen: 'The bank account is frozen.',
  bank_account_restricted: 'The bank account does not take payments like this.',
  bank_ownership_changed: 'The bank account is being moved to another bank.',
  could_not_process: 'The bank could not process it.',
  declined: 'The bank refused it. Ask it why.',
  incorrect_account_holder_name: 'The name at the bank is another one.',
  invalid_account_number: 'The account number is not right.',
  invalid_currency: 'The bank account does not take this currency.',
  no_account: 'The bank knows no such account.',
  payouts_not_allowed: 'The account is closed to payouts. See what is missing there.',
  canceled: 'It was called back before it arrived.',
}

/** Returns the code and message for a payout that failed or is delayed. */
export function failureMessage(status: PayoutStatus, code: string): { code: string; message: string } {
  if (status !== 'FAILED') return { code, message: waits[code] ?? waitsOtherwise }
  return { code, message: failed[code] ?? 'The bank gave no reason that we know.' }
}
