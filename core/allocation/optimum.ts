import type { Span } from '../windows/spans.ts'
import type { SpotCalendar } from './best-fit.ts'
import { overlaps } from './board.ts'

/** Somebody who wants a spot. */
export interface Wish extends Span {
  /** The spots that would do; absent: all. */
  allowed?: ReadonlySet<string>
}

/**
 * The largest number of wishes that so many spots can hold, all alike, empty, and every wish known in advance. In order
 * of their ends each takes the spot that was left last before its start, if there is one: exact, since whoever ends
 * first is in the way of the fewest, and the longest free spots are kept for those that begin early.
 * @param wishes epoch minutes
 */
export function mostStaysOnAlikeSpots(spot_count: number, wishes: readonly Span[]): number {
  const left_at = Array.from({ length: spot_count }, () => Number.NEGATIVE_INFINITY)
  let held = 0
  for (const { from, to } of [...wishes].sort((a, b) => a.to - b.to)) {
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

/**
 * The largest number of wishes that spots can hold beside what keeps them already, every wish known in advance. Looks
 * at every way there is, in order of start, so that of each spot the end of its last stay is all that matters, and
 * turns back where even all that follow would not be enough. For some fifteen wishes on a few spots.
 * @param spots with what keeps them: closures, and stays that are not to be moved
 * @param wishes epoch minutes
 */
export function mostStays(spots: readonly SpotCalendar[], wishes: readonly Wish[]): number {
  const inOrder = [...wishes].sort((a, b) => a.from - b.from)
  const seatsOf = inOrder.map((wish) =>
    [...spots.keys()].filter((seat) => {
      const spot = spots[seat]
      if (!spot || (wish.allowed && !wish.allowed.has(spot.spot_id))) return false
      return !spot.busy.some((span) => overlaps(span, wish))
    }),
  )
  // The most that was held on the way to a state; whoever comes again with as many or fewer need not go on.
  const seen = new Map<string, number>()
  let best = 0
  const goOn = (index: number, ends: readonly number[], held: number) => {
    best = Math.max(best, held)
    const wish = inOrder[index]
    if (!wish || held + inOrder.length - index <= best) return
    const free_at = ends.map((end) => Math.max(end, wish.from))
    const state = `${index} ${free_at.join(' ')}`
    if ((seen.get(state) ?? -1) >= held) return
    seen.set(state, held)
    for (const seat of seatsOf[index] ?? []) {
      if (free_at[seat] === wish.from) goOn(index + 1, free_at.with(seat, wish.to), held + 1)
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
