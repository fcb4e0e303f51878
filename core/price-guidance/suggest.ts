import { type Weekday, weekdays } from '../enums.ts'
import { shareOf } from '../money/money.ts'
import type { GuidanceReason } from './enums.ts'
import { BUSY_BPS, type GuidanceBounds, MIN_SPOT_HOURS, MIN_WEEKS, QUIET_BPS } from './limits.ts'

/** An hour of the week with what is known about it. */
export interface GuidanceHour {
  weekday: Weekday
  /** 0 to 23. */
  hour: number
  is_open: boolean
  /** How often the hour was observed at its current price. */
  weeks: number
  /** Whether its price changed within the days that guidance looks at. */
  is_changed: boolean
  /** The minutes of all spots then, and how many of them were reserved. */
  spot_minutes: number
  taken_minutes: number
  /** What the owner's own weekly calendar prices add. */
  own_bps: number
  own_cents: number
  /** What guidance adds now, within the bounds. */
  guided_bps: number
}

/** What guidance says about an hour. */
export interface HourAdvice {
  weekday: Weekday
  hour: number
  reason: GuidanceReason
  weeks: number
  /** Null if there is too little data to tell. */
  occupancy_bps: number | null
  guided_bps: number
  /** Null if nothing is suggested. */
  suggested_bps: number | null
  current_cents: number
  suggested_cents: number | null
}

type Priced = Pick<GuidanceHour, 'own_bps' | 'own_cents'>

/** The steps in which prices are shown, in minor units, repeated for each power of ten. */
const niceSteps = [1, 2, 5] as const

/** Returns the step in which prices change: the largest of 1, 2, 5, 10, 20, 50, … that is at most 5% of the price. */
export function priceStepOf(cents: number): number {
  const most = Math.max(1, Math.floor(cents / 20))
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = niceSteps.map((step) => step * power).filter((step) => step <= most)
  return steps.at(-1) ?? 1
}

/** Returns the price of an hour: the lot's, changed as a quote changes it. */
export function hourPrice(hour_cents: number, { own_bps, own_cents }: Priced, guided_bps: number): number {
  return Math.max(0, shareOf(hour_cents, 10_000 + own_bps + guided_bps, 'ceil') + own_cents)
}

/** Returns the percentage that leads to a price, which is within the bounds if the price is. */
function bpsFor(hour_cents: number, { own_bps, own_cents }: Priced, target: number): number {
  return Math.floor(((target - own_cents) * 10_000) / hour_cents) - 10_000 - own_bps
}

const floorTo = (cents: number, step: number) => Math.floor(cents / step) * step
const ceilTo = (cents: number, step: number) => Math.ceil(cents / step) * step

/**
 * Returns what guidance says about an hour at the lot's hour price in minor units, which must be above 0. Pure; a suggestion is
 * always within the bounds, at most one step away, and never lower in a fuller hour.
 */
export function adviseHour(of: GuidanceHour, hour_cents: number, bounds: GuidanceBounds): HourAdvice {
  const current_cents = hourPrice(hour_cents, of, of.guided_bps)
  const { weekday, hour, weeks, guided_bps } = of
  const none = (reason: GuidanceReason, occupancy_bps: number | null): HourAdvice => {
    const kept = { suggested_bps: null, suggested_cents: null }
    return { weekday, hour, weeks, reason, occupancy_bps, guided_bps, current_cents, ...kept }
  }
  if (!of.is_open) return none('CLOSED', null)
  if (weeks < MIN_WEEKS) return none(of.is_changed ? 'UNSETTLED' : 'TOO_LITTLE_DATA', null)
  if (of.spot_minutes < MIN_SPOT_HOURS * 60) return none('TOO_LITTLE_DATA', null)
  const occupancy_bps = Math.min(10_000, Math.round((of.taken_minutes / of.spot_minutes) * 10_000))
  const change_bps = changeFor(occupancy_bps, bounds.step_bps)
  if (change_bps === 0) return none('IN_BAND', occupancy_bps)
  const suggested_bps = bpsWithin(of, { hour_cents, current_cents, change_bps }, bounds)
  if (suggested_bps === null) return none('LIMITED', occupancy_bps)
  return {
    ...none(change_bps > 0 ? 'BUSY' : 'QUIET', occupancy_bps),
    suggested_bps,
    suggested_cents: hourPrice(hour_cents, of, suggested_bps),
  }
}

