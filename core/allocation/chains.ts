import { type Board, type Guest, inTheWay, overlaps } from './board.ts'
import { type PlannedMove, waitsForItself } from './moves.ts'

/** The spot for a reservation and the moves that make room for it. */
export interface Seating {
  seat: number
  plan: PlannedMove[]
}

/** Limits on the work done for one reservation. */
export interface ReseatLimits {
  /** Maximum number of other reservations to move. */
  max_moves: number
  /** Maximum number of spots examined by the search, and by each of the two sweeps. */
  max_steps: number
  /**
   * True: all moves happen at one moment, so two reservations may swap spots. False: each must find its new spot free.
   */
  may_swap: boolean
}

/** A spot for a reservation, and the reservations that must leave it. */
interface Option {
  seat: number
  leaving: readonly Guest[]
}

/**
 * Finds the fewest moves that make room: one reservation displaces another, which displaces the next, and each moves at
 * most once. Tries all plans with one move, then with two, and so on. If neither `max_moves` nor `max_steps` cut the
 * search off (`is_cut` is false), a null result proves that no plan exists: a reservation that nobody displaces never
 * needs to move.
 */
export function findChain(
  board: Board,
  wanted: Guest,
  { max_moves, max_steps, may_swap }: ReseatLimits,
): { seating: Seating | null; is_cut: boolean } {
  const known = new Map<Guest, Option[]>()
  let [limit, left, is_cut] = [0, max_steps, false]

  /** Returns the possible spots of a reservation, those that displace the fewest others first. */
  const optionsOf = (guest: Guest): Option[] => {
    const before = known.get(guest)
    if (before) return before
    left -= board.spots.length
    const options: Option[] = []
    for (const seat of board.spots.keys()) {
      const leaving = seat === guest.seat ? null : inTheWay(board, seat, guest)
      if (leaving) options.push({ seat, leaving })
    }
    options.sort((a, b) => a.leaving.length - b.leaving.length)
    known.set(guest, options)
    return options
  }

  const search = (
    plan: readonly PlannedMove[],
    pending: readonly Guest[],
    target: number,
  ): Seating | null => {
    const [guest, ...others] = pending
    if (!guest) return { seat: target, plan: [...plan] }
    const count = plan.length + pending.length
    const isKnown = (other: Guest) => pending.includes(other) || plan.some((move) => move.guest === other)
    for (const { seat, leaving } of optionsOf(guest)) {
      left -= 1
      // At most `count` of the displaced reservations are already in the plan. All later options displace as many or
      // more.
      if (left < 0 || leaving.length > limit) {
        is_cut = true
        return null
      }
      const joining = leaving.filter((other) => !isKnown(other))
      if (count + joining.length > limit) {
        is_cut = true
        continue
      }
      if (seat === target && overlaps(guest, wanted)) continue
      if (plan.some((move) => move.seat === seat && overlaps(guest, move.guest))) continue
      const move = { guest, seat, waits_for: leaving }
      if (!may_swap && waitsForItself(plan, move)) continue
      const found = search([...plan, move], [...others, ...joining], target)
      if (found) return found
    }
    return null
  }

  for (limit = 0; limit <= max_moves && left >= 0; limit += 1) {
    is_cut = false
    for (const { seat, leaving } of optionsOf(wanted)) {
      if (leaving.length > limit || left < 0) {
        is_cut = true
        break
      }
      const seating = search([], leaving, seat)
      if (seating) return { seating, is_cut }
    }
    if (!is_cut) break
  }
  return { seating: null, is_cut }
}
