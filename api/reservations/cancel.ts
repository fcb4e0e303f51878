import type { Cancellation } from '@openspot/contract/reservations.ts'
import { previewCancellation } from '@openspot/core/cancellation/cancellation.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import { cancelPayment } from '../payments/pay.ts'
import { findLastPayment } from '../payments/payments.sql.ts'
import { endReservation } from './hold.sql.ts'
import { getForCancellation } from './reservations.sql.ts'

/** What cancelling at this moment gives back. */
export async function cancellationOf(app: FastifyInstance, reservation_id: string): Promise<Cancellation> {
  const stay = await getForCancellation(app.db, reservation_id)
  const now = app.ports.now().toISOString()
  if (!['CHECKOUT', 'PENDING', 'ACTIVE'].includes(stay.status)) refuse('reservation_not_open')
  if (stay.ends_at !== null && stay.ends_at <= now) {
    refuse('reservation_not_open', { message: 'This stay is over. There is nothing left to cancel.' })
  }
  const paid = stay.paid_cents ?? 0
  const preview = previewCancellation({
    zone: stay.time_zone,
    starts_at: stay.starts_at,
    ends_at: stay.ends_at,
    now,
    paid_cents: paid,
    refunded_cents: (stay.refunded_cents ?? 0) + (stay.refund_pending_cents ?? 0),
    cancel_until_minutes_after_start: stay.cancel_until_minutes_after_start,
    ...(stay.ends_at === null ? { period: monthOf(stay.time_zone, stay.starts_at, now) } : {}),
  })
  return {
    refund_cents: preview.refund_cents,
    kept_cents: preview.kept_cents,
    currency: stay.currency,
    rule: preview.rule,
    cancel_until_at: stay.cancel_until_at,
  }
}

/** The month of an open-ended stay in which a moment lies, counted from its first start; before that, the first. */
function monthOf(zone: string, starts_at: string, now: string): { starts_at: string; ends_at: string } {
  const first = minutesOf(starts_at)
  let months = 0
  while (plusLocalMonths(zone, first, months + 1) <= minutesOf(now)) months++
  return {
    starts_at: isoOf(plusLocalMonths(zone, first, months)),
    ends_at: isoOf(plusLocalMonths(zone, first, months + 1)),
  }
}

/**
 * Cancels, giving back what was previewed. A payment that is still under way is first stopped at the provider: either
 * it takes no money any more, or it has been paid and is refunded like any other.
 */
export async function cancel(
  app: FastifyInstance,
  reservation_id: string,
  order: { refund_cents: number; reason: string | null; user_id: string },
): Promise<void> {
  const payment = await findLastPayment(app, reservation_id)
  if (payment && ['CREATED', 'REQUIRES_ACTION', 'PROCESSING'].includes(payment.status)) {
    const state = await cancelPayment(app, payment)
    if (state.state === 'unsettled' || state.state === 'processing') {
      refuse('payment_unsettled', { details: { reservation_id }, retry_after_seconds: 3 })
    }
  }
  const preview = await cancellationOf(app, reservation_id)
  if (preview.refund_cents !== order.refund_cents)
    refuse('refund_changed', { details: { refund_cents: preview.refund_cents } })
  const ended = await endReservation(app.pool, app.ports.now(), {
    reservation_id,
    to: 'CANCELED',
    reason: order.reason,
    refund_id: app.ports.id(),
    refund_cents: preview.refund_cents,
    user_id: order.user_id,
  })
  if (ended.outcome === 'payment_under_way') refuse('payment_unsettled', { retry_after_seconds: 3 })
  if (ended.outcome !== 'canceled') refuse('reservation_not_open')
  app.changes.announce(ended.lot_id)
}
