import { makeBoard } from '../allocation/board.ts'
import { inOrder, spotId } from '../allocation/moves.ts'
import {
  type ReseatLimits,
  type ReseatMove,
  type reseat,
  reseatLimits,
  type TakenSpot,
} from '../allocation/reseat.ts'
import { sweep } from '../allocation/sweep.ts'
import { isFree, type TakenLot } from './allocation.ts'
import type { SpotRequest } from './optimum.ts'

/** Helpers for the reseating tests: apply moves, and find the fewest moves by slow exhaustive search. */

/**
 * Returns the spots after a move. Throws if the move is invalid: the reservation is not there, is fixed, or does not
 * fit.
 */
export function afterMove(spots: readonly TakenSpot[], move: ReseatMove): readonly TakenSpot[] {
  return afterAll(spots, [move])
}

/** The same for moves made at one moment: all reservations leave, then all arrive. */
export function afterAll(spots: readonly TakenSpot[], moves: readonly ReseatMove[]): readonly TakenSpot[] {
  let now = spots
  const coming = moves.map(({ reservation_id, from_spot_id, to_spot_id }) => {
    const reservation = now
      .find(({ spot_id }) => spot_id === from_spot_id)
      ?.reservations.find((each) => each.reservation_id === reservation_id)
    if (!reservation || from_spot_id === to_spot_id) throw new Error('The stay is not there')
    if (!reservation.is_flexible) throw new Error('The stay may not be moved')
    now = now.map((spot) => ({
      ...spot,
      reservations: spot.reservations.filter((each) => each !== reservation),
    }))
    return { reservation, to_spot_id }
  })
  for (const { reservation, to_spot_id } of coming) {
    const to = now.find(({ spot_id }) => spot_id === to_spot_id)
    if (!to || !isFree(to, reservation)) throw new Error('The spot is not free')
    now = now.map((spot) =>
      spot === to ? { ...spot, reservations: [...spot.reservations, reservation] } : spot,
    )
  }
  return now
}

/**
 * Throws unless the moves are valid within `limits`, move each reservation at most once, and make the wanted one fit.
 */
export function expectMade(
  { spots, wanted }: TakenLot,
  found: ReturnType<typeof reseat>,
  limits: ReseatLimits,
): void {
  if (!found) return
  const { moves } = found
  const after = limits.may_swap ? afterAll(spots, moves) : moves.reduce(afterMove, spots)
  const seat = after.find(({ spot_id }) => spot_id === found.spot_id)
  if (!seat || !isFree(seat, wanted)) throw new Error('The wanted stay does not fit')
  if (new Set(moves.map(({ reservation_id }) => reservation_id)).size < moves.length)
    throw new Error('A reservation is moved twice')
  if (moves.length > limits.max_moves) throw new Error('Too many are moved')
}

/** `reseat` using only interval coloring, forward in time. */
export function sweepAlone(
  ...[spots, wanted, limits = reseatLimits]: Parameters<typeof reseat>
): ReturnType<typeof reseat> {
  const board = makeBoard(spots)
  const seating = sweep(board, newcomer(wanted), limits)
  return seating && { spot_id: spotId(board, seating.seat), moves: inOrder(board, seating.plan) }
}

export const newcomer = (wanted: SpotRequest) => ({ ...wanted, reservation_id: '', seat: -1 })

/** Returns the fewest sequential moves, at most one per reservation, that make room; null if none do. Slow. */
export function fewestMoves({ spots, wanted }: TakenLot): number | null {
  const home = new Map(
    spots.flatMap(({ spot_id, reservations }) =>
      reservations.map(({ reservation_id }) => [reservation_id, spot_id]),
    ),
  )
  const seen = new Set<string>()
  let states: (readonly TakenSpot[])[] = [spots]
  for (let moves = 0; states.length > 0; moves += 1) {
    if (states.some((state) => state.some((spot) => isFree(spot, wanted)))) return moves
    const next: (readonly TakenSpot[])[] = []
    for (const state of states) {
      for (const { spot_id, reservations } of state) {
        const movable = reservations.filter(
          (reservation) => reservation.is_flexible && home.get(reservation.reservation_id) === spot_id,
        )
        for (const reservation of movable) {
          for (const to of state.filter((spot) => spot.spot_id !== spot_id && isFree(spot, reservation))) {
            const moved = afterMove(state, {
              reservation_id: reservation.reservation_id,
              from_spot_id: spot_id,
              to_spot_id: to.spot_id,
            })
            const name = moved
              .map(({ reservations }) => reservations.map(({ reservation_id }) => reservation_id).sort())
              .join('; ')
            if (!seen.has(name)) next.push(moved)
            seen.add(name)
          }
        }
      }
    }
    states = next
  }
  return null
}
