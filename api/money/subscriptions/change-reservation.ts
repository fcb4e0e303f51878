import type { SubscriptionChangeOrder } from '@openspot/contract/money/subscriptions.ts'
import { riseNoticeDays } from '@openspot/core/billing/monthly-consent.ts'
import { monthAt } from '@openspot/core/billing/proration.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { change } from '../../booking/reservations/change.ts'
import { endWithNotice } from '../../booking/reservations/notice.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { isWithinConsent } from './monthly-consent.ts'
import { applyReservationPrices, isOutsiderOfNewLot, notifyDriver } from './reservations.sql.ts'
import {
  findScheduled,
  getSubscription,
  insertChange,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.sql.ts'

const longestAheadDays = 400

export interface ReservationOutcome {
  effective_at: string
  month_cents: number | null
  change_id: string | null
}

/** Changes the price of a monthly reservation, ends it, or previews either. */
export async function changeReservation(
  app: FastifyInstance,
  request: FastifyRequest,
  subscription_id: string,
  order: SubscriptionChangeOrder,
): Promise<ReservationOutcome> {
  const state = await getSubscription(app.db, subscription_id)
  if (state.ended_at !== null) refuse('subscription_ended')
  if ((order.expected_proration_cents ?? 0) !== 0) {
    refuse('proration_changed', { field: 'expected_proration_cents', details: { proration_cents: 0 } })
  }
  switch (order.kind) {
    case 'PLAN':
      return refuse('request_invalid', {
        field: 'kind',
        message: (t) => t('apiErrors.plans.noPlan'),
      })
    case 'PRICE':
      return changePrice(app, request, subscription_id, order)
    case 'CANCEL':
      return end(app, request, state, order)
  }
}

async function changePrice(
  app: FastifyInstance,
  request: FastifyRequest,
  subscription_id: string,
  order: SubscriptionChangeOrder,
): Promise<ReservationOutcome> {
  if (request.granted === 'resource_owner') {
    refuse('forbidden', { message: (t) => t('apiErrors.plans.byLot') })
  }
  return app.db.transaction().execute(async (tx) => {
    const state = await lockSubscription(tx, subscription_id)
    const now = app.ports.now()
    const effective_at = priceFrom(state, order, now)
    const waiting = await findScheduled(tx, subscription_id)
    if (waiting) refuse('change_planned', { details: { change_id: waiting.id } })
    const month_cents = order.month_cents ?? state.month_cents
    const outcome = { effective_at, month_cents }
    const isRise = month_cents > state.month_cents
    if (isRise && (await isOutsiderOfNewLot(tx, state))) refuse('lot_not_trusted')
    const needs_acceptance = isRise && !(await isWithinConsent(tx, state, month_cents))
    if (order.preview) return { ...outcome, change_id: null }
    const change_id = await insertChange(tx, now, state, {
      kind: 'PRICE',
      state: 'SCHEDULED',
      ...outcome,
      plan_id: null,
      proration_cents: 0,
      needs_acceptance,
      reason: order.reason,
      requested_by_user_id: callerOf(request).user_id,
    })
    await applyReservationPrices(tx, now, state.id)
    await notifyDriver(tx, needs_acceptance ? 'PRICE_TO_ACCEPT' : 'PRICE_CHANGE', state, change_id)
    await writeAudit(tx, request, {
      action: 'subscription.change',
      subject_kind: 'subscription',
      subject_id: subscription_id,
      details: { kind: 'PRICE', reason: order.reason, change_id, from_cents: state.month_cents, ...outcome },
    })
    return { ...outcome, change_id }
  })
}

/** Returns when the new price takes effect. A higher one needs enough notice for the driver to find another spot. */
function priceFrom(state: SubscriptionRow, order: SubscriptionChangeOrder, now: Date): string {
  const { month_cents } = order
  const wants = (field: string, message: Message, details: Record<string, unknown> = {}): never =>
    refuse('request_invalid', { field, message, details })
  if (month_cents === undefined) return wants('month_cents', (t) => t('apiErrors.plans.priceMissing'))
  if (month_cents === state.month_cents) return wants('month_cents', (t) => t('apiErrors.plans.samePrice'))
  const minute = now.getTime() / 60_000
  const at =
    order.effective_at === 'NOW'
      ? minute
      : minutesOf(order.effective_at === 'PERIOD_END' ? state.billed_until : order.effective_at)
  if (at < minute && order.effective_at !== 'PERIOD_END') {
    return wants('effective_at', (t) => t('apiErrors.plans.pastDay'))
  }
  if (at > minute + longestAheadDays * 1440)
    return wants('effective_at', (t) => t('apiErrors.plans.dayTooLate'))
  const earliest = startOfLocalDay(state.time_zone, plusLocalDays(state.time_zone, minute, riseNoticeDays))
  if (month_cents > state.month_cents && at < earliest) {
    return wants('effective_at', (t) => t('apiErrors.plans.riseNotice', { days: riseNoticeDays }), {
      earliest_at: isoOf(earliest),
    })
  }
  if (state.reservation_ends_at !== null && minutesOf(state.reservation_ends_at) <= at) {
    return wants('effective_at', (t) => t('apiErrors.plans.endsBefore'))
  }
  return isoOf(at)
}

/**
 * Ends a reservation with the paid month, or on a day that staff choose. The reservation itself is changed as usual.
 */
async function end(
  app: FastifyInstance,
  request: FastifyRequest,
  state: SubscriptionRow,
  order: SubscriptionChangeOrder,
): Promise<ReservationOutcome> {
  const reservation_id = state.reservation_id ?? refuse('not_found')
  const { user_id, session_id } = callerOf(request)
  if (request.granted === 'admin')
    refuse('forbidden', {
      message: (t) => t('apiErrors.plans.endsWithNotice'),
    })
  if (state.reservation_ends_at !== null) {
    refuse('subscription_change_not_possible', { message: (t) => t('apiErrors.plans.hasEnd') })
  }
  const now = app.ports.now()
  const isOwner = request.granted === 'resource_owner'
  if (isOwner && order.effective_at !== 'PERIOD_END') {
    refuse('request_invalid', {
      field: 'effective_at',
      message: (t) => t('apiErrors.plans.endOfMonth'),
    })
  }
  const effective_at =
    order.effective_at === 'PERIOD_END'
      ? endOfPaid(state, now)
      : order.effective_at === 'NOW'
        ? now.toISOString()
        : order.effective_at
  const outcome = { effective_at, month_cents: null }
  if (order.preview) return { ...outcome, change_id: null }
  if (isOwner) {
    await change(app, reservation_id, {
      requested: { ends_at: effective_at },
      difference_cents: 0,
      user_id,
      session_id,
      payment_method_id: null,
      return_path: null,
      idempotency_key: null,
      allows_vehicle_elsewhere: false,
      reader: null,
    })
  } else {
    await endWithNotice(app, request, reservation_id, { ends_at: effective_at, reason: order.reason })
  }
  const change_id = await insertChange(app.db, now, state, {
    kind: 'CANCEL',
    state: 'APPLIED',
    effective_at,
    plan_id: null,
    month_cents: null,
    proration_cents: 0,
    reason: order.reason,
    requested_by_user_id: user_id,
  })
  return { ...outcome, change_id }
}

/** Returns the end of the paid month, or of a month that has begun and is about to be billed. */
function endOfPaid(state: SubscriptionRow, now: Date): string {
  if (state.billed_until > now.toISOString()) return state.billed_until
  return isoOf(monthAt(state.time_zone, minutesOf(state.anchor_at), now.getTime() / 60_000).ends)
}
