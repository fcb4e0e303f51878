import {
  type AvailabilityRule,
  closedSpans,
  type SpotAvailabilityInput,
} from '@openspot/core/availability/availability.ts'
import { mergeSpans, type Recurrence, type Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import type { AvailabilityRuleRow } from './availability.sql.ts'
import { minuteOf } from './moments.rules.ts'

/** How many days ahead endless repeats are materialized. Beyond that the spot is closed. */
const horizonDays = 430
/** How many past days are materialized: as far as lists and jobs look back. */
const pastDays = 1

/** Returns the last UTC midnight, so that everything materialized on one day gets the same bounds. */
const dayOf = (now: Date, days: number) =>
  (Math.floor(minuteOf(now) / MINUTES_PER_DAY) + days) * MINUTES_PER_DAY

/**
 * Returns until when a spot's calendar is exact, in epoch minutes. Infinity if no availability rule repeats beyond the
 * horizon.
 */
function horizonOf(zone: string, rules: readonly Recurrence[], now: Date): number {
  const horizon = dayOf(now, horizonDays)
  const goesBeyond = rules.some(
    ({ repeat_frequency, until_on }) =>
      repeat_frequency !== 'NEVER' && (until_on === null || startOfDate(zone, until_on) >= horizon),
  )
  return goesBeyond ? horizon : Number.POSITIVE_INFINITY
}

/**
 * Returns the spot as bookings see it: closed beyond the horizon, by a synthetic availability rule with an empty id.
 */
export function withHorizon(zone: string, spot: SpotAvailabilityInput, now: Date): SpotAvailabilityInput {
  const horizon = horizonOf(zone, spot.availability_rules, now)
  if (!Number.isFinite(horizon)) return spot
  const beyond: AvailabilityRule = {
    id: '',
    kind: 'CLOSED',
    starts_at: isoOf(horizon),
    ends_at: null,
    repeat_frequency: 'NEVER',
    weekdays: [],
    until_on: null,
  }
  return { ...spot, availability_rules: [...spot.availability_rules, beyond] }
}

/**
 * Returns when a spot cannot be booked from a minute on, without an upper bound: what its availability rules close, and
 * everything beyond the horizon.
 */
export function closedFrom(zone: string, spot: SpotAvailabilityInput, from: number, now: Date): Span[] {
  const horizon = Math.max(from, horizonOf(zone, spot.availability_rules, now))
  const spans = closedSpans(zone, spot, from, horizon)
  return Number.isFinite(horizon)
    ? mergeSpans([...spans, { from: horizon, to: Number.POSITIVE_INFINITY }])
    : spans
}

/** Like `closedFrom`, between two minutes. */
export function closedWithin(
  zone: string,
  spot: SpotAvailabilityInput,
  { from, to }: Span,
  now: Date,
): Span[] {
  return closedSpans(zone, withHorizon(zone, spot, now), from, to)
}

/**
 * Returns the spans to materialize for a spot. They include one past day, in which nothing is booked. An assigned spot
 * that is closed then counts as closed forever before, so that one without availability rules is a single span.
 */
export function materialize(zone: string, spot: SpotAvailabilityInput, now: Date): Span[] {
  const from = dayOf(now, -pastDays)
  return closedFrom(zone, spot, from, now).map((span) =>
    spot.is_assigned && span.from === from ? { from: 0, to: span.to } : span,
  )
}

/** Returns the instant from which on the materialized closures are reliable. */
export const materializedSince = (now: Date) => isoOf(dayOf(now, -pastDays))

/** A spot with the availability rules that apply to it. Spots with the same key have the same calendar. */
export interface SpotCalendar<Rule extends PlacedRule = AvailabilityRuleRow> extends SpotAvailabilityInput {
  availability_rules: Rule[]
  key: string
}

/** A rule of a spot, of a zone, or of the lot. */
type PlacedRule = AvailabilityRule & Pick<AvailabilityRuleRow, 'spot_id' | 'zone_id'>

/** The columns of a spot that decide its calendar. */
export interface CalendarSpot {
  id: string
  zone_id: string | null
  assigned_user_id: string | null
  assigned_group_id: string | null
}

/** Returns a function that finds the availability rules that apply to a spot: its own, its zone's, and the lot's. */
export function calendarsOf<Rule extends PlacedRule>(
  rules: readonly Rule[],
): (spot: CalendarSpot) => SpotCalendar<Rule> {
  const byPlace = new Map<string, Rule[]>()
  for (const rule of rules) {
    const place = rule.spot_id ?? rule.zone_id ?? ''
    const there = byPlace.get(place)
    if (there) there.push(rule)
    else byPlace.set(place, [rule])
  }
  return ({ id, zone_id, assigned_user_id, assigned_group_id }) => {
    const own = byPlace.get(id)
    const ofZone = zone_id === null ? undefined : byPlace.get(zone_id)
    const is_assigned = assigned_user_id !== null || assigned_group_id !== null
    return {
      is_assigned,
      availability_rules: [...(own ?? []), ...(ofZone ?? []), ...(byPlace.get('') ?? [])],
      key: own ? id : `${is_assigned} ${ofZone ? zone_id : ''}`,
    }
  }
}
