import Stripe from 'stripe'
import { eachByItself } from '../../failures.ts'
import { applyDispute } from '../payments/disputes.ts'
import { applyIntent, type PaymentDeps } from '../payments/pay.ts'
import { applyRefund } from '../payments/refunds.ts'
import { recordTransfer } from '../payouts/send-payout.sql.ts'
import {
  expectRefund,
  findLotOfCharge,
  listUnmatched,
  recordLotOfTransaction,
  type UnmatchedTransaction,
} from './transactions.sql.ts'

const uuid = /^[0-9a-f-]{36}$/

/** For how many days an unmatched transaction of the provider is checked again on each run. */
const askedForDays = 30

/**
 * Checks the provider's transactions that our ledger lacks, because a webhook may have been lost. Reads each object and
 * saves its current state, as for an event. What is still unmatched is a difference; its lot is saved if it can be
 * determined.
 */
export async function syncUnmatched(deps: PaymentDeps): Promise<void> {
  const since = new Date(deps.ports.now().getTime() - askedForDays * 86_400_000)
  const rows = await listUnmatched(deps.pool, since)
  // A failure leaves the transaction unmatched, which staff see as a difference.
  await eachByItself({ log: deps.log, task: 'sync_unmatched' }, rows, ({ id }) => id, noteLot(deps))
}

const noteLot = (deps: PaymentDeps) => async (row: UnmatchedTransaction) => {
  const lot_id = await askAfter(deps, row).catch((error: unknown) => {
    // The object can't be read, so nothing can be learned from it.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  })
  if (lot_id !== null) await recordLotOfTransaction(deps.pool, row.id, lot_id)
}

/** Reads the object of a transaction and returns its lot id, if it has one. */
async function askAfter(
  deps: PaymentDeps,
  { id, type, source_id }: UnmatchedTransaction,
): Promise<string | null> {
  switch (type) {
    case 'charge':
    case 'payment':
      return syncCharge(deps, source_id)
    case 'refund':
    case 'payment_refund':
    case 'refund_failure':
      return syncRefund(deps, id, source_id)
    case 'adjustment': {
      const dispute = await deps.stripe.disputes.retrieve(source_id)
      await applyDispute(deps, dispute)
      return findLotOfCharge(deps.pool, idOf(dispute.charge))
    }
    case 'transfer': {
      const transfer = await deps.stripe.transfers.retrieve(source_id)
      const { payout_id = '', lot_id = '' } = transfer.metadata
      if (uuid.test(payout_id)) await recordTransfer(deps.pool, deps.ports.now(), payout_id, transfer.id)
      return uuid.test(lot_id) ? lot_id : null
    }
    default:
      return null
  }
}

async function syncCharge(deps: PaymentDeps, charge_id: string): Promise<string | null> {
  const charge = await deps.stripe.charges.retrieve(charge_id)
  const intent_id = idOf(charge.payment_intent)
  if (intent_id === null) return null
  const intent = await deps.stripe.paymentIntents.retrieve(intent_id)
  const { payment_id = '', lot_id = '' } = intent.metadata
  if (uuid.test(payment_id)) await applyIntent(deps, payment_id, intent)
  return uuid.test(lot_id) ? lot_id : null
}

async function syncRefund(
  deps: PaymentDeps,
  transaction_id: string,
  source_id: string,
): Promise<string | null> {
  const refund = await deps.stripe.refunds.retrieve(source_id)
  const refund_id = refund.metadata?.['refund_id'] ?? ''
  if (uuid.test(refund_id)) {
    await applyRefund(deps, refund_id, refund)
    await expectRefund(deps.pool, transaction_id, refund_id)
  }
  return findLotOfCharge(deps.pool, idOf(refund.charge))
}

const idOf = (of: string | { id: string } | null): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)
