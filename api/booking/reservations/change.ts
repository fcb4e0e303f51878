import type { Booking } from '@openspot/contract/booking/reservations.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { endless, endMinutesOf } from '../occupancy/times.rules.ts'
import { priceTerms } from '../pricing/offer.ts'
import { ownView, payFor, refuseHold } from './book.ts'
import { feeDifference } from './change.rules.ts'
import { checkElsewhere, checkNewVehicle } from './change-elsewhere.ts'
import { countsReservations } from './checkout.ts'
import { type ChangeOutcome, changeReservation, holdSpot, type ReservationChange } from './hold.sql.ts'
import { type ChangeInput, checkChangeable, type Plan, planChange } from './plan-change.ts'
import { getReservationState } from './reservation-state.sql.ts'
import { findByKey, getReservation } from './reservations.sql.ts'

export interface ChangeOrder {
  requested: ChangeInput
  /** The previewed difference in minor units. If it has changed, nothing is done. */
  difference_cents: number
  user_id: string
  /** The caller's session, in which an additional amount is paid. */
  session_id: string
  payment_method_id: string | null
  return_path: string | null
  idempotency_key: string | null
  /** Whether the driver wants the added time although the vehicle is in another lot then. */
  allows_vehicle_elsewhere: boolean
  /** In which language the driver reads; null if nobody reads the answer. */
  reader: Locale | null
}

/**
 * Applies a previewed change. A change that costs something is held as a separate reservation until it is paid and then
 * merged (db/functions/reservations.sql). Until then, or if it is never paid, the reservation stays as it was. Throws
 * `difference_changed`.
 */
export async function change(
  app: FastifyInstance,
  reservation_id: string,
  order: ChangeOrder,
): Promise<Booking> {
  const earlier = await findByKey(app.pool, order.user_id, order.idempotency_key)
  if (earlier !== null) return changed(app, reservation_id, await payFor(app, earlier, order), order.reader)
  const plan = await planChange(app, reservation_id, order.requested)
  if (plan.refusal) throw refusalOf(plan.refusal)
  if (plan.difference_cents !== order.difference_cents) {
    refuse('difference_changed', { details: { difference_cents: plan.difference_cents } })
  }
  await checkElsewhere(app, plan, order.allows_vehicle_elsewhere)
  if (plan.difference_cents > 0) return payForChange(app, plan, order)
  const outcome = await changeReservation(app.pool, app.ports.now(), {
    ...changeOf(plan, { user_id: order.user_id, reason: 'Changed by the driver' }),
    asks_about_vehicle: !order.allows_vehicle_elsewhere,
  })
  if (outcome !== 'changed') {
    // Another request at the same moment got the vehicle first. This names what it got.
    if (isElsewhere(outcome)) await checkElsewhere(app, plan, order.allows_vehicle_elsewhere)
    refuseChange(outcome)
  }
  app.changes.announce(plan.state.lot_id)
  return {
    reservation: await getReservation(app.db, reservation_id, ownView(order.reader), app.ports.now()),
    next_action: null,
  }
}

/** Throws a preview's refusal as an error; rule and hours refusals keep their details. */
export function refusalOf(refusal: {
  code: string
  message: Message
  details?: Record<string, unknown> | undefined
}): never {
  const known = [
    'spot_taken',
    'rules_refuse',
    'lot_closed',
    'rate_missing',
    'price_above_maximum',
    'change_not_possible',
    'spot_closed',
  ] as const
  const code = known.find((each) => each === refusal.code) ?? 'change_not_possible'
  return refuse(code, { message: refusal.message, ...(refusal.details ? { details: refusal.details } : {}) })
}

/** Whether a change failed because the vehicle is in another lot. Where it is, is looked up then. */
const isElsewhere = (outcome: ChangeOutcome): boolean =>
  outcome === 'vehicle_booked' || outcome === 'vehicle_refused'

/** Throws the error for a failed change of the vehicle or times: `request_invalid` for an unknown vehicle, else the outcome. */
export function refuseChange(outcome: Exclude<ChangeOutcome, 'changed'>): never {
  if (outcome === 'car_not_found') {
    refuse('request_invalid', {
      field: 'car_id',
      message: (t) => t('apiErrors.reservations.notTheirCar'),
    })
  }
  if (outcome === 'payment_under_way') refuse('payment_unsettled', { retry_after_seconds: 3 })
  return refuse(outcome)
}

