import { endReservation } from '../booking/reservations/hold.sql.ts'
import { eachByItself, Tried } from '../failures.ts'
import { askPayment, cancelPayment, type Till } from '../money/payments/pay.ts'
import { findLastPayment, findPayment } from '../money/payments/payments.sql.ts'

/** Orders never tried items first, then the least recently tried ones, so that a stuck item does not block the rest. */
const byTurn = (id: string, tried: string) => `array_position(${tried}::uuid[], ${id}) nulls first`

/**
 * Releases the holds whose payment deadline has passed. A payment in progress is first canceled at the provider; if it
 * turns out to be paid, the reservation is confirmed instead. If the provider does not answer, the spot stays held and
 * is checked again, so that nobody is charged for a spot that was given to someone else. A failure is reported and
 * retried in a later round. Returns the number of released holds.
 */
export async function releaseHolds(till: Till, tried = new Tried()): Promise<number> {
  const { rows } = await till.pool.query<{ id: string }>(
    `select id from reservations where status in ('CHECKOUT', 'PENDING') and hold_expires_at <= $1
     order by ${byTurn('id', '$2')}, hold_expires_at limit 200`,
    [till.ports.now().toISOString(), tried.ids()],
  )
  let released = 0
  await eachByItself(
    { log: till.log, task: 'release_hold', tried },
    rows,
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
  const { rows } = await till.pool.query<{ id: string }>(
    `select p.id from payments p
     where p.status in ('CREATED', 'REQUIRES_ACTION') and p.stripe_payment_intent_id is not null
       and p.created_at < $1 order by ${byTurn('p.id', '$2')}, p.created_at limit 100`,
    [before.toISOString(), tried.ids()],
  )
  await eachByItself(
    { log: till.log, task: 'ask_after_payment', tried },
    rows,
    ({ id }) => id,
    async ({ id }) => {
      const payment = await findPayment(till, id)
      if (!payment) return true
      const { state } = await askPayment(till, payment)
      return state !== 'unsettled' && state !== 'action_needed'
    },
  )
}
