import type { Settings } from '@openspot/core/settings.ts'
import type Stripe from 'stripe'
import { isLostAccount } from '../../stripe.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import {
  type AccountRow,
  lockAccountOf,
  type ProviderFacts,
  recordLostAccount,
  saveAccountFacts,
} from './accounts.sql.ts'
import { notifyPayee } from './notify-payee.ts'

/**
 * Reads a connected account from the provider again and saves its state. Safe to repeat. Notifies its owner if their
 * money now goes to another bank or nowhere.
 */
export async function readAccount(
  deps: Pick<PaymentDeps, 'db' | 'ports' | 'stripe'> & { settings: Settings },
  stripe_account_id: string,
): Promise<void> {
  const account = await deps.stripe.accounts.retrieve(stripe_account_id).catch((error: unknown) => {
    if (isLostAccount(error)) return null
    throw error
  })
  const now = deps.ports.now()
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockAccountOf(tx, stripe_account_id)
    if (!row) return
    if (account === null) {
      await recordLostAccount(tx, row.id, now)
      await notifyPayee(tx, row, { kind: 'PAYOUT_ACCOUNT_CHANGED', about: `lost:${stripe_account_id}` }, deps)
      return
    }
    const facts = factsOf(account, row)
    await saveAccountFacts(tx, row.id, facts, now)
    if (facts.stripe_bank_id !== null && facts.stripe_bank_id !== row.stripe_bank_id) {
      const bank = { name: facts.bank_name ?? '', last4: facts.bank_last4 ?? '' }
      const about = `bank:${facts.stripe_bank_id}`
      await notifyPayee(tx, row, { kind: 'PAYOUT_ACCOUNT_CHANGED', about, bank }, deps)
    }
  })
}

function factsOf(account: Stripe.Account, { currency }: AccountRow): ProviderFacts {
  // The account must be able to receive a transfer and to pay it out.
  const isReady = account.payouts_enabled && account.capabilities?.transfers === 'active'
  const asked = account.requirements
  const due = [...new Set([...(asked?.past_due ?? []), ...(asked?.currently_due ?? [])])]
  const waiting = asked?.disabled_reason ?? 'pending_verification'
  const bank = bankOf(account, currency.toLowerCase())
  return {
    details_submitted: account.details_submitted,
    payouts_enabled: isReady,
    requirements: due.length > 0 || isReady ? due : [waiting],
    stripe_bank_id: bank?.id ?? null,
    bank_name: bank === undefined ? null : bank.object === 'bank_account' ? bank.bank_name : bank.brand,
    bank_last4: bank?.last4 ?? null,
  }
}

function bankOf(account: Stripe.Account, currency: string): Stripe.BankAccount | Stripe.Card | undefined {
  const banks = account.external_accounts?.data ?? []
  return banks.find((one) => one.default_for_currency && one.currency === currency) ?? banks[0]
}
