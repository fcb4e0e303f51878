import type { ChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { snapUp } from '@openspot/core/time/snap.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
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
import { addedTime, endOfMonthly, type PricedChange, priceChange } from './change.rules.ts'
import { alreadyRefunded, getReservationState, type ReservationState } from './reservation-state.sql.ts'

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
  furthest_ends_at: string | null
}

/** Computes a change: its cost or refund, or why it is not possible. Writes nothing. */
export async function planChange(
  app: FastifyInstance,
  reservation_id: string,
  requested: ChangeInput,
): Promise<Plan> {
  const now = app.ports.now()
  const state = await getReservationState(app.pool, reservation_id)
  checkChangeable(state, now)
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
  const added = isMove
    ? { from: minutesOf(times.starts_at), to: endMinutesOf(times.ends_at) }
    : addedTime(state, times)
  if (added === 'both') {
    return refuse('change_not_possible', {
      field: 'starts_at',
      message: (t) => t('apiErrors.reservations.startOrEnd'),
    })
  }
  const plan = { state, terms, old_spot, spot, times, added, furthest_ends_at: furthest }
  if (state.ends_at === null) return { ...plan, ...endsMonthly(state, terms, spot, times) }

  const priced = priceChange(state, terms, { old: old_spot, next: spot }, times, now)
  const taken: Plan['refusal'] =
    added && (await isTaken(app, state, spot, added))
      ? {
          code: 'spot_taken',
          message: (t) => t('apiErrors.reservations.spotNotFree'),
        }
      : null
  const refused = added ? findRefusal(terms, spot, times, now) : null
  return { ...plan, ...priced, refusal: taken ?? refused ?? priced.refusal }
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
  return {
    starts_at: requested.starts_at === undefined || hasBegun ? state.starts_at : snapped.starts_at,
    ends_at: requested.ends_at === undefined ? state.ends_at : snapped.ends_at,
  }
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

async function isTaken(
  app: FastifyInstance,
  state: ReservationState,
  spot: SpotTerms,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const rows = await listBusy(app.pool, state.lot_id, from, to, [spot.spot_no])
  return rows.some((row) => row.reservation_id !== state.id)
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
  const difference_cents = times.ends_at === null ? 0 : -endOfMonthly(state, times.ends_at)
  return { difference_cents, lines: [], price_terms, refusal }
}

/** Returns the preview of a change. Writes nothing. */
export async function previewChangeOf(
  app: FastifyInstance,
  t: Translate,
  reservation_id: string,
  requested: ChangeInput,
): Promise<ChangePreview> {
  const plan = await planChange(app, reservation_id, requested)
  const { id, label, type, features, level } = plan.spot
  return {
    ...plan.times,
    spot: { id, label, type, features, level },
    difference_cents: plan.difference_cents,
    validated_cents: alreadyRefunded(plan.state, -plan.difference_cents, plan.times.ends_at),
    currency: plan.state.currency,
    lines: plan.lines,
    refusal: plan.refusal && { code: plan.refusal.code, message: plan.refusal.message(t) },
    furthest_ends_at: plan.furthest_ends_at,
  }
}
