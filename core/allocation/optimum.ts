import type { Span } from '../recurrence/spans.ts'

/**
 * Returns the largest number of requests that `spot_count` identical, empty spots can hold if every request is known in
 * advance. In order of their ends, each request takes the spot that became free last before its start, if any. This is
 * exact: the request that ends first blocks the fewest others, and the spots that are free longest stay available for
 * requests that start early.
 * @param preferences epoch minutes
 */
export function maxReservationsOnAlikeSpots(spot_count: number, preferences: readonly Span[]): number {
  const left_at = Array.from({ length: spot_count }, () => Number.NEGATIVE_INFINITY)
  let held = 0
  for (const { from, to } of [...preferences].sort((a, b) => a.to - b.to)) {
    let latest = -1
    for (const [at, moment] of left_at.entries()) {
      if (moment <= from && (latest < 0 || moment > (left_at[latest] ?? 0))) latest = at
    }
    if (latest < 0) continue
    left_at[latest] = to
    held += 1
  }
  return held
}
