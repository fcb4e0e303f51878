import {
  type AvailabilityWindow,
  closedSpans,
  type SpotAvailabilityInput,
} from '@openspot/core/availability/availability.ts'
import { isoOf, MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import { mergeSpans, type RepeatWindow, type Span } from '@openspot/core/windows/windows.ts'
import type { WindowRow } from './availability.sql.ts'
import { minuteOf } from './moments.rules.ts'

/** How far ahead what repeats without end is laid out; from there on the spot is closed. */
const horizonDays = 430
/** How much of the past is laid out: as much as lists and jobs may look back. */
const pastDays = 1

/** The midnight of UTC before a moment: so all that is laid out on one day is laid out alike. */
const dayOf = (now: Date, days: number) =>
  (Math.floor(minuteOf(now) / MINUTES_PER_DAY) + days) * MINUTES_PER_DAY

/** Up to when a spot's calendar is exact (epoch minutes): without bound where no window repeats beyond the horizon. */
function horizonOf(zone: string, windows: readonly RepeatWindow[], now: Date): number {
  const horizon = dayOf(now, horizonDays)
  const goesBeyond = windows.some(
    ({ repeat_frequency, until_on }) =>
      repeat_frequency !== 'NEVER' && (until_on === null || startOfDate(zone, until_on) >= horizon),
  )
  return goesBeyond ? horizon : Number.POSITIVE_INFINITY
}

/** The same spot as bookings find it: closed beyond the horizon, by a window that nobody made. */
export function withHorizon(zone: string, spot: SpotAvailabilityInput, now: Date): SpotAvailabilityInput {
  const horizon = horizonOf(zone, spot.windows, now)
  if (!Number.isFinite(horizon)) return spot
  const beyond: AvailabilityWindow = {
    id: '',
    kind: 'CLOSED',
    starts_at: isoOf(horizon),
    ends_at: null,
    repeat_frequency: 'NEVER',
    weekdays: [],
    until_on: null,
  }
  return { ...spot, windows: [...spot.windows, beyond] }
}

/** When a spot cannot be booked from a minute on, for ever: what its windows close, and what lies beyond the horizon. */
export function closedFrom(zone: string, spot: SpotAvailabilityInput, from: number, now: Date): Span[] {
  const horizon = Math.max(from, horizonOf(zone, spot.windows, now))
  const spans = closedSpans(zone, spot, from, horizon)
  return Number.isFinite(horizon)
    ? mergeSpans([...spans, { from: horizon, to: Number.POSITIVE_INFINITY }])
    : spans
}

/** The same within two minutes. */
export function closedWithin(
  zone: string,
  spot: SpotAvailabilityInput,
  { from, to }: Span,
  now: Date,
): Span[] {
  return closedSpans(zone, withHorizon(zone, spot, now), from, to)
}

/**
 * What is laid out for a spot. Of the past it is a day: nothing is booked there. A spot of somebody's own that is
 * closed then counts as closed ever since, so that one without windows is a single span.
 */
export function layOut(zone: string, spot: SpotAvailabilityInput, now: Date): Span[] {
  const from = dayOf(now, -pastDays)
  return closedFrom(zone, spot, from, now).map((span) =>
    spot.is_assigned && span.from === from ? { from: 0, to: span.to } : span,
  )
}

/** Since when what is laid out can be relied on. */
export const laidOutSince = (now: Date) => isoOf(dayOf(now, -pastDays))

/** A spot with the windows that concern it. Spots of one key have one calendar. */
export interface SpotCalendar extends SpotAvailabilityInput {
  windows: WindowRow[]
  key: string
}

/** A spot as far as it makes its calendar. */
export interface CalendarSpot {
  id: string
  zone_id: string | null
  assigned_user_id: string | null
  assigned_group_id: string | null
}

/** Finds the windows that concern a spot: its own, those of its zone and those of the lot. */
export function calendarsOf(windows: readonly WindowRow[]): (spot: CalendarSpot) => SpotCalendar {
  const byPlace = new Map<string, WindowRow[]>()
  for (const window of windows) {
    const place = window.spot_id ?? window.zone_id ?? ''
    const there = byPlace.get(place)
    if (there) there.push(window)
    else byPlace.set(place, [window])
  }
  return ({ id, zone_id, assigned_user_id, assigned_group_id }) => {
    const own = byPlace.get(id)
    const ofZone = zone_id === null ? undefined : byPlace.get(zone_id)
    const is_assigned = assigned_user_id !== null || assigned_group_id !== null
    return {
      is_assigned,
      windows: [...(own ?? []), ...(ofZone ?? []), ...(byPlace.get('') ?? [])],
      key: own ? id : `${is_assigned} ${ofZone ? zone_id : ''}`,
    }
  }
}
