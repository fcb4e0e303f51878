import type { TownLot, TownSpot } from './lots.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { DemoReservation, Fate } from './reservation.ts'
import type { Span, Times } from './span.ts'

export interface ScheduledSpot {
  lot: TownLot
  spot: TownSpot
}

/** The generated reservations of the demo data, and who parks when: nobody parks in two places at once. */
export class Schedule {
  readonly random: Random
  readonly times: Times
  readonly reservations: DemoReservation[] = []
  readonly #busy = new Map<string, [number, number][]>()

  constructor(random: Random, times: Times) {
    this.random = random
    this.times = times
  }

  /** Returns a person who is free at that time, if there is one. */
  somebody(from: readonly Person[], span: Span): Person {
    const first = this.random.int(0, from.length - 1)
    const rotated = [...from.slice(first), ...from.slice(0, first)]
    const free = rotated.find((person) => !this.#isBusy(person, span)) ?? rotated[0]
    if (!free) throw new RangeError('There are no drivers')
    return free
  }

  add(scheduled: ScheduledSpot, person: Person, span: Span, fate: Fate): DemoReservation {
    const { random, times } = this
    const { starts, ends } = times.real(span)
    const lead = random.pick([20, 45, 90, 240, 700, 1500, 3000, 8000, 16_000])
    const made = Math.min(starts - lead, times.now - random.int(5, 90))
    const reservation: DemoReservation = {
      id: random.id(),
      ...scheduled,
      person,
      car: person.cars.length > 0 ? random.pick(person.cars) : null,
      fate,
      starts,
      ends,
      made,
      changed: null,
      merged_into: null,
      paid_from: starts,
    }
    reservation.changed = this.#changed(reservation)
    this.reservations.push(reservation)
    const busy = this.#busy.get(person.id) ?? []
    // A monthly parker also parks elsewhere, so only the first day counts.
    busy.push([span.starts, span.ends ?? span.starts + 1440])
    this.#busy.set(person.id, busy)
    return reservation
  }

  #isBusy(person: Person, { starts, ends }: Span): boolean {
    const until = ends ?? starts + 1440
    return (this.#busy.get(person.id) ?? []).some(([from, to]) => starts < to && from < until)
  }

  /** Returns when it was canceled or its refund requested. */
  #changed({ fate, made, starts, ends }: DemoReservation): number | null {
    const { random, times } = this
    const draw = random.int(1, 1000)
    const between = (from: number, to: number) => from + Math.floor((Math.max(0, to - from) * draw) / 1001)
    const last = Math.min(ends ?? times.now, times.now)
    switch (fate) {
      case 'canceled_early':
      case 'canceled_unpaid':
        return between(made + 3, Math.min(starts + 14, times.now))
      case 'canceled_late':
        return between(starts + 20, last)
      case 'part_refunded':
      case 'refunded':
        return between(last, Math.min(last + 1440, times.now))
      case 'refund_pending':
        return times.now - 3
      case 'expired':
        return Math.min(made + 10, times.now)
      default:
        return null
    }
  }
}
