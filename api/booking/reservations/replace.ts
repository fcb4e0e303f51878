import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { copyReservationPlate } from '../../people/cars/car-notes.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import type { Ports } from '../../ports.ts'
import { refuseHold } from './book.ts'
import { refuseChange } from './change.ts'
import { changeReservation, holdSpot } from './hold.sql.ts'
import {
  isOtherReservation,
  isSpotOfLot,
  moveBillingToContinuation,
  swapReservations,
} from './replace.sql.ts'
import { getReservationState, type ReservationState } from './reservation-state.sql.ts'
import { getReservation } from './reservations.sql.ts'

const staffView = { money: true, driver: true }

export interface ReplaceOrder {
  reservation_id: string
  spot_id?: string | undefined
  with_reservation_id?: string | undefined
  from?: string | undefined
  reason: string
}

/**
 * Moves a reservation to another spot. One that has not begun moves as a whole; otherwise, or from a later date on, the
 * rest continues as a separate reservation. Nothing is charged or refunded. Closures do not prevent staff from it;
 * reservations do.
 */
export async function replace(
  app: FastifyInstance,
  request: FastifyRequest,
  order: ReplaceOrder,
): Promise<{ reservation: Reservation; continued_by: Reservation | null }> {
  if ((order.spot_id === undefined) === (order.with_reservation_id === undefined)) {
    refuse('request_invalid', {
      field: 'spot_id',
      message: (t) => t('apiErrors.reservations.spotOrSwap'),
    })
  }
  const state = await getReservationState(app.pool, order.reservation_id)
  const now = app.ports.now()
  if (state.status !== 'ACTIVE' || (state.ends_at !== null && state.ends_at <= now.toISOString()))
    refuse('reservation_not_open')
  const from = momentOf(state, order.from, now)
  const continued_by = await app.db.transaction().execute(async (tx) => {
    await writeAudit(tx, request, {
      action: 'reservation.replace',
      subject_kind: 'reservation',
      subject_id: state.id,
      details: {
        spot_id: order.spot_id ?? null,
        with_reservation_id: order.with_reservation_id ?? null,
        from,
        reason: order.reason,
      },
    })
    if (order.with_reservation_id !== undefined)
      return swap(tx, request, state, order.with_reservation_id, order.reason, now)
    return moveToSpot(tx, app.ports, state, {
      spot_id: order.spot_id ?? state.spot_id,
      from,
      reason: order.reason,
      actor_user_id: callerOf(request).user_id,
    })
  })
  app.changes.announce(state.lot_id)
  return {
    reservation: await getReservation(app.db, state.id, staffView, now),
    continued_by: continued_by === null ? null : await getReservation(app.db, continued_by, staffView, now),
  }
}

/**
 * Returns when the move takes effect: the start of a reservation that has not begun, otherwise the next whole minute,
 * or the later date that was requested.
 */
export function momentOf(state: ReservationState, requested: string | undefined, now: Date): string {
  const begun = state.starts_at <= now.toISOString()
  const earliest = begun ? isoOf(Math.ceil(now.getTime() / 60_000)) : state.starts_at
  if (requested === undefined) return earliest
  const from = isoOf(Math.ceil(minutesOf(requested)))
  if (from <= earliest) return earliest
  if (state.ends_at !== null && from >= state.ends_at) {
    refuse('request_invalid', {
      field: 'from',
      message: (t) => t('apiErrors.reservations.overByThen'),
    })
  }
  return from
}

/** A move of a reservation to another spot: when it takes effect, why, and who moves it. */
export interface SpotMove {
  spot_id: string
  /** From `momentOf`. */
  from: string
  reason: string
  actor_user_id: string
}

/**
 * Moves a reservation as a whole if it has not begun, otherwise its rest, which becomes a separate reservation. Returns
 * the ID of that one, or null. Throws if the spot is taken or the reservation changed meanwhile.
 */
export async function moveToSpot(
  tx: Tx,
  ports: Ports,
  state: ReservationState,
  move: SpotMove,
): Promise<string | null> {
  if (!(await isSpotOfLot(tx, state.lot_id, move.spot_id))) {
    refuse('request_invalid', {
      field: 'spot_id',
      message: (t) => t('apiErrors.lot.spotUnknown'),
    })
  }
  return move.from === state.starts_at ? moveWhole(tx, ports, state, move) : moveRest(tx, ports, state, move)
}

async function moveWhole(
  tx: Tx,
  ports: Ports,
  state: ReservationState,
  { spot_id, reason, actor_user_id }: SpotMove,
): Promise<null> {
  const outcome = await changeReservation(tx, ports.now(), {
    ...asItIs(state),
    spot_id,
    kind: 'REPLACED',
    actor_user_id,
    reason,
  })
  if (outcome !== 'changed') refuseChange(outcome)
  return null
}

async function moveRest(
  tx: Tx,
  ports: Ports,
  state: ReservationState,
  { spot_id, from, reason, actor_user_id }: SpotMove,
): Promise<string> {
  const now = ports.now()
  const outcome = await changeReservation(tx, now, {
    ...asItIs(state),
    ends_at: from,
    kind: 'REPLACED',
    actor_user_id,
    reason,
    // The driver is told once, about the rest: which spot, and from when.
    is_silent: true,
  })
  if (outcome !== 'changed') refuseChange(outcome)
  const rest = ports.id()
  const held = await holdSpot(tx, now, {
    reservation_id: rest,
    invoice_id: ports.id(),
    payment_id: null,
    user_id: state.user_id,
    created_by_user_id: actor_user_id,
    idempotency_key: null,
    lot_id: state.lot_id,
    spot_id,
    car_id: state.car_id,
    status: 'ACTIVE',
    starts_at: from,
    ends_at: state.ends_at,
    is_flexible: false,
    rule_set_id: state.rule_set_id,
    rule_set_version: state.rule_set_version,
    limit_scope: null,
    limit_scope_version: null,
    override_reason: reason,
    price_terms: state.price_terms,
    payment_method_id: null,
    session_id: null,
    total_cents: 0,
    service_fee_cents: 0,
    lines: [],
    continues_id: state.id,
  })
  if (held.outcome !== 'held') refuseHold(held.outcome)
  if (state.car_id === null)
    await copyReservationPlate(tx, { lot_id: state.lot_id, from_id: state.id, to_id: rest })
  if (state.starts_at <= now.toISOString()) await moveBillingToContinuation(tx, state, rest)
  return rest
}

async function swap(
  tx: Tx,
  request: FastifyRequest,
  state: ReservationState,
  other: string,
  reason: string,
  now: Date,
): Promise<null> {
  if (!(await isOtherReservation(tx, lotOf(request), state.id, other))) {
    return refuse('request_invalid', {
      field: 'with_reservation_id',
      message: (t) => t('apiErrors.reservations.otherUnknown'),
    })
  }
  const outcome = await swapReservations(tx, now, state, {
    other_reservation_id: other,
    actor_user_id: callerOf(request).user_id,
    reason,
  })
  if (outcome === 'reservation_changed') {
    return refuse('change_not_possible', {
      message: (t) => t('apiErrors.reservations.swapStarted'),
    })
  }
  return outcome === 'changed' ? null : refuse(outcome)
}

/** Returns a change that leaves everything as it is. */
function asItIs(state: ReservationState) {
  const { lot_id, version, spot_id, starts_at, ends_at, car_id, total_cents } = state
  return {
    reservation_id: state.id,
    lot_id,
    version,
    spot_id,
    starts_at,
    ends_at,
    car_id,
    total_cents,
    refund_cents: 0,
  }
}
