import type { Rules } from './types.ts'

/** A problem with rules, for the person who edits them. */
export type RulesFault = { field: keyof Rules; message: string }

const [LOWEST_BPS, HIGHEST_BPS] = [-10_000, 100_000]

/** Returns the first problem with rules, with a message that says what to do; null if they are valid. */
export function rulesFault(rules: Rules): RulesFault | null {
  return countProblem(rules) ?? lengthsProblem(rules) ?? listProblem(rules) ?? priceProblem(rules)
}

function countProblem(rules: Rules): RulesFault | null {
  for (const field of ['max_short_reservations', 'max_long_reservations', 'max_ahead_days'] as const) {
    const value = rules[field]
    if (value === null || isWhole(value, 0)) continue
    return { field, message: 'Enter a whole number of at least 0, or leave it empty for no limit.' }
  }
  const hours = rules.max_hours?.hours ?? 1
  return isWhole(hours, 1)
    ? null
    : { field: 'max_hours', message: 'Enter a whole number of hours, at least 1.' }
}

function lengthsProblem({ min_duration_minutes, max_duration_minutes }: Rules): RulesFault | null {
  if (min_duration_minutes !== null && !isWhole(min_duration_minutes, 0)) {
    return {
      field: 'min_duration_minutes',
      message: 'Enter a whole number of minutes, at least 0, or leave it empty for no limit.',
    }
  }
  if (max_duration_minutes === null) return null
  if (!isWhole(max_duration_minutes, 1)) {
    return {
      field: 'max_duration_minutes',
      message: 'Enter a whole number of minutes, at least 1, or leave it empty for no limit.',
    }
  }
  if ((min_duration_minutes ?? 0) <= max_duration_minutes) return null
  const figures = `The minimum of ${min_duration_minutes} minutes is above the maximum of ${max_duration_minutes}.`
  return { field: 'max_duration_minutes', message: `${figures} Raise the maximum or lower the minimum.` }
}

function listProblem({ spot_types, zone_ids }: Rules): RulesFault | null {
  if (spot_types?.length === 0) {
    return { field: 'spot_types', message: 'No spot type is allowed. Choose at least one, or allow all.' }
  }
  if (zone_ids?.length === 0) {
    return { field: 'zone_ids', message: 'No zone is allowed. Choose at least one, or allow all.' }
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
        message: 'These prices start with the second spot. Enter a whole number of at least 2.',
      }
    }
    if (named.has(nth)) return { field, message: `Spot number ${nth} has two prices. Remove one of them.` }
    named.add(nth)
    if (!isWhole(percent_bps, LOWEST_BPS) || percent_bps > HIGHEST_BPS) {
      return { field, message: 'Enter a percentage from -100% to 1,000%, with up to two decimals.' }
    }
  }
  return null
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}
