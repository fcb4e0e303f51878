import type { CountedReservation, RealBooking } from '@openspot/core/backtest/run-backtest.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import type { SpotTerms } from '../pricing/terms.sql.ts'
import type { PastReservation } from './backtest.sql.ts'

/** A real booking as it was made, with the facts to judge it under other terms. */
export interface PastBooking extends RealBooking {
  driver: string | null
  group_rule_set_id: string | null
  spot_terms: SpotTerms
  /** Staff set the price, so no rate changes it. */
  is_staff_price: boolean
}

interface Facts {
  lot: LotRow
  since: Date
  spots: ReadonlyMap<string, SpotTerms>
  /** Returns the rule set version that applies to the person today as `id version`, or null. */
  ruleSetOf: (reservation: Pick<PastReservation, 'group_rule_set_id'>) => string | null
}

/**
 * Returns the past bookings as they were made, and the other reservations that counted at the time. A booking is any
 * confirmed reservation, even if it was later canceled, merged into another, or changed. An unpaid hold is no booking
 * but counted while it lasted, as did earlier reservations and the part of a reservation on another spot.
 */
export function readPast(
  reservations: readonly PastReservation[],
  facts: Facts,
): { bookings: PastBooking[]; others: CountedReservation[] } {
  const bookings: PastBooking[] = []
  const others: CountedReservation[] = []
  for (const reservation of reservations) {
    const counted = countedReservation(reservation, facts.lot)
    const spot_terms = facts.spots.get(spotAtFirst(reservation))
    const isBooking =
      reservation.confirmed_at !== null &&
      !reservation.is_part &&
      Date.parse(reservation.created_at) >= facts.since.getTime()
    if (!isBooking || !spot_terms) {
      others.push({ ...counted, held_from: reservation.created_at })
      continue
    }
    bookings.push({
      ...counted,
      reservation_id: reservation.reservation_id,
      user_id: reservation.user_id,
      driver: reservation.driver,
      created_at: reservation.created_at,
      spot: { id: spot_terms.id, type: spot_terms.type, zone_id: spot_terms.zone_id },
      spot_terms,
      group_rule_set_id: reservation.group_rule_set_id,
      charged_cents: reservation.charged_cents,
      is_override: reservation.is_override,
      is_staff_price:
        reservation.is_staff_price || (reservation.is_by_staff && reservation.charged_cents === 0),
      is_same_terms: isSameTerms(reservation, facts),
    })
  }
  return { bookings, others }
}

/** Returns whether the terms of the lot, the rules, and the people are the same as when it was made. */
function isSameTerms(reservation: PastReservation, { lot, ruleSetOf }: Facts): boolean {
  const { terms_version, rule_set_id, rule_set_version, members_changed_at, created_at } = reservation
  const then = rule_set_id === null ? null : `${rule_set_id} ${rule_set_version}`
  const isSamePeople = members_changed_at === null || Date.parse(members_changed_at) <= Date.parse(created_at)
  return terms_version === lot.terms_version && then === ruleSetOf(reservation) && isSamePeople
}

/** Returns a reservation with its original and later times, and when it stopped counting. */
function countedReservation(
  reservation: PastReservation,
  lot: Pick<LotRow, 'hold_minutes'>,
): CountedReservation {
  const events = reservation.events ?? []
  const first = events.find(({ from }) => from.starts_at !== undefined)?.from
  const times = {
    starts_at: first?.starts_at ?? reservation.starts_at,
    ends_at: first ? (first.ends_at ?? null) : reservation.ends_at,
  }
  const becomes = events.flatMap(({ at, to }) =>
    to.starts_at === undefined
      ? []
      : [{ at: iso(at), ...isoTimes({ starts_at: to.starts_at, ends_at: to.ends_at ?? null }) }],
  )
  const limit_scope =
    reservation.group_id === null ? `user:${reservation.user_id}` : `group:${reservation.group_id}`
  return {
    ...isoTimes(times),
    limit_scope,
    ended_at: endOf(reservation, lot),
    ...(becomes.length > 0 ? { becomes } : {}),
  }
}

/** Returns when a reservation stopped counting other than by its end: canceled, merged, or not paid in time. */
function endOf(reservation: PastReservation, lot: Pick<LotRow, 'hold_minutes'>): string | null {
  switch (reservation.status) {
    case 'CANCELED':
      return reservation.canceled_at
    case 'MERGED':
      return reservation.confirmed_at
    case 'EXPIRED':
      return reservation.hold_expires_at ?? isoOf(minutesOf(reservation.created_at) + lot.hold_minutes)
    default:
      return null
  }
}

function spotAtFirst({ events, spot_id }: PastReservation): string {
  return events?.find(({ from }) => typeof from.spot_id === 'string')?.from.spot_id ?? spot_id
}

/** JSON has instants in the database's format. */
const iso = (at: string) => isoOf(minutesOf(at))
const isoTimes = (times: { starts_at: string; ends_at: string | null }) => ({
  starts_at: iso(times.starts_at),
  ends_at: times.ends_at === null ? null : iso(times.ends_at),
})

/** Returns the start of the period that the preview covers. */
export function sinceOf(now: Date, days: number): Date {
  return new Date(now.getTime() - days * MINUTES_PER_DAY * 60_000)
}
