import type { FastifyInstance } from 'fastify'
import { cancellationIn, type PolicyRefund } from './cancellation.rules.ts'
import type { Changer } from './change.rules.ts'
import { type Plan, planFrom } from './plan-change.ts'
import {
  alreadyRefunded,
  getReservationState,
  givenUp,
  type ReservationState,
} from './reservation-state.sql.ts'

/**
 * The one way out of a reservation now: `plan` is the change that ends the parking, or null if the reservation is canceled.
 * Whichever refunds more is taken, so that no way out is worse than another (docs/decisions/0034-safe-checkout.md).
 */
export type Exit = PolicyRefund & { plan: Plan | null }

/** Returns the way out of a reservation at this moment, for its driver or for staff. Throws `reservation_not_open`. */
export async function exitOf(app: FastifyInstance, reservation_id: string, by: Changer): Promise<Exit> {
  return exitIn(app, await getReservationState(app.pool, reservation_id), by)
}

/** Like `exitOf`, for a state that was read already. */
export async function exitIn(app: FastifyInstance, state: ReservationState, by: Changer): Promise<Exit> {
  const now = app.ports.now()
  const canceled = { ...cancellationIn(state, now), plan: null }
  if (!canEndNow(state, now)) return canceled
  // In its first minute nothing is used yet, and a reservation without any length can't be priced.
  const ends_at = new Date(Math.max(now.getTime(), Date.parse(state.starts_at) + 60_000)).toISOString()
  const plan = await planFrom(app, state, { ends_at }, by)
  if (plan.refusal || plan.difference_cents > 0 || plan.times.ends_at === state.ends_at) return canceled
  // Before the deadline the price of the used time comes back too, and the spot is free for others at once.
  if (now.getTime() <= Date.parse(state.cancel_until_at)) return canceled
  const { waived_cents, refund_cents } = givenUp(state, plan.given_up_cents)
  const already = alreadyRefunded(state, refund_cents, plan.times.ends_at)
  const validated_cents = state.validation?.value_cents ?? 0
  return {
    policy_cents: plan.given_up_cents,
    refund_cents: refund_cents - already,
    waived_cents,
    kept_cents: state.paid_cents - state.refunded_cents - validated_cents - refund_cents + already,
    currency: state.currency,
    rule: plan.given_up_cents > 0 ? 'ended_early' : 'after_deadline',
    action: 'END',
    ends_at: plan.times.ends_at,
    cancel_until_at: state.cancel_until_at,
    plan,
  }
}

/** A reservation that continues on another spot, and one without an end, can only be canceled. */
const canEndNow = (state: ReservationState, now: Date): boolean =>
  state.status === 'ACTIVE' &&
  state.ends_at !== null &&
  state.starts_at <= now.toISOString() &&
  !state.is_continued
