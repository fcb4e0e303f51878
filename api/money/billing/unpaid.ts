import { eachByItself } from '../../failures.ts'
import { cancelPayment, type PaymentDeps } from '../payments/pay.ts'
import { findPayment, retryMonth, retryPlanBill } from '../payments/payments.sql.ts'
import { chargeMonth } from './invoices.ts'
import {
  endUnpaidInvoice,
  listGraceEnded,
  listInterrupted,
  putBackRetry,
  stopUnpaidPlan,
  takeDueRetries,
} from './unpaid.sql.ts'

/**
 * Retries unpaid months, and bills of plans, whose next attempt is due, if the payer's consent still covers them. Returns
 * how many failed; their attempts stay due.
 */
export async function retryInvoices(deps: PaymentDeps): Promise<number> {
  const now = deps.ports.now()
  return eachByItself(
    { log: deps.log, task: 'retry_invoice' },
    await takeDueRetries(deps.pool, now),
    ({ id }) => id,
    async ({ id, kind }) => {
      const retry = kind === 'PLAN' ? retryPlanBill : retryMonth
      const payment_id = await retry(deps.pool, deps.ports, id).catch(async (error: unknown) => {
        await putBackRetry(deps.pool, now, id)
        throw error
      })
      await chargeMonth(deps, { payment_id })
    },
  )
}

/**
 * Handles payments of active reservations that were interrupted before they reached the provider: a charge under a
 * consent is completed; one that its payer began is canceled, because the payer may have left believing that it failed.
 * Returns how many failed.
 */
export async function resumePayments(deps: PaymentDeps): Promise<number> {
  const minuteAgo = new Date(deps.ports.now().getTime() - 60_000)
  return eachByItself(
    { log: deps.log, task: 'resume_payment' },
    await listInterrupted(deps.pool, minuteAgo),
    ({ payment_id }) => payment_id,
    async ({ payment_id, is_consented }) => {
      if (is_consented) return chargeMonth(deps, { payment_id })
      const payment = await findPayment(deps.pool, payment_id)
      return payment && cancelPayment(deps, payment)
    },
  )
}

/**
 * Ends the grace period of invoices that were not paid in time: the lot's rule decides whether the reservation ends, and
 * a lot that did not pay its plan takes no new reservations.
 * Returns how many failed.
 */
export async function endUnpaid(deps: PaymentDeps): Promise<number> {
  const now = deps.ports.now()
  return eachByItself(
    { log: deps.log, task: 'end_unpaid' },
    await listGraceEnded(deps.pool, now),
    ({ id }) => id,
    async ({ id, lot_id, kind }) => {
      const end = kind === 'PLAN' ? stopUnpaidPlan : endUnpaidInvoice
      if (['ended', 'stopped'].includes((await end(deps.pool, now, id)) ?? '')) deps.changes.announce(lot_id)
    },
  )
}
