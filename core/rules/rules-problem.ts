import type { Reason } from '../reasons.ts'
import type { Rules } from './types.ts'

/** A problem with rules, for the person who edits them. */
export type RulesFault = { field: keyof Rules; reason: Reason }

const [LOWEST_BPS, HIGHEST_BPS] = [-10_000, 100_000]

/** Returns the first problem with rules; null if they are valid. */
export function rulesFault(rules: Rules): RulesFault | null {
  return countProblem(rules) ?? lengthsProblem(rules) ?? listProblem(rules) ?? priceProblem(rules)
}

function countProblem(rules: Rules): RulesFault | null {
  for (const field of ['max_short_reservations', 'max_long_reservations', 'max_ahead_days'] as const) {
    const value = rules[field]
    if (value === null || isWhole(value, 0)) continue
    return { field, reason: { code: 'count_invalid' } }
  }
  const hours = rules.max_hours?.hours ?? 1
  return isWhole(hours, 1) ? null : { field: 'max_hours', reason: { code: 'hours_count_invalid' } }
}

function lengthsProblem({ min_duration_minutes, max_duration_minutes }: Rules): RulesFault | null {
  if (min_duration_minutes !== null && !isWhole(min_duration_minutes, 0)) {
    return {
      field: 'min_duration_minutes',
      reason: { code: 'minutes_from_0' },
    }
  }
  if (max_duration_minutes === null) return null
  if (!isWhole(max_duration_minutes, 1)) {
    return {
      field: 'max_duration_minutes',
      reason: { code: 'minutes_from_1' },
    }
  }
  if ((min_duration_minutes ?? 0) <= max_duration_minutes) return null
  return {
    field: 'max_duration_minutes',
    reason: { code: 'lengths_reversed', min: min_duration_minutes ?? 0, max: max_duration_minutes },
  }
}

function listProblem({ spot_types, zone_ids }: Rules): RulesFault | null {
  if (spot_types?.length === 0) {
    return { field: 'spot_types', reason: { code: 'no_type' } }
  }
  if (zone_ids?.length === 0) {
    return { field: 'zone_ids', reason: { code: 'no_zone' } }
  }
  return null
}

function priceProblem({ nth_spot_prices }: Rules): RulesFault | null {
  const field = 'nth_spot_prices'
  const named = new Set<number>()
  for (const { nth, percent_bps } of nth_spot_prices) {
    if (!isWhole(nth, 2)) {
      return {
        field,
        reason: { code: 'nth_invalid' },
      }
    }
    if (named.has(nth)) return { field, reason: { code: 'two_prices', nth } }
    named.add(nth)
    if (!isWhole(percent_bps, LOWEST_BPS) || percent_bps > HIGHEST_BPS) {
      return { field, reason: { code: 'percent_invalid' } }
    }
  }
  return null
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}
