import type { CountedStay, RealBooking } from '@openspot/core/rehearsal/rehearse.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import type { LotRow } from '../../lots/lots/lots.sql.ts'
import type { SpotTerms } from '../terms/terms.sql.ts'
import type { PastStay } from './rehearsal.sql.ts'

/** A real booking as it was made, with the facts to judge it under other terms. */
export interface PastBooking extends RealBooking {
  driver: string
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
  ruleSetOf: (stay: Pick<PastStay, 'group_rule_set_id'>) => string | null
}

/**
 * Returns the past bookings as they were made, and the other reservations that counted at the time. A booking is any
 * confirmed reservation, even if it was later canceled, merged into another, or changed. An unpaid hold is no booking
 * but counted while it lasted, as did earlier reservations and the part of a reservation on another spot.
 */
export function readPast(
  stays: readonly PastStay[],
  facts: Facts,
): { bookings: PastBooking[]; others: CountedStay[] } {
  const bookings: PastBooking[] = []
  const others: CountedStay[] = []
  for (const stay of stays) {
    const counted = countedStay(stay, facts.lot)
    const spot_terms = facts.spots.get(spotAtFirst(stay))
    const isBooking =
      stay.confirmed_at !== null && !stay.is_part && Date.parse(stay.created_at) >= facts.since.getTime()
    if (!isBooking || !spot_terms) {
      others.push({ ...counted, held_from: stay.created_at })
      continue
    }
    bookings.push({
      ...counted,
      reservation_id: stay.reservation_id,
      user_id: stay.user_id,
      driver: stay.driver,
      created_at: stay.created_at,
      spot: { id: spot_terms.id, type: spot_terms.type, zone_id: spot_terms.zone_id },
      spot_terms,
      group_rule_set_id: stay.group_rule_set_id,
      charged_cents: stay.charged_cents,
      is_override: stay.is_override,
      is_staff_price: stay.is_staff_price || (stay.is_by_staff && stay.charged_cents === 0),
      is_same_terms: isSameTerms(stay, facts),
    })
  }
  return { bookings, others }
}

/** Returns whether the terms of the lot, the rules, and the people are the same as when it was made. */
function isSameTerms(stay: PastStay, { lot, ruleSetOf }: Facts): boolean {
  const { terms_version, rule_set_id, rule_set_version, members_changed_at, created_at } = stay
  const then = rule_set_id === null ? null : `${rule_set_id} ${rule_set_version}`
  const isSamePeople = members_changed_at === null || Date.parse(members_changed_at) <= Date.parse(created_at)
  return terms_version === lot.terms_version && then === ruleSetOf(stay) && isSamePeople
}

/** Returns a reservation with its original and later times, and when it stopped counting. */
function countedStay(stay: PastStay, lot: Pick<LotRow, 'hold_minutes'>): CountedStay {
  const events = stay.events ?? []
  const first = events.find(({ from }) => from.starts_at !== undefined)?.from
  const times = {
    starts_at: first?.starts_at ?? stay.starts_at,
    ends_at: first ? (first.ends_at ?? null) : stay.ends_at,
  }
  const becomes = events.flatMap(({ at, to }) =>
    to.starts_at === undefined
      ? []
      : [{ at: iso(at), ...isoTimes({ starts_at: to.starts_at, ends_at: to.ends_at ?? null }) }],
  )
  const holder = stay.group_id === null ? `user:${stay.user_id}` : `group:${stay.group_id}`
  return {
    ...isoTimes(times),
    holder,
    ended_at: endOf(stay, lot),
    ...(becomes.length > 0 ? { becomes } : {}),
  }
}

/** Returns when a reservation stopped counting other than by its end: canceled, merged, or not paid in time. */
function endOf(stay: PastStay, lot: Pick<LotRow, 'hold_minutes'>): string | null {
  switch (stay.status) {
    case 'CANCELED':
      return stay.canceled_at
    case 'MERGED':
      return stay.confirmed_at
    case 'EXPIRED':
      return stay.hold_expires_at ?? isoOf(minutesOf(stay.created_at) + lot.hold_minutes)
    default:
      return null
  }
}

function spotAtFirst({ events, spot_id }: PastStay): string {
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
