import type { Board, Guest } from './board.ts'

/** One reservation moved to another spot. */
export interface ReseatMove {
  reservation_id: string
  from_spot_id: string
  to_spot_id: string
}

/** A planned move, and the reservations that must have left the new spot before it. */
export interface PlannedMove {
  guest: Guest
  seat: number
  waits_for: readonly Guest[]
}

/** Whether a reservation would wait for itself if the moves were made one after another, as in a swap of two spots. */
export function waitsForItself(plan: readonly PlannedMove[], { guest, waits_for }: PlannedMove): boolean {
  const seen = new Set<Guest>()
  const next = [...waits_for]
  for (let other = next.pop(); other; other = next.pop()) {
    if (other === guest) return true
    if (seen.has(other)) continue
    seen.add(other)
    next.push(...(plan.find((move) => move.guest === other)?.waits_for ?? []))
  }
  return false
}

/** Orders the moves so that each finds its new spot free. No move may wait for itself. */
export function inOrder(board: Board, plan: readonly PlannedMove[]): ReseatMove[] {
  const moves: ReseatMove[] = []
  const done = new Set<Guest>()
  const moveOf = new Map(plan.map((move) => [move.guest, move]))
  const make = ({ guest, seat, waits_for }: PlannedMove) => {
    if (done.has(guest)) return
    done.add(guest)
    for (const other of waits_for) {
      const first = moveOf.get(other)
      if (first) make(first)
    }
    moves.push({
      reservation_id: guest.reservation_id,
      from_spot_id: spotId(board, guest.seat),
      to_spot_id: spotId(board, seat),
    })
  }
  for (const move of plan) make(move)
  return moves
}

export function spotId(board: Board, seat: number): string {
  return board.spots[seat]?.spot_id ?? ''
}
