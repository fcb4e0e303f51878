import type { CountedStay, RealBooking } from '@openspot/core/rehearsal/rehearse.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import type { LotRow } from '../lots/lots.sql.ts'
import type { SpotTerms } from '../terms/terms.sql.ts'
import type { PastStay } from './rehearsal.sql.ts'

/** A real booking as it was made, and what a side needs to judge it. */
export interface PastBooking extends RealBooking {
  driver: string
  group_rule_set_id: string | null
  spot_terms: SpotTerms
  /** Staff said its price: no rate makes another one. */
  is_staff_price: boolean
}

interface Facts {
  lot: LotRow
  since: Date
  spots: ReadonlyMap<string, SpotTerms>
  /** Which version of which rule set concerns the person today: `id version`, or null. */
  ruleSetOf: (stay: Pick<PastStay, 'group_rule_set_id'>) => string | null
}

/**
 * The bookings of the past as they were made, and the other stays that counted beside them. A booking is what was
 * confirmed, whatever became of it: cancelled, merged into the stay before it, changed since. A hold that was never
 * paid is none, but counted while it lasted; so did what came before, and the part of a stay on another spot.
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

/** Made under the terms of the lot, the rules and among the people of today. */
function isSameTerms(stay: PastStay, { lot, ruleSetOf }: Facts): boolean {
  const { terms_version, rule_set_id, rule_set_version, members_changed_at, created_at } = stay
  const then = rule_set_id === null ? null : `${rule_set_id} ${rule_set_version}`
  const isSamePeople = members_changed_at === null || Date.parse(members_changed_at) <= Date.parse(created_at)
  return terms_version === lot.terms_version && then === ruleSetOf(stay) && isSamePeople
}

/** A stay with the times it had when it was made, those it had later, and when it stopped to count. */
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

/** When a stay stopped to count, other than by its end: cancelled, merged into another, or never paid in time. */
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

/** JSON carries the database's form of a moment. */
const iso = (at: string) => isoOf(minutesOf(at))
const isoTimes = (times: { starts_at: string; ends_at: string | null }) => ({
  starts_at: iso(times.starts_at),
  ends_at: times.ends_at === null ? null : iso(times.ends_at),
})

/** From when on the past is looked at. */
export function sinceOf(now: Date, days: number): Date {
  return new Date(now.getTime() - days * MINUTES_PER_DAY * 60_000)
}
