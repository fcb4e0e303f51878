import { eachByItself } from '../../failures.ts'
import { cancelPayment, type Till } from '../payments/pay.ts'
import { findPayment, retryMonth } from '../payments/payments.sql.ts'
import { chargeMonth } from './invoices.ts'
import {
  endUnpaidInvoice,
  listGraceEnded,
  listInterrupted,
  putBackRetry,
  takeDueRetries,
} from './unpaid.sql.ts'

/**
 * Retries unpaid months whose next attempt is due, if the driver's consent still covers them. Returns how many failed;
 * their attempts stay due.
 */
export async function retryInvoices(till: Till): Promise<number> {
  const now = till.ports.now()
  return eachByItself(
    { log: till.log, task: 'retry_invoice' },
    await takeDueRetries(till.pool, now),
    ({ id }) => id,
    async ({ id }) => {
      const payment_id = await retryMonth(till, id).catch(async (error: unknown) => {
        await putBackRetry(till.pool, now, id)
        throw error
      })
      await chargeMonth(till, { payment_id })
    },
  )
}

/**
 * Handles payments of active reservations that were interrupted before they reached the provider: a charge under a
 * consent is completed; one that its payer began is canceled, because the payer may have left believing that it failed.
 * Returns how many failed.
 */
export async function resumePayments(till: Till): Promise<number> {
  const minuteAgo = new Date(till.ports.now().getTime() - 60_000)
  return eachByItself(
    { log: till.log, task: 'resume_payment' },
    await listInterrupted(till.pool, minuteAgo),
    ({ payment_id }) => payment_id,
    async ({ payment_id, is_consented }) => {
      if (is_consented) return chargeMonth(till, { payment_id })
      const payment = await findPayment(till, payment_id)
      return payment && cancelPayment(till, payment)
    },
  )
}

/**
 * Ends the grace period of invoices that were not paid in time; the lot's rule decides whether the reservation ends.
 * Returns how many failed.
 */
export async function endUnpaid(till: Till): Promise<number> {
  const now = till.ports.now()
  return eachByItself(
    { log: till.log, task: 'end_unpaid' },
    await listGraceEnded(till.pool, now),
    ({ id }) => id,
    async ({ id, lot_id }) => {
      if ((await endUnpaidInvoice(till.pool, now, id)) === 'ended') till.changes.announce(lot_id)
    },
  )
}
