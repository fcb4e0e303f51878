import type { Cancellation } from '@openspot/contract/booking/reservation-changes.ts'
import { previewCancellation } from '@openspot/core/cancellation/cancellation.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { cancelPayment } from '../../money/payments/pay.ts'
import { findLastPayment } from '../../money/payments/payments.sql.ts'
import { callerOf } from '../../plugins/access.ts'
import { type EndOutcome, endReservation } from './hold.sql.ts'
import { alreadyRefunded, getReservationState, type ReservationState } from './reservation-state.sql.ts'

/**
 * Returns the refund for a cancellation at this moment: what is refunded now, and `policy_cents`, which includes what a
 * validation gave already. Throws `reservation_not_open`.
 */
export async function cancellationOf(
  app: Pick<FastifyInstance, 'pool' | 'ports'>,
  reservation_id: string,
): Promise<PolicyRefund> {
  return cancellationIn(await getReservationState(app.pool, reservation_id), app.ports.now())
}

/** The preview of a cancellation, and its refund with what a validation gave already. */
type PolicyRefund = Cancellation & { policy_cents: number }

/** Like `cancellationOf`, for a state that was read already. */
export function cancellationIn(reservation: ReservationState, now: Date): PolicyRefund {
  const at = now.toISOString()
  if (!['CHECKOUT', 'PENDING', 'ACTIVE'].includes(reservation.status)) refuse('reservation_not_open')
  if (reservation.ends_at !== null && reservation.ends_at <= at && reservation.status === 'ACTIVE') {
    refuse('reservation_not_open', { message: (t) => t('apiErrors.reservations.over') })
  }
  // For a monthly reservation, only the current month can be refunded, because earlier ones were used.
  const isMonthly = reservation.ends_at === null
  const byMonth = isMonthly && reservation.period_ends_at !== null && at > reservation.cancel_until_at
  const preview = previewCancellation({
    zone: reservation.time_zone,
    starts_at: reservation.starts_at,
    ends_at: reservation.ends_at,
    now: at,
    paid_cents: byMonth ? reservation.period_paid_cents : reservation.paid_cents,
    refunded_cents: byMonth ? reservation.period_refunded_cents : reservation.refunded_cents,
    cancel_until_minutes_after_start: reservation.cancel_until_minutes_after_start,
    ...(isMonthly ? { period: billedMonth(reservation, now) } : {}),
  })
  const already = alreadyRefunded(reservation, preview.refund_cents, reservation.ends_at)
  return {
    policy_cents: preview.refund_cents,
    refund_cents: preview.refund_cents - already,
    kept_cents: preview.kept_cents - (reservation.validation?.value_cents ?? 0) + already,
    currency: reservation.currency,
    rule: preview.rule,
    cancel_until_at: reservation.cancel_until_at,
  }
}

/** Returns the newest billed month or, before the first bill, the current month. */
function billedMonth(reservation: ReservationState, now: Date): { starts_at: string; ends_at: string } {
  const { period_starts_at, period_ends_at } = reservation
  if (period_starts_at !== null && period_ends_at !== null)
    return { starts_at: period_starts_at, ends_at: period_ends_at }
  return monthOf(reservation.time_zone, reservation.starts_at, now)
}

/**
 * Returns the month of a monthly reservation that contains an instant, counted from its start; before that, the first
 * month.
 */
function monthOf(zone: string, starts_at: string, now: Date): { starts_at: string; ends_at: string } {
  const first = minutesOf(starts_at)
  let months = 0
  while (plusLocalMonths(zone, first, months + 1) <= minutesOf(now.toISOString())) months++
  return {
    starts_at: isoOf(plusLocalMonths(zone, first, months)),
    ends_at: isoOf(plusLocalMonths(zone, first, months + 1)),
  }
}

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

/** Cancels for the driver with the previewed refund. Throws `refund_changed` if the preview is out of date. */
export async function cancel(
  app: FastifyInstance,
  reservation_id: string,
  order: { refund_cents: number; reason: string | null; user_id: string },
): Promise<void> {
  await stopPayment(app, reservation_id)
  const preview = await cancellationOf(app, reservation_id)
  if (preview.refund_cents !== order.refund_cents)
    refuse('refund_changed', { details: { refund_cents: preview.refund_cents } })
  const { policy_cents: refund_cents } = preview
  const ended = await endReservation(app.pool, app.ports.now(), {
    reservation_id,
    to: 'CANCELED',
    ...order,
    refund_cents,
  })
  checkEnded(ended.outcome)
  app.changes.announce(ended.lot_id)
}

/** Cancels for staff with a reason, refunding what the policy gives or what they decide. */
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
  const refund_cents = order.refund_cents ?? (await cancellationOf(app, reservation_id)).policy_cents
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
  if (outcome !== 'canceled') refuse('reservation_not_open')
}
