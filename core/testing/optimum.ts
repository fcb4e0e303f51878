import type { SpotCalendar } from '../allocation/best-fit.ts'
import { overlaps } from '../allocation/board.ts'
import type { Span } from '../recurrence/spans.ts'

/** A request for a spot. */
export interface SpotRequest extends Span {
  /** The spots that are acceptable; absent means all. */
  allowed?: ReadonlySet<string>
}

/**
 * Returns the largest number of requests that spots can hold besides what already occupies them, if every request is
 * known in advance. Branch and bound over all assignments in order of start, so only the end of the last reservation on
 * each spot matters. Feasible for about fifteen requests on a few spots.
 * @param spots with their occupied spans: closures, and reservations that must not move
 * @param requests epoch minutes
 */
export function maxReservations(spots: readonly SpotCalendar[], requests: readonly SpotRequest[]): number {
  const inOrder = [...requests].sort((a, b) => a.from - b.from)
  const seatsOf = inOrder.map((request) =>
    [...spots.keys()].filter((seat) => {
      const spot = spots[seat]
      if (!spot || (request.allowed && !request.allowed.has(spot.spot_id))) return false
      return !spot.busy.some((span) => overlaps(span, request))
    }),
  )
  // The most requests held when a state was reached. Reaching it again with as many or fewer cannot do better.
  const seen = new Map<string, number>()
  let best = 0
  const goOn = (index: number, ends: readonly number[], held: number) => {
    best = Math.max(best, held)
    const request = inOrder[index]
    if (!request || held + inOrder.length - index <= best) return
    const free_at = ends.map((end) => Math.max(end, request.from))
    const state = `${index} ${free_at.join(' ')}`
    if ((seen.get(state) ?? -1) >= held) return
    seen.set(state, held)
    for (const seat of seatsOf[index] ?? []) {
      if (free_at[seat] === request.from) goOn(index + 1, free_at.with(seat, request.to), held + 1)
    }
    goOn(index + 1, free_at, held)
  }
  goOn(
    0,
    spots.map(() => Number.NEGATIVE_INFINITY),
    0,
  )
  return best
}
