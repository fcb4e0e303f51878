import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { cancelPayment } from '../../money/payments/pay.ts'
import { findLastPayment } from '../../money/payments/payments.sql.ts'
import { callerOf } from '../../plugins/access.ts'
import { changeOf, refuseChange } from './change.ts'
import { exitIn, exitOf } from './exit.ts'
import { changeReservation, type EndOutcome, endReservation } from './hold.sql.ts'
import { getReservationState } from './reservation-state.sql.ts'

/**
 * Cancels a payment in progress: afterwards it either takes no money or has succeeded and is refunded like any other.
 */
export async function stopPayment(app: FastifyInstance, reservation_id: string): Promise<void> {
  const payment = await findLastPayment(app.pool, reservation_id)
  if (!payment || !['CREATED', 'REQUIRES_ACTION', 'PROCESSING'].includes(payment.status)) return
  const state = await cancelPayment(app, payment)
  // A bank debit can't be canceled, so the refund agreed on now is made when it arrives.
  if (state.state === 'unsettled') {
    refuse(state.code, { details: { reservation_id }, retry_after_seconds: 3 })
  }
}

/**
 * Cancels for the driver or, once the parking has begun and the deadline has passed, ends it now, with the previewed refund.
 * Throws `refund_changed` if the preview is out of date, and `change_waiting` if a change must be paid or dropped before the
 * parking can end.
 */
export async function cancel(
  app: FastifyInstance,
  reservation_id: string,
  order: { refund_cents: number; reason: string | null; user_id: string },
): Promise<void> {
  await stopPayment(app, reservation_id)
  const exit = await exitOf(app, reservation_id, 'DRIVER')
  if (exit.refund_cents !== order.refund_cents)
    refuse('refund_changed', { details: { refund_cents: exit.refund_cents } })
  const now = app.ports.now()
  if (exit.plan !== null) {
    const { state } = exit.plan
    if (state.has_pending_change) refuse('change_waiting')
    const reason = order.reason ?? 'Ended by the driver'
    const outcome = await changeReservation(app.pool, now, changeOf(exit.plan, { ...order, reason }))
    if (outcome !== 'changed') refuseChange(outcome)
    app.changes.announce(state.lot_id)
    return
  }
  const { policy_cents: refund_cents } = exit
  const ended = await endReservation(app.pool, now, {
    reservation_id,
    to: 'CANCELED',
    ...order,
    refund_cents,
  })
  checkEnded(ended.outcome)
  app.changes.announce(ended.lot_id)
}

/** Cancels for staff with a reason, refunding at least what the driver would get, or what they decide. */
export async function cancelForStaff(
  app: FastifyInstance,
  request: FastifyRequest,
  reservation_id: string,
  order: { refund_cents: number | undefined; reason: string },
): Promise<void> {
  await stopPayment(app, reservation_id)
  const state = await getReservationState(app.pool, reservation_id)
  const left = state.paid_cents - state.refunded_cents - (state.validation?.value_cents ?? 0)
  if (order.refund_cents !== undefined && order.refund_cents > left) {
    refuse('request_invalid', {
      field: 'refund_cents',
      message: (t) => t('apiErrors.refunds.tooMuch'),
      details: { refundable_cents: left },
    })
  }
  const refund_cents = order.refund_cents ?? (await exitIn(app, state, 'STAFF')).policy_cents
  const user_id = callerOf(request).user_id
  await app.db.transaction().execute(async (tx) => {
    const ended = await endReservation(tx, app.ports.now(), {
      reservation_id,
      to: 'CANCELED',
      reason: order.reason,
      refund_cents,
      user_id,
      staff_decides: order.refund_cents !== undefined,
    })
    checkEnded(ended.outcome)
    await writeAudit(tx, request, {
      action: 'reservation.cancel',
      subject_kind: 'reservation',
      subject_id: reservation_id,
      details: {
        reason: order.reason,
        refund_cents,
        decided: order.refund_cents === undefined ? 'by policy' : 'by staff',
      },
    })
  })
  app.changes.announce(state.lot_id)
}

/** Throws unless a reservation was canceled. */
export function checkEnded(outcome: EndOutcome): void {
  if (outcome === 'payment_under_way') refuse('payment_unsettled', { retry_after_seconds: 3 })
  if (outcome === 'refunded_meanwhile') refuse('reservation_changed')
  if (outcome !== 'canceled') refuse('reservation_not_open')
}
