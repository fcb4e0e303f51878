import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkEnded, stopPayment } from '../../booking/reservations/cancel.ts'
import { endReservation } from '../../booking/reservations/hold.sql.ts'
import { momentOf, moveToSpot } from '../../booking/reservations/replace.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { listGates } from '../gates/gates.sql.ts'
import { requestOpen } from '../gates/request-open.ts'
import { choicesOf } from './choices.ts'
import { findProblem, lockProblem, refundMove, updateProblem } from './problems.sql.ts'

/**
 * Moves the reporter of a taken spot to the offered one in one transaction: the reservation, the difference in the
 * driver's favor, and the report. Then opens the gate at which they are. Throws `problem_settled`, `choice_changed`, and
 * the refusals of a hold. Returns the request to open the gate, or null.
 */
export async function moveFromProblem(
  app: FastifyInstance,
  request: FastifyRequest,
  problem_id: string,
  order: { spot_id: string; gate_id: string | undefined },
): Promise<string | null> {
  const problem = (await findProblem(app.pool, problem_id, app.ports.now())) ?? refuse('not_found')
  const { choices, state, move_cents } = (await choicesOf(app, problem)) ?? refuse('problem_settled')
  const { move } = choices
  if (move?.spot_id !== order.spot_id) return refuse('choice_changed', { details: { ...choices } })
  const user_id = callerOf(request).user_id
  const now = app.ports.now()
  // Before the move, so that an unknown gate leaves nothing half done.
  if (order.gate_id !== undefined) {
    const gate = { lot_id: state.lot_id, user_id, now, gate_id: order.gate_id }
    if ((await listGates(app.pool, gate)).length === 0) refuse('not_found')
  }
  // A bill that is being paid can't become lower.
  if (move_cents > 0) await stopPayment(app, state.id)
  await app.db.transaction().execute(async (tx) => {
    await lockOpen(tx, problem_id)
    if (move_cents > 0) {
      // While the invoices belong to the whole reservation, which a validation is calculated for.
      await refundMove(tx, now, {
        lot_id: state.lot_id,
        reservation_id: state.id,
        refund_cents: move_cents,
        reason: refundReasons.spot_taken,
        user_id,
      })
    }
    const rest = await moveToSpot(tx, app.ports, state, {
      spot_id: move.spot_id,
      from: momentOf(state, undefined, now),
      reason: refundReasons.spot_taken,
      actor_user_id: user_id,
    })
    await updateProblem(tx, problem_id, {
      ...resolved(now, user_id),
      resolution: 'MOVED',
      moved_to_spot_id: move.spot_id,
      moved_reservation_id: rest ?? state.id,
    })
  })
  app.changes.announce(state.lot_id)
  if (order.gate_id === undefined) return null
  return requestOpen(app, request, {
    lot_id: state.lot_id,
    gate_id: order.gate_id,
    user_id,
    only_reservation_id: null,
    // Staff who park here give no other reason.
    note: refundReasons.spot_taken,
    idempotency_key: `${request.idempotency_key}:gate`,
  })
}

/** Cancels the reservation of the reporter with the previewed refund, and settles the report with it. */
export async function refundProblem(
  app: FastifyInstance,
  request: FastifyRequest,
  problem_id: string,
  refund_cents: number,
): Promise<void> {
  const problem = (await findProblem(app.pool, problem_id, app.ports.now())) ?? refuse('not_found')
  if (problem.reservation_id === null) return refuse('problem_settled')
  await stopPayment(app, problem.reservation_id)
  const found = (await choicesOf(app, problem)) ?? refuse('problem_settled')
  const { choices, state } = found
  if (choices.refund?.refund_cents !== refund_cents) refuse('choice_changed', { details: { ...choices } })
  const user_id = callerOf(request).user_id
  const now = app.ports.now()
  await app.db.transaction().execute(async (tx) => {
    await lockOpen(tx, problem_id)
    const ended = await endReservation(tx, now, {
      reservation_id: state.id,
      to: 'CANCELED',
      reason: refundReasons.spot_taken,
      refund_cents: found.refund_cents,
      user_id,
    })
    checkEnded(ended.outcome)
    await updateProblem(tx, problem_id, { ...resolved(now, user_id), resolution: 'REFUNDED' })
  })
  app.changes.announce(state.lot_id)
}

async function lockOpen(tx: Tx, problem_id: string): Promise<void> {
  if ((await lockProblem(tx, problem_id)).status !== 'OPEN') refuse('problem_settled')
}

const resolved = (now: Date, user_id: string) => ({
  status: 'RESOLVED' as const,
  resolved_at: now.toISOString(),
  resolved_by_user_id: user_id,
  changed_at: now.toISOString(),
})
