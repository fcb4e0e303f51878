import type { ChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { snapUp } from '@openspot/core/time/snap.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { messageOf, refuse } from '../../errors.ts'
import { listBusy } from '../allocation/spot-allocation.sql.ts'
import {
  checkTimes,
  endless,
  endMinutesOf,
  MAX_RESERVATION_DAYS,
  type ReservationTime,
  snapTimes,
} from '../occupancy/times.rules.ts'
import { findRefusal, priceTerms } from '../pricing/offer.ts'
import { getTerms, listSpotTerms, type SpotTerms, type Terms } from '../pricing/terms.sql.ts'
import { cancellationIn } from './cancellation.rules.ts'
import {
  addedTime,
  type Changer,
  endOfMonthly,
  lessToPay,
  type PricedChange,
  priceChange,
} from './change.rules.ts'
import {
  alreadyRefunded,
  getReservationState,
  givenUp,
  type ReservationState,
} from './reservation-state.sql.ts'

/** The fields to change; omitted ones do not change. */
export interface ChangeInput {
  starts_at?: string | undefined
  ends_at?: string | null | undefined
  spot_id?: string | undefined
  as_far_as_possible?: boolean | undefined
}

export interface Plan extends PricedChange {
  state: ReservationState
  terms: Terms
  old_spot: SpotTerms
  spot: SpotTerms
  times: ReservationTime
  /** Null if no time is added. */
  added: { from: number; to: number } | null
  /** Whether staff can make it in spite of its refusal, with a reason: it is against a rule, the hours, or a closure. */
  can_override: boolean
  furthest_ends_at: string | null
}

/** Computes a change: its cost or refund, or why it is not possible. Writes nothing. */
export async function planChange(
  app: FastifyInstance,
  reservation_id: string,
  requested: ChangeInput,
  by: Changer = 'DRIVER',
): Promise<Plan> {
  const state = await getReservationState(app.pool, reservation_id)
  checkChangeable(state, app.ports.now())
  return planFrom(app, state, requested, by)
}

/** Like `planChange`, for a state that was read already and that may have a change awaiting payment. */
export async function planFrom(
  app: FastifyInstance,
  state: ReservationState,
  requested: ChangeInput,
  by: Changer = 'DRIVER',
): Promise<Plan> {
  const now = app.ports.now()
  checkParts(state, requested)
  const terms = await getTerms(app.pool, { ...state, now, except: state.id })
  const wanted = requestedTimes(state, terms, requested, now)
  const spots = await listSpotTerms(app.pool, state.lot_id, [
    state.spot_id,
    requested.spot_id ?? state.spot_id,
  ])
  const old_spot = spots.find(({ id }) => id === state.spot_id)
  const spot = spots.find(({ id }) => id === (requested.spot_id ?? state.spot_id))
  if (!spot || !old_spot) return refuse('spot_not_bookable', { field: 'spot_id' })
  const isMove = spot.id !== state.spot_id
  if (isMove && state.starts_at <= now.toISOString()) {
    refuse('change_not_possible', {
      field: 'spot_id',
      message: (t) => t('apiErrors.reservations.started'),
    })
  }

  const busyFrom = await nextBusy(
    app,
    state,
    spot,
    isMove ? minutesOf(wanted.starts_at) : endMinutesOf(state.ends_at),
  )
  const furthest = busyFrom === endless ? null : isoOf(floorToGrid(terms, busyFrom))
  const times =
    requested.as_far_as_possible && furthest !== null && !isMove && (wanted.ends_at ?? furthest) > furthest
      ? { ...wanted, ends_at: furthest }
      : wanted
  const whole = { from: minutesOf(times.starts_at), to: endMinutesOf(times.ends_at) }
  const onSpot = isMove ? whole : addedTime(state, times)
  // What a driver adds is held until it is paid, as one time. A change by the staff is made at once.
  const added = onSpot === 'both' && by === 'STAFF' ? whole : onSpot
  if (added === 'both') {
    return refuse('change_not_possible', {
      field: 'starts_at',
      message: (t) => t('apiErrors.reservations.startOrEnd'),
    })
  }
  const plan = { state, terms, old_spot, spot, times, added, can_override: false, furthest_ends_at: furthest }
  if (state.ends_at === null)
    return { ...plan, ...withPolicy(state, terms, times, now, endsMonthly(state, terms, spot, times)) }

  const priced = withPolicy(
    state,
    terms,
    times,
    now,
    priceChange(state, terms, { old: old_spot, next: spot }, times, now, by),
  )
  const busy = added ? await busyBy(app, state, spot, added) : null
  const taken: Plan['refusal'] =
    busy === 'RESERVATION' || (busy === 'CLOSURE' && by === 'DRIVER')
      ? {
          code: 'spot_taken',
          message: (t) => t('apiErrors.reservations.spotNotFree'),
        }
      : null
  const closed: Plan['refusal'] =
    busy === 'CLOSURE' ? { code: 'spot_closed', message: messageOf('spot_closed') } : null
  const refused = added ? findRefusal(terms, spot, times, now) : null
  return {
    ...plan,
    ...priced,
    can_override: !taken && !priced.refusal && (closed ?? refused) !== null,
    refusal: taken ?? refused ?? priced.refusal ?? closed,
  }
}

/** Throws `reservation_not_open` or `change_waiting` if a reservation can't be changed now. */
export function checkChangeable(state: ReservationState, now: Date): void {
  if (state.status !== 'ACTIVE' || (state.ends_at !== null && state.ends_at <= now.toISOString()))
    refuse('reservation_not_open')
  if (state.has_pending_change) refuse('change_waiting')
}

/**
 * A reservation split between two spots is one for its driver, so its parts must keep the instant at which they meet.
 */
function checkParts(state: ReservationState, requested: ChangeInput): void {
  if (state.is_continued) {
    refuse('change_not_possible', {
      message: (t) => t('apiErrors.reservations.continues'),
    })
  }
  if (
    state.continues_id !== null &&
    requested.starts_at !== undefined &&
    Date.parse(requested.starts_at) !== Date.parse(state.starts_at)
  ) {
    refuse('change_not_possible', {
      field: 'starts_at',
      message: (t) => t('apiErrors.reservations.startFollows'),
    })
  }
}

/**
 * Returns the requested times snapped to the lot's grid. A reservation that has begun keeps its start, and its end
 * can't be in the past.
 */
function requestedTimes(
  state: ReservationState,
  terms: Terms,
  requested: ChangeInput,
  now: Date,
): ReservationTime {
  const hasBegun = state.starts_at <= now.toISOString()
  if (
    requested.starts_at !== undefined &&
    hasBegun &&
    Date.parse(requested.starts_at) !== Date.parse(state.starts_at)
  ) {
    refuse('request_invalid', {
      field: 'starts_at',
      message: (t) => t('apiErrors.reservations.startPassed'),
    })
  }
  if (state.ends_at !== null && requested.ends_at === null) {
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.reservations.endMissing'),
    })
  }
  let ends_at = requested.ends_at === undefined ? state.ends_at : requested.ends_at
  if (ends_at !== null && Date.parse(ends_at) < now.getTime()) {
    // A client that says "now" may be a moment late.
    if (Date.parse(ends_at) < now.getTime() - 5 * 60_000) {
      refuse('request_invalid', {
        field: 'ends_at',
        message: (t) => t('apiErrors.time.endPast'),
      })
    }
    ends_at = now.toISOString()
  }
  const times = { starts_at: hasBegun ? state.starts_at : (requested.starts_at ?? state.starts_at), ends_at }
  if (!hasBegun && requested.starts_at !== undefined) checkTimes(times, now)
  checkLength(times)
  const snapped = snapTimes(times, terms.lot)
  // Staff may have set an end between two steps. What ends earlier must not become longer by rounding.
  const isRoundedBeyond =
    state.ends_at !== null &&
    ends_at !== null &&
    Date.parse(ends_at) <= Date.parse(state.ends_at) &&
    (snapped.ends_at ?? '') > state.ends_at
  return {
    starts_at: requested.starts_at === undefined || hasBegun ? state.starts_at : snapped.starts_at,
    ends_at: requested.ends_at === undefined || isRoundedBeyond ? state.ends_at : snapped.ends_at,
  }
}

