import type { SpotCalendar } from '@openspot/core/allocation/best-fit.ts'
import {
  type ReseatLimits,
  type ReseatMove,
  reseat,
  type TakenSpot,
} from '@openspot/core/allocation/reseat.ts'
import type { Span } from '@openspot/core/recurrence/spans.ts'

interface LotReservation extends Span {
  reservation_id: string
  is_flexible: boolean
}

interface LotSpot extends SpotCalendar, TakenSpot {
  /** In order; the same array as `reservations`. */
  busy: LotReservation[]
}

/** A lot with numbered spots; overlapping reservations are an error. */
export class Lot {
  readonly spots: readonly LotSpot[]

  constructor(spot_count: number) {
    this.spots = Array.from({ length: spot_count }, (_, at) => {
      const reservations: LotReservation[] = []
      return { spot_id: String(at), busy: reservations, reservations, closed: [] }
    })
  }

  take(spot_id: string, reservation: LotReservation): void {
    const { busy } = this.#spot(spot_id)
    const next = busy.findIndex(({ from }) => from >= reservation.from)
    const at = next < 0 ? busy.length : next
    if (
      (busy[at - 1]?.to ?? reservation.from) > reservation.from ||
      (busy[at]?.from ?? reservation.to) < reservation.to
    ) {
      throw new Error(`Two reservations overlap on spot ${spot_id}`)
    }
    busy.splice(at, 0, reservation)
  }

  /** Removes ended reservations, and fixes those that have started, because they can no longer move. */
  reach(now: number): void {
    for (const { busy } of this.spots) {
      while ((busy[0]?.to ?? now + 1) <= now) busy.shift()
      if (busy[0] && busy[0].from <= now) busy[0].is_flexible = false
    }
  }

  /** Makes room by moving others. Returns the spot and the number of moves, or null. */
  makeRoom(wanted: Span, limits: ReseatLimits): { spot_id: string; moves: number } | null {
    const found = reseat(this.spots, { from: wanted.from, to: wanted.to }, limits)
    if (!found) return null
    if (limits.may_swap) {
      const reservations = found.moves.map((move) => this.#leave(move))
      for (const [at, { to_spot_id }] of found.moves.entries()) {
        const reservation = reservations[at]
        if (reservation) this.take(to_spot_id, reservation)
      }
    } else {
      for (const move of found.moves) this.take(move.to_spot_id, this.#leave(move))
    }
    return { spot_id: found.spot_id, moves: found.moves.length }
  }

  #leave({ reservation_id, from_spot_id }: ReseatMove): LotReservation {
    const { busy } = this.#spot(from_spot_id)
    const [reservation] = busy.splice(
      busy.findIndex((other) => other.reservation_id === reservation_id),
      1,
    )
    if (reservation?.reservation_id !== reservation_id || !reservation.is_flexible)
      throw new Error(`Reservation ${reservation_id} cannot be moved`)
    return reservation
  }

  #spot(spot_id: string): LotSpot {
    const spot = this.spots[Number(spot_id)]
    if (!spot) throw new Error(`There is no spot ${spot_id}`)
    return spot
  }
}
