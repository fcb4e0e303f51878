import Stripe from 'stripe'
import { eachByItself } from '../../failures.ts'
import { applyDispute } from '../payments/disputes.ts'
import { applyIntent, type Till } from '../payments/pay.ts'
import { applyRefund } from '../payments/refunds.ts'
import { noteTransfer } from '../payouts/send-payout.sql.ts'
import {
  expectRefund,
  findLotOfCharge,
  listUnmatched,
  noteLotOfTransaction,
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
export async function askAfterUnmatched(till: Till): Promise<void> {
  const since = new Date(till.ports.now().getTime() - askedForDays * 86_400_000)
  const rows = await listUnmatched(till.pool, since)
  // A failure leaves the transaction unmatched, which staff see as a difference.
  await eachByItself({ log: till.log, task: 'ask_after_unmatched' }, rows, ({ id }) => id, noteLot(till))
}

const noteLot = (till: Till) => async (row: UnmatchedTransaction) => {
  const lot_id = await askAfter(till, row).catch((error: unknown) => {
    // The object can't be read, so nothing can be learned from it.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  })
  if (lot_id !== null) await noteLotOfTransaction(till.pool, row.id, lot_id)
}

/** Reads the object of a transaction and returns its lot id, if it has one. */
async function askAfter(till: Till, { id, type, source_id }: UnmatchedTransaction): Promise<string | null> {
  switch (type) {
    case 'charge':
    case 'payment':
      return askAfterCharge(till, source_id)
    case 'refund':
    case 'payment_refund':
    case 'refund_failure':
      return askAfterRefund(till, id, source_id)
    case 'adjustment': {
      const dispute = await till.stripe.disputes.retrieve(source_id)
      await applyDispute(till, dispute)
      return findLotOfCharge(till.pool, idOf(dispute.charge))
    }
    case 'transfer': {
      const transfer = await till.stripe.transfers.retrieve(source_id)
      const { payout_id = '', lot_id = '' } = transfer.metadata
      if (uuid.test(payout_id)) await noteTransfer(till.pool, till.ports.now(), payout_id, transfer.id)
      return uuid.test(lot_id) ? lot_id : null
    }
    default:
      return null
  }
}

async function askAfterCharge(till: Till, charge_id: string): Promise<string | null> {
  const charge = await till.stripe.charges.retrieve(charge_id)
  const intent_id = idOf(charge.payment_intent)
  if (intent_id === null) return null
  const intent = await till.stripe.paymentIntents.retrieve(intent_id)
  const { payment_id = '', lot_id = '' } = intent.metadata
  if (uuid.test(payment_id)) await applyIntent(till, payment_id, intent)
  return uuid.test(lot_id) ? lot_id : null
}

async function askAfterRefund(till: Till, transaction_id: string, source_id: string): Promise<string | null> {
  const refund = await till.stripe.refunds.retrieve(source_id)
  const refund_id = refund.metadata?.['refund_id'] ?? ''
  if (uuid.test(refund_id)) {
    await applyRefund(till, refund_id, refund)
    await expectRefund(till.pool, transaction_id, refund_id)
  }
  return findLotOfCharge(till.pool, idOf(refund.charge))
}

const idOf = (of: string | { id: string } | null): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)
