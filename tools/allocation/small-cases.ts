import { maxReservationsOnAlikeSpots } from '@openspot/core/allocation/optimum.ts'
import { Random } from '../demo/random.ts'
import type { Request } from './demand.ts'
import { type Outcome, simulate } from './simulate.ts'
import { strategies } from './strategies.ts'

export const smallCase = { spots: 4, requests: 14, cases: 1000 } as const

/** The total of a strategy over all cases, next to the optimum with full knowledge of the requests. */
export interface SmallResult {
  strategy: string
  held: number
  /** Share of the optimum in %: over all cases, and in the worst case. */
  percent: number
  least_percent: number
  /** Number of cases in which the optimum was reached. */
  optimal: number
  moves: number
}

/**
 * Generates small lots for which the optimum is exact: reservations of one to five hours within one day, requested
 * beforehand in random order, by drivers of whom half or all accept any spot.
 */
export function smallCases(seed: number, flexible_percent: number): SmallResult[] {
  const random = new Random(seed, 'allocation small')
  const cases = Array.from({ length: smallCase.cases }, () => drawCase(random, flexible_percent))
  const best = cases.map((demand) => maxReservationsOnAlikeSpots(smallCase.spots, demand))
  const total = best.reduce((sum, held) => sum + held, 0)
  return Object.entries(strategies).map(([strategy, how]) => {
    const outcomes: Outcome[] = cases.map((demand) => simulate(smallCase.spots, demand, how))
    const held = outcomes.reduce((sum, { bookings }) => sum + bookings, 0)
    const shares = outcomes.map(({ bookings }, at) => bookings / (best[at] ?? bookings))
    return {
      strategy,
      held,
      percent: (held / total) * 100,
      least_percent: Math.min(...shares) * 100,
      optimal: shares.filter((share) => share === 1).length,
      moves: outcomes.reduce((sum, { moves }) => sum + moves, 0),
    }
  })
}

function drawCase(random: Random, flexible_percent: number): Request[] {
  return Array.from({ length: smallCase.requests }, () => {
    const from = random.int(0, 34) * 30
    const to = from + random.int(2, 10) * 30
    const is_flexible = random.int(1, 100) <= flexible_percent
    return { from, to, requested_at: -1, is_flexible, taste: random.int(0, 2 ** 31) }
  })
}
