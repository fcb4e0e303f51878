import type { Settings } from '@openspot/core/settings.ts'
import Stripe from 'stripe'
import { isLostAccount, isUnsettled } from '../../stripe.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { failureMessage } from './failure.rules.ts'
import {
  findPayoutToSend,
  type PayoutToSend,
  recordBankPayout,
  recordPayoutDelay,
  recordTransfer,
  takeBackPayout,
} from './send-payout.sql.ts'

export type PayoutDeps = PaymentDeps & { settings: Settings }

/**
 * Moves a payout one step on: the transfer to the payee's account, the payout to their bank, or reading its result.
 * Each step first looks for the result of an earlier try, because the provider forgets idempotency keys after a day;
 * its key is derived from our row, so concurrent runs act once. Throws if the provider did not answer, so that the job
 * is retried.
 */
export async function sendPayout(deps: PayoutDeps, payout_id: string): Promise<void> {
  let payout = await findPayoutToSend(deps.pool, payout_id)
  if (payout?.status === 'PENDING') {
    if (!(await transfer(deps, payout))) return
    payout = await findPayoutToSend(deps.pool, payout_id)
  }
  if (payout?.status !== 'SENT') return
  if (payout.stripe_payout_id === null) await payToBank(deps, payout)
  else await readBankPayout(deps, payout.stripe_account_id, payout.stripe_payout_id)
}

/** Returns whether the transfer exists now, made by this call or by an earlier try. */
async function transfer(deps: PayoutDeps, payout: PayoutToSend): Promise<boolean> {
  const { id, stripe_account_id: destination } = payout
  const transfer_group = `payout_${id}`
  try {
    const earlier = await deps.stripe.transfers.list({ transfer_group, limit: 1 })
    if (earlier.data.length === 0 && destination !== payout.present_account_id) {
      // The account was disconnected before anything was sent, so the amount is owed again.
      await takeBackPayout(deps.pool, id)
      return false
    }
    const made =
      earlier.data[0] ??
      (await deps.stripe.transfers.create(
        {
          amount: payout.amount_cents,
          currency: payout.currency.toLowerCase(),
          destination,
          transfer_group,
          metadata: { payout_id: id, lot_id: payout.lot_id },
        },
        {
          idempotencyKey:
            payout.transfer_refusals === 0 ? `transfer:${id}` : `transfer:${id}:${payout.transfer_refusals}`,
        },
      ))
    await recordTransfer(deps.pool, deps.ports.now(), id, made.id)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    // The provider's balance is too low, or it does not pay to that account: the payout waits and is retried.
    await recordPayoutDelay(deps.pool, id, payout.transfer_refusals, failureOf(error))
    return false
  }
}

async function payToBank(deps: PayoutDeps, payout: PayoutToSend): Promise<void> {
  const { id, bank_attempts: attempt, stripe_account_id: stripeAccount } = payout
  try {
    const made =
      (await findBankPayout(deps, payout)) ??
      (await deps.stripe.payouts.create(
        {
          amount: payout.amount_cents,
          currency: payout.currency.toLowerCase(),
          metadata: { payout_id: id, attempt: String(attempt) },
        },
        { stripeAccount, idempotencyKey: `payout:${id}:${attempt}` },
      ))
    await applyBankPayout(deps, stripeAccount, made)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const failure = failureOf(error)
    // The transfer may not have arrived yet.
    if (failure.code === 'balance_insufficient') return recordPayoutDelay(deps.pool, id, attempt, failure)
    await recordBankPayout(deps.pool, deps.ports.now(), {
      payout_id: id,
      attempt,
      stripeAccount,
      state: 'FAILED',
      failure,
    })
  }
}

/** Finds what an earlier try of this attempt may have made. */
async function findBankPayout(deps: PayoutDeps, payout: PayoutToSend): Promise<Stripe.Payout | undefined> {
  const since = Math.floor(Date.parse(payout.created_at) / 1000) - 3600
  const options = { stripeAccount: payout.stripe_account_id }
  for await (const one of deps.stripe.payouts.list({ created: { gte: since }, limit: 100 }, options)) {
    const { payout_id, attempt } = one.metadata ?? {}
    if (payout_id === payout.id && attempt === String(payout.bank_attempts)) return one
  }
  return undefined
}

/** Reads a bank payout from the provider again and saves its state. */
export async function readBankPayout(
  deps: PayoutDeps,
  stripeAccount: string,
  stripe_id: string,
): Promise<void> {
  const payout = await deps.stripe.payouts
    .retrieve(stripe_id, {}, { stripeAccount })
    .catch((error: unknown) => {
      // The account is no longer connected to us. What was sent there belongs to its owner, who can see how it ended.
      if (isLostAccount(error)) return null
      throw error
    })
  if (payout) await applyBankPayout(deps, stripeAccount, payout)
}

const uuid = /^[0-9a-f-]{36}$/

/** Saves the state of a bank payout. Ignores payouts that we did not create (the account's owner did). */
async function applyBankPayout(
  deps: PayoutDeps,
  stripeAccount: string,
  payout: Stripe.Payout,
): Promise<void> {
  const { payout_id = '', attempt = '' } = payout.metadata ?? {}
  if (!uuid.test(payout_id) || !/^\d{1,4}$/.test(attempt)) return
  const isOver = payout.status === 'failed' || payout.status === 'canceled'
  const lot_id = await recordBankPayout(deps.pool, deps.ports.now(), {
    payout_id,
    attempt: Number(attempt),
    stripeAccount,
    stripe_payout_id: payout.id,
    state: isOver ? 'FAILED' : payout.status === 'paid' ? 'PAID' : 'SENT',
    arrives_at: new Date(payout.arrival_date * 1000).toISOString(),
    failure: isOver
      ? {
          code: payout.failure_code ?? payout.status,
          message: failureMessage('FAILED', payout.failure_code ?? payout.status).message,
        }
      : null,
  })
  if (lot_id !== null) deps.changes.announce(lot_id)
}

/**
 * Returns whether the provider refused the call, so that nothing was made. No answer and our own faults do not count.
 */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  return (
    !isUnsettled(error) && (error instanceof Stripe.errors.StripeInvalidRequestError || isLostAccount(error))
  )
}

const failureOf = (error: Stripe.errors.StripeError) => ({
  code: error.code ?? 'refused',
  message: failureMessage('FAILED', error.code ?? 'refused').message,
})
