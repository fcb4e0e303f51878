import { typesOnRequest } from '../allocation/on-request.ts'
import { isOneOf, type SpotType } from '../enums.ts'

/** Farther than this is no walk to a parked car for most people: such a lot comes after all nearer ones, whatever it costs. */
const LONG_WALK_MINUTES = 20
/** What walking adds to the price: the first minutes 6% each, and each further minute more than the one before. */
const WALK_PER_MINUTE = 0.06
const WALK_PER_MINUTE_SQUARED = 0.003
/** What the drawbacks of a type add to the price: not every car fits, or others must move first. */
const drawbacks: Partial<Record<SpotType, number>> = {
  COMPACT: 0.05,
  TANDEM: 0.1,
  STACKED: 0.1,
  SUPER_COMPACT: 0.15,
}
/** So that the walk also orders lots that are free of charge. It is so small that each of them comes before any price. */
const FREE_OF_CHARGE = 1e-6

/** What the order "Best" depends on. */
export interface Rankable {
  total_cents: number
  /** Null in a search by name without a point; then everything is as near. */
  walk_minutes: number | null
  /** The type of the spot that is offered at the price. */
  type: SpotType
}

/**
 * Returns the two numbers by which results are ordered, the lowest first: what a car fits in and can be walked to before anything else,
 * then the price, raised by the walk and by what is inconvenient. They depend on nothing but the result itself, so that pages of results
 * are stable, and the second is proportional to the price, so that it works in every currency.
 */
export function bestRank({ total_cents, walk_minutes, type }: Rankable): [tier: number, score: number] {
  const minutes = walk_minutes ?? 0
  const walk = 1 + WALK_PER_MINUTE * minutes + WALK_PER_MINUTE_SQUARED * minutes ** 2
  const fit = 1 + (drawbacks[type] ?? 0)
  const tier = (isOneOf(typesOnRequest, type) ? 2 : 0) + (minutes > LONG_WALK_MINUTES ? 1 : 0)
  return [tier, Math.max(total_cents, FREE_OF_CHARGE) * walk * fit]
}

/** Compares two results in the order "Best". */
export function compareBest(one: Rankable, other: Rankable): number {
  const [tier, score] = bestRank(one)
  const [other_tier, other_score] = bestRank(other)
  return tier - other_tier || score - other_score
}
