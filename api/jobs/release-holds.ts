import { endReservation } from '../booking/reservations/hold.sql.ts'
import { eachByItself, Tried } from '../failures.ts'
import { askPayment, cancelPayment, type Till } from '../money/payments/pay.ts'
import { findLastPayment, findPayment } from '../money/payments/payments.sql.ts'
import { listExpiredHolds, listUnsettledPayments } from './release-holds.sql.ts'

/**
 * Releases the holds whose payment deadline has passed. A payment in progress is first canceled at the provider; if it
 * turns out to be paid, the reservation is confirmed instead. If the provider does not answer, the spot stays held and
 * is checked again, so that nobody is charged for a spot that was given to someone else. A failure is reported and
 * retried in a later round. Returns the number of released holds.
 */
export async function releaseHolds(till: Till, tried = new Tried()): Promise<number> {
  const expired = await listExpiredHolds(till.pool, till.ports.now().toISOString(), tried.ids())
  let released = 0
  await eachByItself(
    { log: till.log, task: 'release_hold', tried },
    expired,
    ({ id }) => id,
    async ({ id }) => {
      const outcome = await releaseHold(till, id)
      if (outcome === 'expired') released++
      return outcome !== 'payment_under_way'
    },
  )
  return released
}

async function releaseHold(till: Till, id: string): Promise<string> {
  const payment = await findLastPayment(till, id)
  if (payment && ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'].includes(payment.status))
    await cancelPayment(till, payment)
  const ended = await endReservation(till.pool, till.ports.now(), {
    reservation_id: id,
    to: 'EXPIRED',
    reason: null,
    refund_cents: 0,
    user_id: null,
  })
  if (ended.outcome === 'expired') till.changes.announce(ended.lot_id)
  return ended.outcome
}

/**
 * Polls payments that were started a while ago and have no known result. Bank debits take days and are polled in
 * api/billing.
 */
export async function askAfterPayments(till: Till, tried = new Tried()): Promise<void> {
  const before = new Date(till.ports.now().getTime() - 15_000)
  const unsettled = await listUnsettledPayments(till.pool, before.toISOString(), tried.ids())
  await eachByItself(
    { log: till.log, task: 'ask_after_payment', tried },
    unsettled,
    ({ id }) => id,
    async ({ id }) => {
      const payment = await findPayment(till, id)
      if (!payment) return true
      const { state } = await askPayment(till, payment)
      return state !== 'unsettled' && state !== 'action_needed'
    },
  )
}
