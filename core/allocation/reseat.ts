import type { Span } from '../recurrence/spans.ts'
import {
  type Board,
  type Guest,
  hasRoomThroughout,
  makeBoard,
  mirrorBoard,
  mirrorSpan,
  type TakenSpot,
} from './board.ts'
import { findChain, type ReseatLimits, type Seating } from './chains.ts'
import { inOrder, type ReseatMove, spotId } from './moves.ts'
import { sweep } from './sweep.ts'

export type { TakenSpot } from './board.ts'
export type { ReseatLimits } from './chains.ts'
export type { ReseatMove } from './moves.ts'

/**
 * Notifying eight drivers of a new spot to gain one booking is about what an attendant would do by hand. The steps take
 * a few milliseconds for 200 spots and 60 days.
 */
export const reseatLimits: Readonly<ReseatLimits> = { max_moves: 8, max_steps: 5000, may_swap: false }

/**
 * Finds moves of flexible reservations that make room for a wanted one, and the spot that it then gets; null if none
 * are found. Fixed reservations and closures stay, each reservation moves at most once, and the moves are ordered so
 * that each finds its new spot free (with `may_swap`: once all moved reservations have left).
 *
 * First `findChain` searches for the fewest moves. That is exact unless `limits` cut it off, which does not happen in a
 * small lot; in a large one, single moves and most pairs are examined. If it was cut off, interval coloring (`sweep`)
 * quickly finds a plan, with more moves than necessary: if all reservations that overlap may move anywhere and may
 * swap, it finds one exactly if demand never exceeds the number of spots. Without swaps there may be no plan although
 * there is room: two overlapping reservations can each be on the only spot that would suit the other.
 * @param spots all reservations and closures that any of the reservations could overlap, not only the wanted one; epoch
 * minutes, `to` may be infinite
 */
export function reseat(
  spots: readonly TakenSpot[],
  wanted: Span & { allowed?: ReadonlySet<string> },
  limits: ReseatLimits = reseatLimits,
): { moves: ReseatMove[]; spot_id: string } | null {
  // Fast path: most rejections are caused by a full lot.
  if (!hasRoomThroughout(spots, wanted)) return null
  const board = makeBoard(spots)
  const guest: Guest = {
    from: wanted.from,
    to: wanted.to,
    allowed: wanted.allowed,
    reservation_id: '',
    seat: -1,
  }
  const chain = findChain(board, guest, limits)
  const seating = chain.seating ?? (chain.is_cut ? moveInBothOrders(board, guest, limits) : null)
  return seating && { moves: inOrder(board, seating.plan), spot_id: spotId(board, seating.seat) }
}

/** Sweeps forward and backward in time: a reservation that has started may block one direction and not the other. */
function moveInBothOrders(board: Board, guest: Guest, limits: ReseatLimits): Seating | null {
  const forwards = sweep(board, guest, limits)
  const backwards = sweep(mirrorBoard(board), mirrorSpan(guest), limits)
  if (!forwards || !backwards) return forwards ?? backwards
  return forwards.plan.length <= backwards.plan.length ? forwards : backwards
}