/** Ending the parking now gives back at least what canceling it would, so that neither is worse than the other. */
function withPolicy(
  state: ReservationState,
  terms: Terms,
  { starts_at, ends_at }: ReservationTime,
  now: Date,
  priced: PricedChange,
): PricedChange {
  const hasBegun = state.starts_at <= now.toISOString()
  const isShorter = ends_at !== null && (state.ends_at === null || ends_at < state.ends_at)
  if (!hasBegun || !isShorter || starts_at !== state.starts_at || priced.refusal) return priced
  const soonest = snapTimes({ starts_at, ends_at: now.toISOString() }, terms.lot).ends_at
  if (soonest === null || ends_at > soonest) return priced
  const given_up_cents = Math.max(priced.given_up_cents, cancellationIn(state, now).policy_cents)
  return { ...priced, given_up_cents, difference_cents: lessToPay(state, given_up_cents) }
}

function checkLength(times: ReservationTime): void {
  if (times.ends_at === null) return
  const length = Date.parse(times.ends_at) - Date.parse(times.starts_at)
  if (!(length > 0))
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.time.endBeforeStart'),
    })
  if (length > MAX_RESERVATION_DAYS * 86_400_000) {
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.reservations.tooLong'),
    })
  }
}

/** Returns when a spot next becomes unavailable because of another reservation or a closure, in UTC minutes. */
async function nextBusy(
  app: FastifyInstance,
  state: ReservationState,
  spot: SpotTerms,
  after: number,
): Promise<number> {
  if (after >= endless) return endless
  const rows = await listBusy(app.pool, state.lot_id, after - 1, endless, [spot.spot_no])
  const starts = rows
    .filter((row) => row.reservation_id !== state.id && row.starts_min >= after)
    .map((row) => row.starts_min)
  return Math.min(endless, ...starts)
}

