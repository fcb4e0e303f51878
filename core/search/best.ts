import type { SpotType } from '../enums.ts'

/** What each minute of walking adds to the price, so that ten minutes are worth three eighths of it. */
const WALK_PER_MINUTE = 0.06
/** What the drawbacks of a type add to the price: not every car fits, or others must move first. */
const drawbacks: Partial<Record<SpotType, number>> = {
  COMPACT: 0.05,
  TANDEM: 0.1,
  STACKED: 0.1,
  SUPER_COMPACT: 0.15,
}

/** What the order "Best" depends on. */
export interface Rankable {
  total_cents: number
  /** Null in a search by name without a point; then everything is as near. */
  walk_minutes: number | null
  /** The type of the spot that is offered at the price. */
  type: SpotType
}

/**
 * Returns the number by which results are ordered, the lowest first: the price, raised by the walk and by what is
 * inconvenient. It depends on nothing but the result itself, so that pages of results are stable, and is proportional to
 * the price, so that it works in every currency. The rating of a lot will be a further factor.
 */
export function bestScore({ total_cents, walk_minutes, type }: Rankable): number {
  const walk = 1 + WALK_PER_MINUTE * (walk_minutes ?? 0)
  const fit = 1 + (drawbacks[type] ?? 0)
  return total_cents * walk * fit
}
