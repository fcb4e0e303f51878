import { residentsLot, staffedLot } from '@openspot/server/demo-accounts.ts'
import type { TownLot, TownSpot } from './lots.ts'
import { type People, type Person, personCalled } from './people.ts'
import type { Fate } from './reservation.ts'
import type { Schedule, ScheduledSpot } from './schedule.ts'
import { fromNow, onDay, openEnded, type Span } from './span.ts'

/** Day, start hour, length in hours, and what happened. */
type Entry = [day: number, hour: number, hours: number, fate: Fate]

/** Reservations of the people who can sign in, and those made by staff: each an interesting case. */
export function liveOwnReservations(schedule: Schedule, lots: readonly TownLot[], people: People): void {
  /** Returns one of the spots kept for this, counted from the last. */
  const keptSpot = (name: string, fromLast: number): ScheduledSpot => {
    const lot = lots.find(({ plan }) => plan.name === name)
    const spot = lot?.spots.at(-fromLast)
    if (!lot || !spot) throw new Error(`${name} has no spot ${fromLast} before its last`)
    return { lot, spot }
  }
  const write = (scheduled: ScheduledSpot, person: Person, entries: Entry[]) => {
    for (const [day, hour, hours, fate] of entries) {
      schedule.add(scheduled, person, onDay(day, hour * 60, hours * 60), fate)
    }
  }
  const now = (
    scheduled: ScheduledSpot,
    person: Person,
    first: number,
    last: number,
    fate: Fate = 'stayed',
  ) => schedule.add(scheduled, person, fromNow(first, last), fate)
  const [first, second, third] = people.drivers
  const sharer = people.drivers[8]
  if (!first || !second || !third || !sharer) throw new Error('The demo town has too few drivers')

  const driver = personCalled(people, 'driver')
  const garage = keptSpot(staffedLot, 1)
  write(garage, driver, [
    [-61, 8, 9, 'stayed'],
    [-40, 8, 9.5, 'part_refunded'],
    [-12, 8, 9, 'stayed'],
    [9, 8, 9, 'stayed'],
  ])
  now(garage, driver, -3, 9)
  write(keptSpot('LaSalle Corner Lot', 1), driver, [
    [-33, 12, 2, 'stayed'],
    [-20, 10, 3, 'canceled_early'],
    [-6, 11, 1.5, 'stayed'],
    [2, 9, 8, 'stayed'],
  ])
  write(keptSpot('Couch Place Theater Garage', 1), driver, [
    [-27, 18, 5, 'stayed'],
    [-9, 18, 4, 'expired'],
    [6, 18, 5, 'stayed'],
  ])

  const member = personCalled(people, 'member')
  write(keptSpot(staffedLot, 2), member, [
    [-50, 9, 4, 'stayed'],
    [-18, 9, 6, 'canceled_late'],
    [4, 9, 4, 'stayed'],
  ])

  liveInTheHouse(schedule, keptSpot, people, sharer)
  // Made by staff and not yet accepted by the drivers.
  write(keptSpot(staffedLot, 3), first, [[3, 8, 10, 'awaited']])
  write(keptSpot('LaSalle Corner Lot', 2), second, [
    [5, 9, 6, 'awaited'],
    [10, 9, 3, 'refund_pending'],
  ])
  write(keptSpot('LaSalle Corner Lot', 3), third, [
    [-15, 9, 3, 'courtesy'],
    [7, 12, 2, 'awaited'],
  ])
  // One is paying right now, and one is parked because of a bank debit in progress.
  const paying = now(keptSpot(staffedLot, 4), third, 2, 8, 'paying')
  paying.made = schedule.times.now
  const debtor = people.drivers.at(-1)
  if (debtor) now(keptSpot('LaSalle Corner Lot', 4), debtor, -5, 7, 'debit_under_way')
  // A banned person and one who deleted their account keep their history.
  write(keptSpot('Polk Street Garage', 1), people.banned, [
    [-70, 19, 5, 'stayed'],
    [-66, 19, 5, 'stayed'],
  ])
  write(keptSpot('Taylor Street Lot', 1), people.deleted, [
    [-80, 10, 5, 'stayed'],
    [-75, 10, 5, 'canceled_early'],
  ])
}

/** In the residents' lot, people sublet their spots to each other. */
function liveInTheHouse(
  schedule: Schedule,
  keptSpot: (name: string, fromLast: number) => ScheduledSpot,
  people: People,
  sharer: Person,
): void {
  const { lot } = keptSpot(residentsLot, 1)
  const guests = people.drivers.slice(8, 13)
  const add = (spot: TownSpot | undefined, person: Person, span: Span, fate: Fate = 'stayed') => {
    if (spot) schedule.add({ lot, spot }, person, span, fate)
  }
  const [hosts, , ...others] = lot.spots
  for (const day of [-58, -44, -30, -16, -5, 8]) add(hosts, sharer, onDay(day, 540, 540))
  add(hosts, sharer, fromNow(-4, 7))
  // One sublets it open-ended, three for a few days.
  for (const [at, guest] of guests.slice(1).entries()) {
    const first = -8 - at
    add(others[at * 3], guest, at === 0 ? openEnded(first) : onDay(first, 480, (4 + at - first) * 1440))
  }
  add(lot.spots.at(-1), sharer, onDay(-25, 540, 360), 'refunded')
  add(lot.spots.at(-2), personCalled(people, 'member'), onDay(1, 1020, 300))
}
