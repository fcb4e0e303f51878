import type Stripe from 'stripe'
import { readAccount } from '../accounts/read-account.ts'
import { type PayoutDeps, readBankPayout } from './send-payout.ts'

/** Handles a Connect event by reading the account or the bank payout from the provider again. */
export async function readConnectEvent(
  deps: PayoutDeps,
  event: Stripe.Event,
  account: string,
): Promise<void> {
  if (event.type.startsWith('account.')) await readAccount(deps, account)
  else if (event.type.startsWith('payout.')) {
    await readBankPayout(deps, account, (event.data.object as Stripe.Payout).id)
  }
}
