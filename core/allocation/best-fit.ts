import { MINUTES_PER_DAY } from '../time/instant.ts'
import type { Span } from '../windows/spans.ts'

/** A gap of so many minutes or more is as good as any: whatever comes will fit beside it, or into it. */
const PLENTY = MINUTES_PER_DAY

/** A spot and what keeps it: stays and closures near the stay that is to be placed, in order and disjoint. */
export interface SpotCalendar {
  spot_id: string
  busy: readonly Span[]
}

/** A spot that is free for a whole stay, and the minutes it would then be free before and after: up to infinitely many. */
export interface Seat {
  spot_id: string
  gap_before: number
  gap_after: number
}

/**
 * The spots that are free for the whole stay, in the order given. What is past is no gap: one before the stay begins at
 * the end of the stay before it, or `now` if that is later. After a stay without end there is none.
 * @param stay epoch minutes, `to` may be infinite, as of what keeps a spot
 * @param now epoch minutes
 */
export function freeSeats(spots: readonly SpotCalendar[], stay: Span, now: number): Seat[] {
  const seats: Seat[] = []
  for (const { spot_id, busy } of spots) {
    const at = firstEndingAfter(busy, stay.from)
    const next = busy[at]
    if (next && next.from < stay.to) continue
    const last_to = busy[at - 1]?.to ?? now
    const until = next?.from ?? Number.POSITIVE_INFINITY
    seats.push({
      spot_id,
      gap_before: Math.max(0, stay.from - Math.max(last_to, now)),
      gap_after: stay.to === Number.POSITIVE_INFINITY ? 0 : until - stay.to,
    })
  }
  return seats
}

/**
 * All spots that are free for the whole stay, the one that leaves the calendar least broken first.
 *
 * What breaks it is a gap too short to be let, and the shorter the likelier nobody wants it; none at all is best. So the
 * smaller of the two gaps decides, then both together. Gaps of a day and more are alike, since they can still be let:
 * where spots are alike in this the order given decides, so that a lot fills from one end and whole spots stay free at
 * the other for long stays. That was compared with other measures (`npm run allocation`, docs/measurements.md,
 * "Allocation"): the sum of both gaps alone, the usual best fit, and their product are as good on some lots and worse
 * on others; to lose no time to gaps alone below some hours forgets the long stays.
 * @param stay epoch minutes, `to` may be infinite
 * @param now epoch minutes; what is past is no gap
 */
export function rankSpots(spots: readonly SpotCalendar[], stay: Span, now: number): Seat[] {
  return freeSeats(spots, stay, now).sort(compareSeats)
}

/** The first of `rankSpots`; null where no spot is free for the whole stay. */
export function bestFit(spots: readonly SpotCalendar[], stay: Span, now: number): Seat | null {
  let best: Seat | null = null
  for (const seat of freeSeats(spots, stay, now)) if (!best || compareSeats(seat, best) < 0) best = seat
  return best
}

/** Below zero where `a` leaves less broken than `b`. */
function compareSeats(a: Seat, b: Seat): number {
  const [a_before, a_after] = [Math.min(a.gap_before, PLENTY), Math.min(a.gap_after, PLENTY)]
  const [b_before, b_after] = [Math.min(b.gap_before, PLENTY), Math.min(b.gap_after, PLENTY)]
  return Math.min(a_before, a_after) - Math.min(b_before, b_after) || a_before + a_after - b_before - b_after
}

/** The index of the first of disjoint spans in order that ends after a moment; their number if none does. */
export function firstEndingAfter(spans: readonly Span[], moment: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.to ?? moment) <= moment) low = middle + 1
    else high = middle
  }
  return low
}
