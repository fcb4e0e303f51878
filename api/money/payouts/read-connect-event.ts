import type Stripe from 'stripe'
import { readAccount } from '../accounts/read-account.ts'
import { type PayoutTill, readBankPayout } from './send-payout.ts'

/** Handles a Connect event by reading the account or the bank payout from the provider again. */
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
