import { endReservation } from '../booking/reservations/hold.sql.ts'
import { eachByItself, Tried } from '../failures.ts'
import { cancelPayment, type PaymentDeps, syncPayment } from '../money/payments/pay.ts'
import { findLastPayment, findPayment } from '../money/payments/payments.sql.ts'
import { listExpiredHolds, listUnsettledPayments } from './release-holds.sql.ts'

/**
 * Releases the holds whose payment deadline has passed. A payment in progress is first canceled at the provider; if it
 * turns out to be paid, the reservation is confirmed instead. If the provider does not answer, the spot stays held and
 * is checked again, so that nobody is charged for a spot that was given to someone else. A failure is reported and
 * retried in a later round. Returns the number of released holds.
 */
export async function releaseHolds(deps: PaymentDeps, tried = new Tried()): Promise<number> {
  const expired = await listExpiredHolds(deps.pool, deps.ports.now(), tried.ids())
  let released = 0
  await eachByItself(
    { log: deps.log, task: 'release_hold', tried },
    expired,
    ({ id }) => id,
    async ({ id }) => {
      const outcome = await releaseHold(deps, id)
      if (outcome === 'expired') released++
      return outcome !== 'payment_under_way'
    },
  )
  return released
}

async function releaseHold(deps: PaymentDeps, id: string): Promise<string> {
  const payment = await findLastPayment(deps.pool, id)
  if (payment && ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'].includes(payment.status))
    await cancelPayment(deps, payment)
  const ended = await endReservation(deps.pool, deps.ports.now(), {
    reservation_id: id,
    to: 'EXPIRED',
    reason: null,
    refund_cents: 0,
    user_id: null,
  })
  if (ended.outcome === 'expired') deps.changes.announce(ended.lot_id)
  return ended.outcome
}

/**
 * Polls payments that were started a while ago and have no known result. Bank debits take days and are polled in
 * api/billing.
 */
export async function syncOpenPayments(deps: PaymentDeps, tried = new Tried()): Promise<void> {
  const before = new Date(deps.ports.now().getTime() - 15_000)
  const unsettled = await listUnsettledPayments(deps.pool, before.toISOString(), tried.ids())
  await eachByItself(
    { log: deps.log, task: 'sync_payment', tried },
    unsettled,
    ({ id }) => id,
    async ({ id }) => {
      const payment = await findPayment(deps.pool, id)
      if (!payment) return true
      const { state } = await syncPayment(deps, payment)
      return state !== 'unsettled' && state !== 'action_needed'
    },
  )
}
