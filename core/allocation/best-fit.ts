import type { Span } from '../recurrence/spans.ts'
import { MINUTES_PER_DAY } from '../time/instant.ts'

/** Minutes from which gaps count as equal: any booking will fit next to or into such a gap. */
const PLENTY = MINUTES_PER_DAY

/** A spot with its occupied spans: the reservations and closures near the new reservation, in order and disjoint. */
export interface SpotCalendar {
  spot_id: string
  busy: readonly Span[]
}

/**
 * A spot that is free for the whole reservation, with the free minutes that would remain before and after it. Both may
 * be infinite.
 */
export interface Seat {
  spot_id: string
  gap_before: number
  gap_after: number
}

/**
 * Returns the spots that are free for the whole reservation, in the order given. Past time is no gap: the gap before
 * starts at the end of the previous reservation, or at `now` if that is later. An open-ended reservation has no gap
 * after it.
 * @param reservation epoch minutes, `to` may be infinite; the same holds for the occupied spans
 * @param now epoch minutes
 */
export function freeSeats(spots: readonly SpotCalendar[], reservation: Span, now: number): Seat[] {
  const seats: Seat[] = []
  for (const { spot_id, busy } of spots) {
    const at = firstEndingAfter(busy, reservation.from)
    const next = busy[at]
    if (next && next.from < reservation.to) continue
    const last_to = busy[at - 1]?.to ?? now
    const until = next?.from ?? Number.POSITIVE_INFINITY
    seats.push({
      spot_id,
      gap_before: Math.max(0, reservation.from - Math.max(last_to, now)),
      gap_after: reservation.to === Number.POSITIVE_INFINITY ? 0 : until - reservation.to,
    })
  }
  return seats
}

/**
 * Returns all spots that are free for the whole reservation, best first: the one that fragments its calendar least.
 *
 * A gap too short to be booked fragments the calendar, and the shorter it is, the less likely anyone books it; no gap
 * at all is best. So the smaller of the two gaps decides, then their sum. Gaps of a day or more count as equal because
 * they can still be booked. Ties keep the given order, so that a lot fills from one end and whole spots stay free at
 * the other for long reservations. `npm run allocation` compares this with other measures (docs/measurements.md,
 * "Allocation"): the sum of both gaps (the usual best fit) and their product are as good on some lots and worse on
 * others; minimizing only gaps below a few hours neglects long reservations.
 * @param reservation epoch minutes, `to` may be infinite
 * @param now epoch minutes; past time is no gap
 */
export function rankSpots(spots: readonly SpotCalendar[], reservation: Span, now: number): Seat[] {
  return freeSeats(spots, reservation, now).sort(compareSeats)
}

/** Returns the first spot of `rankSpots`, or null if no spot is free for the whole reservation. */
export function bestFit(spots: readonly SpotCalendar[], reservation: Span, now: number): Seat | null {
  let best: Seat | null = null
  for (const seat of freeSeats(spots, reservation, now))
    if (!best || compareSeats(seat, best) < 0) best = seat
  return best
}

/** Negative if `a` fragments its calendar less than `b`. */
function compareSeats(a: Seat, b: Seat): number {
  const [a_before, a_after] = [Math.min(a.gap_before, PLENTY), Math.min(a.gap_after, PLENTY)]
  const [b_before, b_after] = [Math.min(b.gap_before, PLENTY), Math.min(b.gap_after, PLENTY)]
  return Math.min(a_before, a_after) - Math.min(b_before, b_after) || a_before + a_after - b_before - b_after
}

/**
 * Returns the index of the first span that ends after `moment`, or the number of spans if none does. The spans must be
 * sorted and disjoint.
 */
export function firstEndingAfter(spans: readonly Span[], moment: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.to ?? moment) <= moment) low = middle + 1
    else high = middle
  }
  return low
}
