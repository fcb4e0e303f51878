import type { TownLot, TownSpot } from './lots.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Fate } from './reservation.ts'
import type { Schedule, ScheduledSpot } from './schedule.ts'
import { onDay, oneMonth, openEnded, type Span } from './span.ts'

/** The last spots of each lot are reserved for people who can sign in. */
const keptSpots = 4
const firstDay = -90

const historyFates = {
  stayed: 860,
  canceled_early: 45,
  canceled_late: 20,
  canceled_unpaid: 8,
  expired: 28,
  part_refunded: 14,
  refunded: 6,
  unpaid: 3,
  old_request: 6,
  merged: 10,
} satisfies Partial<Record<Fate, number>>

const futureFates = {
  stayed: 90,
  canceled_early: 7,
  debit_under_way: 2,
  refund_pending: 1,
} satisfies Partial<Record<Fate, number>>

/** Returns the spots of a lot that anyone can book, except the last ones. */
export function openSpots(lot: TownLot): TownSpot[] {
  return lot.spots.slice(0, -keptSpots).filter((spot) => spot.assigned_user_id === null)
}

/** The spots of a lot, grouped by their use. */
export interface SpotsByUse {
  lot: TownLot
  /** Booked repeatedly. */
  lively: TownSpot[]
  /** Never booked so far. */
  fresh: TownSpot[]
}

export function groupSpots(schedule: Schedule, lot: TownLot): SpotsByUse {
  const spots = schedule.random.shuffled(openSpots(lot))
  const lively = Math.ceil(spots.length * 0.16)
  return { lot, lively: spots.slice(0, lively), fresh: spots.slice(lively) }
}

/**
 * Generates ninety days of reservations on the busy spots, up to the day before yesterday, and a month of future
 * bookings.
 */
export function livePastAndFuture(
  schedule: Schedule,
  { lot, lively }: SpotsByUse,
  people: readonly Person[],
): void {
  for (const spot of lively) {
    fill(schedule, { lot, spot }, people, { first: firstDay, end: -1, longest_gap: 9 })
    fill(schedule, { lot, spot }, people, { first: 2, end: 32, longest_gap: 20 })
  }
}

function fill(
  schedule: Schedule,
  scheduled: ScheduledSpot,
  people: readonly Person[],
  { first, end, longest_gap }: { first: number; end: number; longest_gap: number },
): void {
  const { random } = schedule
  let day = first + random.int(0, longest_gap)
  for (;;) {
    const span = aReservation(random, scheduled.lot, day)
    const ends = span.ends ?? span.starts
    if (ends >= end * 1440) return
    const fate: Fate = first < 0 ? random.weighed(historyFates) : random.weighed(futureFates)
    const person = schedule.somebody(payersOf(people, fate), span)
    if (fate === 'merged') addMerged(schedule, scheduled, person, span)
    else schedule.add(scheduled, person, span, fate)
    // Always a later day, so that reservations of one spot never overlap.
    day = Math.ceil(ends / 1440) + random.int(0, longest_gap)
  }
}

/** A bank debit needs a bank account; card payments do not wait. */
function payersOf(people: readonly Person[], fate: Fate): readonly Person[] {
  const isDebit = fate === 'debit_under_way' || fate === 'unpaid'
  return isDebit ? people.filter((person) => person.card?.instrument === 'US_BANK_ACCOUNT') : people
}

/** Two consecutive bookings by one person: the first was merged into the second, which then covers both. */
function addMerged(schedule: Schedule, scheduled: ScheduledSpot, person: Person, span: Span): void {
  const length = (span.ends ?? span.starts) - span.starts
  const first: Span = { ...span, months: 0, ends: span.starts + Math.max(30, Math.floor(length / 60) * 30) }
  const into = schedule.add(scheduled, person, span, 'stayed')
  const merged = schedule.add(scheduled, person, first, 'merged')
  into.paid_from = merged.ends ?? into.starts
  merged.merged_into = into
  merged.car = into.car
}

/** A typical reservation: at work, on errands, in the evening, on a trip, or for a month. */
function aReservation(random: Random, lot: TownLot, day: number): Span {
  const { hour_cents, month_cents, day_cents } = lot.row
  const isHourly = hour_cents !== null
  const kind = random.weighed({
    work: 40,
    errand: isHourly ? 28 : 0,
    evening: isHourly ? 18 : 0,
    trip: day_cents === null ? 0 : 10,
    month: month_cents === null ? 0 : 1,
  })
  const half = (from: number, to: number) => random.int(from * 2, to * 2) * 30
  switch (kind) {
    case 'work':
      return onDay(day, half(7, 9), half(8, 10))
    case 'errand':
      return onDay(day, half(9, 17), half(1, 4))
    case 'evening':
      return onDay(day, half(17, 19), half(3, 5))
    case 'trip':
      return onDay(day, half(8, 16), 1440 * random.int(1, 4))
    case 'month':
      return oneMonth(day)
  }
}

/** Monthly reservations, some open-ended and some over, in lots that sell months. */
export function liveByTheMonth(
  schedule: Schedule,
  { lot, fresh }: SpotsByUse,
  people: readonly Person[],
  share: number,
): void {
  const { random } = schedule
  for (const spot of fresh.splice(0, Math.round((fresh.length * share) / 100))) {
    const first = -random.int(35, 88)
    const span = random.perMille(250) ? oneMonth(first) : openEnded(first)
    schedule.add({ lot, spot }, schedule.somebody(people, span), span, 'stayed')
  }
}
