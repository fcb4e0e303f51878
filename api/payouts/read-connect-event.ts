import type Stripe from 'stripe'
import { readAccount } from '../accounts/read-account.ts'
import { type PayoutTill, readBankPayout } from './send-payout.ts'

/** What has happened in an account that is paid out to: the account, or the payment to its bank, is read anew. */
export async function readConnectEvent(
  till: PayoutTill,
  event: Stripe.Event,
  account: string,
): Promise<void> {
  if (event.type.startsWith('account.')) await readAccount(till, account)
  else if (event.type.startsWith('payout.')) {
    await readBankPayout(till, account, (event.data.object as Stripe.Payout).id)
  }
}
