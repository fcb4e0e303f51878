import { type Board, type Guest, inTheWay, overlaps } from './board.ts'
import type { ReseatLimits, Seating } from './chains.ts'
import { type PlannedMove, waitsForItself } from './moves.ts'

interface Option {
  seat: number
  leaving: readonly Guest[]
  /** Start of the first reservation that would have to leave; infinite if none would. */
  free_until: number
}

/**
 * Interval coloring: the wanted reservation takes a spot, and every displaced reservation is reseated in order of
 * start. Reservations that started earlier stay. If everything that starts later is movable and may use any spot, a
 * spot is free at each of these starts unless demand exceeds the number of spots. So the sweep never gets stuck, unless
 * two reservations would have to swap and must not. It makes more moves than necessary; each reservation takes the spot
 * whose next reservation starts last.
 */
export function sweep(board: Board, wanted: Guest, limits: ReseatLimits): Seating | null {
  let left = limits.max_steps
  const optionsOf = (
    guest: Guest,
    settled: readonly PlannedMove[],
    plan: readonly PlannedMove[],
  ): Option[] => {
    left -= board.spots.length
    const moved = new Set(plan.map((move) => move.guest))
    const kept = new Set(settled.filter((move) => overlaps(move.guest, guest)).map((move) => move.seat))
    const options: Option[] = []
    for (const seat of board.spots.keys()) {
      const leaving = seat === guest.seat || kept.has(seat) ? null : inTheWay(board, seat, guest)
      if (!leaving) continue
      // In order of start, so the first one that has not moved yet decides.
      const next = leaving.find((other) => !moved.has(other))
      if (next && next.from < guest.from) continue
      options.push({ seat, leaving, free_until: next?.from ?? Number.POSITIVE_INFINITY })
    }
    return options.sort((a, b) => b.free_until - a.free_until || a.leaving.length - b.leaving.length)
  }

  const follow = (target: Option): PlannedMove[] | null => {
    const plan: PlannedMove[] = []
    const first = { guest: wanted, seat: target.seat, waits_for: target.leaving }
    const pending = [...target.leaving]
    const known = new Set(pending)
    while (pending.length > 0) {
      pending.sort((a, b) => b.from - a.from)
      const guest = pending.pop()
      if (!guest || plan.length + pending.length >= limits.max_moves || left < 0) return null
      const options = optionsOf(guest, [first, ...plan], plan)
      const move = options
        .map(({ seat, leaving }) => ({ guest, seat, waits_for: leaving }))
        .find((each) => limits.may_swap || !waitsForItself(plan, each))
      if (!move) return null
      plan.push(move)
      for (const other of move.waits_for) {
        if (!known.has(other)) pending.push(other)
        known.add(other)
      }
    }
    return plan
  }

  for (const target of optionsOf(wanted, [], [])) {
    const plan = follow(target)
    if (plan) return { seat: target.seat, plan }
    if (left < 0) break
  }
  return null
}
