import type { Span } from '../windows/spans.ts'
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

export type { SeatedStay, TakenSpot } from './board.ts'
export type { ReseatLimits } from './chains.ts'
export type { ReseatMove } from './moves.ts'

/**
 * Eight drivers told of another spot for the sake of one more is about as much as one would do by hand. The steps are a
 * few milliseconds for 200 spots and 60 days.
 */
export const reseatLimits: Readonly<ReseatLimits> = { max_moves: 8, max_steps: 5000, may_swap: false }

/**
 * How flexible stays can be moved so that a wanted one fits, and the spot that it then gets; null where no way is
 * found. Fixed stays and closures stay as they are, each stay is moved at most once, and the moves come in an order in
 * which each finds its new spot free (with `may_swap`: once all that are named have left).
 *
 * First the fewest moves are searched for (`findChain`). That is exact as long as `limits` cut nothing off, which they
 * do not in a small lot; of a large one, single moves and most pairs are seen. Where they did cut something off,
 * interval colouring (`sweep`) tells in little time whether there is a way at all, with moves to spare: where all that
 * meet may be moved anywhere and may change places, it finds one exactly if at no moment more stays are wanted than
 * there are spots. Without changing places there may be no way although there is room: two stays that overlap can each
 * be on the only spot that would do for the other.
 * @param spots all stays and closures that any of the stays could meet, not just the wanted one; epoch minutes, `to`
 * may be infinite
 */
export function reseat(
  spots: readonly TakenSpot[],
  wanted: Span & { allowed?: ReadonlySet<string> },
  limits: ReseatLimits = reseatLimits,
): { moves: ReseatMove[]; spot_id: string } | null {
  // Most who are turned away meet a full lot, which is soon told.
  if (!hasRoomThroughout(spots, wanted)) return null
  const board = makeBoard(spots)
  const guest: Guest = { from: wanted.from, to: wanted.to, allowed: wanted.allowed, stay_id: '', seat: -1 }
  const chain = findChain(board, guest, limits)
  const seating = chain.seating ?? (chain.is_cut ? sweepBothWays(board, guest, limits) : null)
  return seating && { moves: inOrder(board, seating.plan), spot_id: spotId(board, seating.seat) }
}

/** Forwards in time and backwards: what has begun may stand in the way of one and not of the other. */
function sweepBothWays(board: Board, guest: Guest, limits: ReseatLimits): Seating | null {
  const forwards = sweep(board, guest, limits)
  const backwards = sweep(mirrorBoard(board), mirrorSpan(guest), limits)
  if (!forwards || !backwards) return forwards ?? backwards
  return forwards.plan.length <= backwards.plan.length ? forwards : backwards
}