/** Returns by how much a price changes at an occupancy: from half a step just outside the band to a whole one when full or empty. */
function changeFor(occupancy_bps: number, step_bps: number): number {
  if (occupancy_bps > BUSY_BPS) {
    const share = (occupancy_bps - BUSY_BPS) / (10_000 - BUSY_BPS)
    return Math.round(step_bps * (0.5 + share / 2))
  }
  if (occupancy_bps < QUIET_BPS) {
    const share = (QUIET_BPS - occupancy_bps) / QUIET_BPS
    return -Math.round(step_bps * (0.5 + share / 2))
  }
  return 0
}

/** Returns the percentage of the next price in the direction of the change; null if the limits leave none. */
function bpsWithin(
  of: GuidanceHour,
  {
    hour_cents,
    current_cents,
    change_bps,
  }: { hour_cents: number; current_cents: number; change_bps: number },
  { lowest_bps, highest_bps, step_bps }: GuidanceBounds,
): number | null {
  const step = priceStepOf(hour_cents)
  const largest = shareOf(current_cents, step_bps, 'floor')
  const wanted = shareOf(current_cents, 10_000 + change_bps, change_bps > 0 ? 'floor' : 'ceil')
  // The bound is rounded inward, so that not even a cent is beyond it.
  const boundAt = (bps: number, rounding: 'ceil' | 'floor') =>
    shareOf(hour_cents, 10_000 + of.own_bps + bps, rounding) + of.own_cents
  if (change_bps > 0) {
    const most = Math.min(current_cents + largest, boundAt(highest_bps, 'floor'))
    const target = Math.min(ceilTo(wanted, step), floorTo(most, step))
    return target > current_cents ? bpsFor(hour_cents, of, target) : null
  }
  const least = Math.max(0, current_cents - largest, boundAt(lowest_bps, 'ceil'))
  const target = Math.max(floorTo(wanted, step), ceilTo(least, step))
  return target < current_cents ? bpsFor(hour_cents, of, target) : null
}

/** Neighboring hours of a weekday with the same suggestion. */
export interface GuidanceSuggestion {
  weekday: Weekday
  from_hour: number
  /** Excluded, at most 24. */
  until_hour: number
  reason: 'BUSY' | 'QUIET'
  occupancy_bps: number
  weeks: number
  current_cents: number
  suggested_cents: number
  /** How full other hours were that already have the suggested price; null if there are none. */
  similar: { hours: number; occupancy_bps: number } | null
}

/** Returns the suggestions, with neighboring equal ones joined. The hours must be in order. */
export function joinSuggestions(hours: readonly HourAdvice[]): GuidanceSuggestion[] {
  const joined: (GuidanceSuggestion & { occupancies: number[] })[] = []
  for (const each of hours) {
    const { weekday, hour, reason, occupancy_bps, weeks, current_cents, suggested_cents } = each
    if (suggested_cents === null || occupancy_bps === null || (reason !== 'BUSY' && reason !== 'QUIET'))
      continue
    const last = joined.at(-1)
    if (
      last?.weekday === weekday &&
      last.until_hour === hour &&
      last.reason === reason &&
      last.current_cents === current_cents &&
      last.suggested_cents === suggested_cents
    ) {
      last.until_hour = hour + 1
      last.occupancies.push(occupancy_bps)
      last.weeks = Math.min(last.weeks, weeks)
      continue
    }
    joined.push({
      weekday,
      from_hour: hour,
      until_hour: hour + 1,
      reason,
      occupancy_bps,
      occupancies: [occupancy_bps],
      weeks,
      current_cents,
      suggested_cents,
      similar: similarTo(hours, suggested_cents),
    })
  }
  return joined.map(({ occupancies, ...suggestion }) => ({ ...suggestion, occupancy_bps: mean(occupancies) }))
}

const mean = (all: readonly number[]) => Math.round(all.reduce((sum, one) => sum + one, 0) / all.length)

function similarTo(hours: readonly HourAdvice[], cents: number): GuidanceSuggestion['similar'] {
  const known = hours.flatMap(({ current_cents, occupancy_bps }) =>
    current_cents === cents && occupancy_bps !== null ? [occupancy_bps] : [],
  )
  return known.length === 0 ? null : { hours: known.length, occupancy_bps: mean(known) }
}

/** All hours of the week in order, Monday first. */
export const hoursOfWeek: readonly { weekday: Weekday; hour: number }[] = weekdays.flatMap((weekday) =>
  Array.from({ length: 24 }, (_, hour) => ({ weekday, hour })),
)
export const hourKey = ({ weekday, hour }: { weekday: Weekday; hour: number }) => `${weekday} ${hour}`
