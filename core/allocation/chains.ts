import { type Board, type Guest, inTheWay, overlaps } from './board.ts'
import { type PlannedMove, waitsForItself } from './moves.ts'

/** Where a stay is to sit, and who moves so that it can. */
export interface Seating {
  seat: number
  plan: PlannedMove[]
}

/** How much may be done for one stay. */
export interface ReseatLimits {
  /** How many others may be moved. */
  max_moves: number
  /** How many seats may be looked at in the search, and in each of the two sweeps. */
  max_steps: number
  /** All moves are made at one moment, so that stays may change places; else each must find its new spot free. */
  may_swap: boolean
}

/** A seat for a guest, and who would have to leave it. */
interface Option {
  seat: number
  leaving: readonly Guest[]
}

/**
 * The fewest moves that make room: one stay makes another leave, that one the next, and each moves at most once. All
 * seatings of one move are tried, then all of two, and so on. Where neither `max_moves` nor `max_steps` cut anything
 * off (`is_cut`), what is not found does not exist: who need not leave for somebody need not move at all.
 */
export function findChain(
  board: Board,
  wanted: Guest,
  { max_moves, max_steps, may_swap }: ReseatLimits,
): { seating: Seating | null; is_cut: boolean } {
  const known = new Map<Guest, Option[]>()
  let [limit, left, is_cut] = [0, max_steps, false]

  /** The seats of a guest, those first that the fewest have to leave. */
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
      // At most `count` of those who leave do so already; the seats that follow make as many leave, or more.
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
