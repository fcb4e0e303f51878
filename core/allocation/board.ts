import { mergeSpans, type Span } from '../windows/spans.ts'
import { firstEndingAfter } from './best-fit.ts'

/** A stay on a spot. */
export interface SeatedStay extends Span {
  stay_id: string
  /** Any spot would do for its driver, and it has not begun. */
  is_flexible: boolean
  /** The spots that it may sit on; absent: all. It may be left where it is even if that is none of them. */
  allowed?: ReadonlySet<string>
}

/** A spot with its stays, which do not overlap, and the times at which it is closed; both in any order. */
export interface TakenSpot {
  spot_id: string
  stays: readonly SeatedStay[]
  closed: readonly Span[]
}

/** A stay that may be moved, or the one that is wanted, which sits nowhere yet. */
export interface Guest extends Span {
  stay_id: string
  /** Where it sits: an index into the spots. */
  seat: number
  allowed?: ReadonlySet<string> | undefined
}

/** The spots as the search sees them: what cannot be moved, and who can. */
export interface Board {
  spots: readonly { spot_id: string; fixed: readonly Span[]; guests: readonly Guest[] }[]
}

export function makeBoard(spots: readonly TakenSpot[]): Board {
  return {
    spots: spots.map(({ spot_id, stays, closed }, seat) => ({
      spot_id,
      fixed: mergeSpans([...closed, ...stays.filter((stay) => !stay.is_flexible)]),
      guests: stays
        .filter((stay) => stay.is_flexible)
        .map(({ stay_id, from, to, allowed }) => ({ stay_id, from, to, allowed, seat }))
        .sort((a, b) => a.from - b.from),
    })),
  }
}

/** The same board with time running backwards. */
export function mirrorBoard(board: Board): Board {
  const mirror = <Of extends Span>(spans: readonly Of[]) => spans.map(mirrorSpan).toReversed()
  return {
    spots: board.spots.map(({ spot_id, fixed, guests }) => ({
      spot_id,
      fixed: mirror(fixed),
      guests: mirror(guests),
    })),
  }
}

export function mirrorSpan<Of extends Span>(span: Of): Of {
  return { ...span, from: -span.to, to: -span.from }
}

/** Who would have to leave a spot for a stay to sit there; null where it may not, or something keeps it that stays. */
export function inTheWay(board: Board, seat: number, guest: Omit<Guest, 'seat'>): readonly Guest[] | null {
  const spot = board.spots[seat]
  if (!spot || (guest.allowed && !guest.allowed.has(spot.spot_id))) return null
  const kept = spot.fixed[firstEndingAfter(spot.fixed, guest.from)]
  if (kept && kept.from < guest.to) return null
  const first = firstEndingAfter(spot.guests, guest.from)
  let next = first
  while ((spot.guests[next]?.from ?? guest.to) < guest.to) next += 1
  return first === next ? nobody : spot.guests.slice(first, next)
}

const nobody: readonly Guest[] = []

/** Whether at each moment of a stretch some spot is free: without that, no moving about makes room. */
export function hasRoomThroughout(spots: readonly TakenSpot[], wanted: Span): boolean {
  const changes: { at: number; by: number }[] = []
  for (const { stays, closed } of spots) {
    let near: Span[] = []
    for (const stay of stays) if (overlaps(stay, wanted)) near.push(stay)
    const isShut = closed.some((span) => overlaps(span, wanted))
    if (!isShut && near.length === 0) return true
    // Closures may lie over stays and over each other; each spot counts once.
    if (isShut) near = mergeSpans([...near, ...closed.filter((span) => overlaps(span, wanted))])
    for (const span of near) {
      changes.push({ at: Math.max(wanted.from, span.from), by: 1 }, { at: span.to, by: -1 })
    }
  }
  // Of what happens at one moment, ends come first: time is half-open.
  changes.sort((a, b) => a.at - b.at || a.by - b.by)
  let taken = 0
  for (const { by } of changes) {
    taken += by
    if (taken >= spots.length) return false
  }
  return spots.length > 0
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to
}
