import { MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import { measuredDays, type Request, warmUpDays } from './demand.ts'
import { Lot } from './lot.ts'
import { chooseByTaste, type Strategy } from './strategies.ts'

/** The served part of a demand, within the measured days only: bookings that start and hours that lie in them. */
export interface Outcome {
  bookings: number
  hours: number
  moves: number
}

const END = measuredDays * MINUTES_PER_DAY

/** Books requests in order: none is refused if a spot is free, and drivers who chose a spot keep it. */
export function simulate(spot_count: number, demand: readonly Request[], strategy: Strategy): Outcome {
  const lot = new Lot(spot_count)
  const outcome = { bookings: 0, hours: 0, moves: 0 }
  for (const [index, request] of demand.entries()) {
    const { from, to, requested_at, is_flexible } = request
    let spot_id = is_flexible ? strategy.choose(lot.spots, request) : chooseByTaste(lot.spots, request, 0)
    if (spot_id === null && is_flexible && strategy.reseat) {
      lot.reach(requested_at)
      const room = lot.makeRoom(request, strategy.reseat)
      spot_id = room?.spot_id ?? null
      if (isMeasured(request)) outcome.moves += room?.moves ?? 0
    }
    if (spot_id === null) continue
    lot.take(spot_id, { reservation_id: String(index), from, to, is_flexible })
    add(outcome, request)
  }
  return outcome
}

/**
 * The same if every car, even a parked one, could be moved at any moment: a request is refused only if all spots are
 * taken at some moment of it. This is the upper bound, because gaps waste nothing.
 */
export function simulateMovable(spot_count: number, demand: readonly Request[]): Outcome {
  const slot = 30
  const first = -warmUpDays * MINUTES_PER_DAY
  const taken = new Int32Array((Math.max(...demand.map(({ to }) => to)) - first) / slot)
  const outcome = { bookings: 0, hours: 0, moves: 0 }
  for (const request of demand) {
    const slots = taken.subarray((request.from - first) / slot, (request.to - first) / slot)
    if (slots.some((count) => count >= spot_count)) continue
    for (const at of slots.keys()) slots[at] = (slots[at] ?? 0) + 1
    add(outcome, request)
  }
  return outcome
}

function add(outcome: Outcome, request: Request): void {
  if (isMeasured(request)) outcome.bookings += 1
  outcome.hours += Math.max(0, Math.min(request.to, END) - Math.max(0, request.from)) / 60
}

const isMeasured = ({ from }: Request) => from >= 0
