import { mergeSpans, type Span } from '../recurrence/spans.ts'
import { firstEndingAfter } from './best-fit.ts'

/** A reservation assigned to a spot. */
export interface AllocatedReservation extends Span {
  reservation_id: string
  /** True if the driver accepts any spot and the reservation has not started. */
  is_flexible: boolean
  /**
   * The spots it may be moved to; absent means all. It may stay on its current spot even if that is not one of them.
   */
  allowed?: ReadonlySet<string>
}

/** A spot with its reservations, which do not overlap, and its closures; both in any order. */
export interface TakenSpot {
  spot_id: string
  reservations: readonly AllocatedReservation[]
  closed: readonly Span[]
}

/** A reservation that may be moved, or the new one, which has no spot yet. */
export interface Guest extends Span {
  reservation_id: string
  /** Index of its current spot in `Board.spots`; -1 for the new reservation. */
  seat: number
  allowed?: ReadonlySet<string> | undefined
}

/** The input of the search: per spot, the spans that cannot be moved and the reservations that can. */
export interface Board {
  spots: readonly { spot_id: string; fixed: readonly Span[]; guests: readonly Guest[] }[]
}

/** Splits each spot into what is fixed (closures, inflexible reservations; merged) and what can be moved, by start. */
export function makeBoard(spots: readonly TakenSpot[]): Board {
  return {
    spots: spots.map(({ spot_id, reservations, closed }, seat) => ({
      spot_id,
      fixed: mergeSpans([...closed, ...reservations.filter((reservation) => !reservation.is_flexible)]),
      guests: reservations
        .filter((reservation) => reservation.is_flexible)
        .map(({ reservation_id, from, to, allowed }) => ({ reservation_id, from, to, allowed, seat }))
        .sort((a, b) => a.from - b.from),
    })),
  }
}

/** Returns the same board with time reversed. */
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

/** Returns the span with time reversed, keeping its other fields. */
export function mirrorSpan<Of extends Span>(span: Of): Of {
  return { ...span, from: -span.to, to: -span.from }
}

/**
 * Returns the movable reservations that must leave spot `seat` to make room for `guest`. Null if the spot is not
 * allowed for it, or if something that cannot be moved overlaps.
 */
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

/** Whether at least one spot is free at each moment of `wanted`. If not, no sequence of moves can make room. */
export function hasRoomThroughout(spots: readonly TakenSpot[], wanted: Span): boolean {
  const changes: { at: number; by: number }[] = []
  for (const { reservations, closed } of spots) {
    let near: Span[] = []
    for (const reservation of reservations) if (overlaps(reservation, wanted)) near.push(reservation)
    const isShut = closed.some((span) => overlaps(span, wanted))
    if (!isShut && near.length === 0) return true
    // Closures may overlap reservations and each other; each spot must count once.
    if (isShut) near = mergeSpans([...near, ...closed.filter((span) => overlaps(span, wanted))])
    for (const span of near) {
      changes.push({ at: Math.max(wanted.from, span.from), by: 1 }, { at: span.to, by: -1 })
    }
  }
  // Spans are half-open, so at the same moment ends sort before starts.
  changes.sort((a, b) => a.at - b.at || a.by - b.by)
  let taken = 0
  for (const { by } of changes) {
    taken += by
    if (taken >= spots.length) return false
  }
  return spots.length > 0
}

/** Whether two half-open spans share a moment; touching ends do not overlap. */
export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to
}