/** Returns what is written for a planned change. */
export function changeOf(
  plan: Plan,
  order: { user_id: string; reason?: string | undefined },
): ReservationChange {
  const { state, times, spot, terms } = plan
  const isMove = spot.id !== state.spot_id
  const startsElse = times.starts_at !== state.starts_at
  return {
    reservation_id: state.id,
    lot_id: state.lot_id,
    version: state.version,
    spot_id: spot.id,
    ...times,
    car_id: state.car_id,
    total_cents: Math.max(0, state.total_cents + plan.difference_cents),
    refund_cents: plan.given_up_cents,
    kind: isMove ? 'MOVED' : startsElse ? 'SHIFTED' : plan.added ? 'EXTENDED' : 'SHORTENED',
    actor_user_id: order.user_id,
    ...(order.reason === undefined ? {} : { reason: order.reason }),
    price_terms: plan.price_terms,
    ...(isMove ? { is_flexible: false } : {}),
    ...(startsElse
      ? { cancel_until_at: isoOf(minutesOf(times.starts_at) + state.cancel_until_minutes_after_start) }
      : {}),
    ...(plan.added
      ? {
          check_from: isoOf(plan.added.from),
          check_to: plan.added.to === endless ? null : isoOf(plan.added.to),
        }
      : {}),
    ...(plan.added && countsReservations(terms)
      ? { limit_scope: terms.limit_scope, limit_scope_version: terms.limit_scope_version }
      : {}),
  }
}

async function payForChange(app: FastifyInstance, plan: Plan, order: ChangeOrder): Promise<Booking> {
  const { state, times, spot, terms, added } = plan
  // The new times cost more although no time is added, so there is no added interval to hold.
  const hold = added ?? { from: minutesOf(times.starts_at), to: endMinutesOf(times.ends_at) }
  if (!added)
    refuse('change_not_possible', {
      message: (t) => t('apiErrors.reservations.costsMore'),
    })
  const before = quote({
    ...priceTerms(terms, plan.old_spot, state),
    starts_at: state.starts_at,
    ends_at: state.ends_at,
  })
  const held = await holdSpot(app.pool, app.ports.now(), {
    reservation_id: app.ports.id(),
    invoice_id: app.ports.id(),
    payment_id: app.ports.id(),
    user_id: state.user_id,
    idempotency_key: order.idempotency_key,
    lot_id: state.lot_id,
    spot_id: spot.id,
    car_id: state.car_id,
    status: 'CHECKOUT',
    starts_at: isoOf(hold.from),
    ends_at: hold.to === endless ? null : isoOf(hold.to),
    terms_version: terms.lot.terms_version,
    is_flexible: state.is_flexible && spot.id === state.spot_id,
    rule_set_id: terms.rule_set?.id ?? null,
    rule_set_version: terms.rule_set?.version ?? null,
    limit_scope: countsReservations(terms) ? terms.limit_scope : null,
    limit_scope_version: countsReservations(terms) ? terms.limit_scope_version : null,
    price_terms: plan.price_terms,
    payment_method_id: order.payment_method_id,
    session_id: order.session_id,
    total_cents: plan.difference_cents,
    service_fee_cents: Math.min(plan.difference_cents, feeDifference(plan.lines, before)),
    lines: plan.lines,
    changes_id: state.id,
    changes_version: state.version,
    target_starts_at: times.starts_at,
    target_ends_at: times.ends_at,
    asks_about_vehicle: !order.allows_vehicle_elsewhere,
  })
  if (held.outcome === 'vehicle_booked' || held.outcome === 'vehicle_refused')
    return refuse(held.outcome, { details: { reservation_id: held.reservation_id } })
  if (held.reservation_id === null) return refuseHold(held.outcome)
  app.changes.announce(state.lot_id)
  return changed(app, state.id, await payFor(app, held.reservation_id, order), order.reader)
}

/** Returns the changed reservation once a change is paid; one that awaits the bank is returned as it is. */
async function changed(
  app: FastifyInstance,
  reservation_id: string,
  booking: Booking,
  reader: Locale | null,
): Promise<Booking> {
  if (booking.reservation.merged_into_id === null) return booking
  return {
    ...booking,
    reservation: await getReservation(app.db, reservation_id, ownView(reader), app.ports.now()),
  }
}

/** Changes or removes the vehicle of a reservation. */
export async function changeCar(
  app: FastifyInstance,
  reservation_id: string,
  car_id: string | null,
  user_id: string,
): Promise<void> {
  const state = await getReservationState(app.pool, reservation_id)
  checkChangeable(state, app.ports.now())
  if (car_id !== null) await checkNewVehicle(app, state, car_id)
  const outcome = await changeReservation(app.pool, app.ports.now(), {
    reservation_id,
    lot_id: state.lot_id,
    version: state.version,
    spot_id: state.spot_id,
    starts_at: state.starts_at,
    ends_at: state.ends_at,
    car_id,
    total_cents: state.total_cents,
    refund_cents: 0,
    kind: 'CAR_CHANGED',
    actor_user_id: user_id,
    is_silent: true,
    // Only a lot that refuses such vehicles has a say in it.
    asks_about_vehicle: false,
  })
  if (outcome !== 'changed') {
    if (car_id !== null && isElsewhere(outcome)) await checkNewVehicle(app, state, car_id)
    refuseChange(outcome)
  }
  app.changes.announce(state.lot_id)
}