function floorToGrid({ lot }: Terms, minutes: number): number {
  const up = snapUp(lot.time_zone, minutes, lot.snap_minutes)
  return up === minutes ? minutes : snapUp(lot.time_zone, minutes - lot.snap_minutes, lot.snap_minutes)
}

/** Returns what else the spot is needed for at the added time: another reservation, or else a closure. */
async function busyBy(
  app: FastifyInstance,
  state: ReservationState,
  spot: SpotTerms,
  { from, to }: { from: number; to: number },
): Promise<'RESERVATION' | 'CLOSURE' | null> {
  const rows = await listBusy(app.pool, state.lot_id, from, to, [spot.spot_no])
  const others = rows.filter((row) => row.reservation_id !== state.id)
  if (others.length === 0) return null
  return others.some((row) => row.reservation_id !== null) ? 'RESERVATION' : 'CLOSURE'
}

/** Ends a monthly reservation. The used part is not refunded, and the rest of the paid month is refunded. */
function endsMonthly(
  state: ReservationState,
  terms: Terms,
  spot: SpotTerms,
  times: ReservationTime,
): PricedChange {
  const price_terms = state.price_terms ?? priceTerms(terms, spot, state)
  const refusal: Plan['refusal'] =
    times.starts_at !== state.starts_at || spot.id !== state.spot_id
      ? { code: 'change_not_possible', message: (t) => t('apiErrors.reservations.onlyEnd') }
      : null
  const given_up_cents = times.ends_at === null ? 0 : endOfMonthly(state, times.ends_at)
  return { difference_cents: 0 - given_up_cents, given_up_cents, lines: [], price_terms, refusal }
}

/** Returns a planned change as its reader sees it. */
export function previewOf(t: Translate, plan: Plan): ChangePreview {
  const { id, label, type, features, level } = plan.spot
  const { waived_cents, refund_cents } = givenUp(plan.state, plan.given_up_cents)
  return {
    ...plan.times,
    spot: { id, label, type, features, level },
    difference_cents: plan.difference_cents,
    waived_cents,
    validated_cents: alreadyRefunded(plan.state, refund_cents, plan.times.ends_at),
    currency: plan.state.currency,
    lines: plan.lines,
    refusal: plan.refusal && { code: plan.refusal.code, message: plan.refusal.message(t) },
    furthest_ends_at: plan.furthest_ends_at,
  }
}
