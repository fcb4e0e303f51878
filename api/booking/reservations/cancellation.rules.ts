import type { Cancellation } from '@openspot/contract/booking/reservation-changes.ts'
import { previewCancellation } from '@openspot/core/cancellation/cancellation.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import { refuse } from '../../errors.ts'
import { alreadyRefunded, givenUp, type ReservationState, unpaidChanges } from './reservation-state.sql.ts'

/** The preview of a cancellation, and its refund with what a validation gave already and what was not paid. */
export type PolicyRefund = Cancellation & { policy_cents: number }

/**
 * Returns what the cancellation policy alone refunds at this moment. Ending the parking early may refund more (exit.ts). Throws
 * `reservation_not_open`.
 */
export function cancellationIn(reservation: ReservationState, now: Date): PolicyRefund {
  const at = now.toISOString()
  if (!['CHECKOUT', 'PENDING', 'ACTIVE'].includes(reservation.status)) refuse('reservation_not_open')
  if (reservation.ends_at !== null && reservation.ends_at <= at && reservation.status === 'ACTIVE') {
    refuse('reservation_not_open', { message: (t) => t('apiErrors.reservations.over') })
  }
  // For a monthly reservation, only the current month can be refunded, because earlier ones were used.
  const isMonthly = reservation.ends_at === null
  const byMonth = isMonthly && reservation.period_ends_at !== null && at > reservation.cancel_until_at
  const unpaid_cents = unpaidChanges(reservation)
  const preview = previewCancellation({
    zone: reservation.time_zone,
    starts_at: reservation.starts_at,
    ends_at: reservation.ends_at,
    now: at,
    paid_cents: byMonth ? reservation.period_paid_cents : reservation.paid_cents + unpaid_cents,
    refunded_cents: byMonth ? reservation.period_refunded_cents : reservation.refunded_cents,
    cancel_until_minutes_after_start: reservation.cancel_until_minutes_after_start,
    ...(isMonthly ? { period: billedMonth(reservation, now) } : {}),
  })
  const { waived_cents, refund_cents } = givenUp(reservation, preview.refund_cents)
  const already = alreadyRefunded(reservation, refund_cents, reservation.ends_at)
  const paid_cents = preview.kept_cents + preview.refund_cents - (byMonth ? 0 : unpaid_cents)
  return {
    policy_cents: preview.refund_cents,
    refund_cents: refund_cents - already,
    waived_cents,
    kept_cents: paid_cents - refund_cents - (reservation.validation?.value_cents ?? 0) + already,
    currency: reservation.currency,
    rule: preview.rule,
    action: 'CANCEL',
    ends_at: null,
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
