import type { PayoutStatus } from '@openspot/core/enums.ts'

/** The provider's messages are about our own account with it, so the payee gets these instead. */
const waits: Record<string, string> = {
  balance_insufficient: 'The payout is waiting until drivers’ payments arrive at the payment provider.',
  insufficient_capabilities_for_transfer:
    'The account cannot receive payouts right now. Provide the missing details.',
}
const waitsOtherwise =
  'The payment provider does not accept the payout right now. It will be retried automatically.'

/** Reasons for which banks return money: https://docs.stripe.com/api/payouts/failures */
const failed: Record<string, string> = {
  account_closed: 'The bank account has been closed.',
  account_frozen: 'The bank account is frozen.',
  bank_account_restricted: 'The bank account does not accept this kind of payment.',
  bank_ownership_changed: 'The bank account is being moved to another bank.',
  could_not_process: 'The bank could not process the payout.',
  declined: 'The bank declined the payout. Contact the bank.',
  incorrect_account_holder_name: 'The name does not match the bank account.',
  invalid_account_number: 'The account number is incorrect.',
  invalid_currency: 'The bank account does not accept this currency.',
  no_account: 'The bank account does not exist.',
  payouts_not_allowed: 'The account cannot receive payouts. Provide the missing details.',
  canceled: 'The payout was canceled before it arrived.',
}

/** Returns the code and message for a payout that failed or is delayed. */
export function failureMessage(status: PayoutStatus, code: string): { code: string; message: string } {
  if (status !== 'FAILED') return { code, message: waits[code] ?? waitsOtherwise }
  return { code, message: failed[code] ?? 'The bank gave no known reason.' }
}
