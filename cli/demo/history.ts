import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import type { Diary } from './diary.ts'
import { type TownLot, type TownSpot, zone } from './lots.ts'
import type { Person } from './people.ts'
import type { Fate } from './stay.ts'

/** The last spots of each lot are kept for the stays of the people who can sign in. */
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

/** Spots of a lot that anyone can book, but the last ones. */
export function openSpots(lot: TownLot): TownSpot[] {
  return lot.spots.slice(0, -keptSpots).filter((spot) => spot.assigned_user_id === null)
}

/** The spots of a lot, parted by what happens on them. */
export interface Ground {
  lot: TownLot
  /** Booked over and over. */
  lively: TownSpot[]
  /** Nobody has been there yet. */
  fresh: TownSpot[]
}

export function partGround(diary: Diary, lot: TownLot): Ground {
  const spots = diary.chance.shuffled(openSpots(lot))
  const lively = Math.ceil(spots.length * 0.16)
  return { lot, lively: spots.slice(0, lively), fresh: spots.slice(lively) }
}

/** Ninety days of stays on the lively spots, up to the day before yesterday, and a month of bookings ahead. */
export function livePastAndFuture(diary: Diary, { lot, lively }: Ground, people: readonly Person[]): void {
  const { at } = diary.times
  for (const spot of lively) {
    fill(diary, { lot, spot }, people, firstDay, at(-1, 0), 9)
    fill(diary, { lot, spot }, people, 2, at(32, 0), 20)
  }
}

function fill(
  diary: Diary,
  where: { lot: TownLot; spot: TownSpot },
  people: readonly Person[],
  from: number,
  until: number,
  longestGap: number,
): void {
  const { chance, times } = diary
  const isPast = from < 0
  let day = from + chance.int(0, longestGap)
  for (;;) {
    const stay = aStay(diary, where.lot, day)
    if (stay.ends >= until) return
    const fate: Fate = chance.weighed<Fate>(
      isPast ? { ...noFates, ...historyFates } : { ...noFates, ...futureFates },
    )
    const person = payerOf(diary, people, fate, stay)
    if (fate === 'merged') addMerged(diary, where, person, stay)
    else diary.add(where, person, stay.starts, stay.ends, fate)
    // A later day always: stays of one spot never meet.
    while (times.at(day, 0) < stay.ends) day++
    day += chance.int(0, longestGap)
  }
}

const noFates = {
  ...{
    stayed: 0,
    part_refunded: 0,
    refunded: 0,
    unpaid: 0,
    debit_under_way: 0,
    courtesy: 0,
    canceled_early: 0,
  },
  ...{
    canceled_late: 0,
    canceled_unpaid: 0,
    refund_pending: 0,
    expired: 0,
    merged: 0,
    old_request: 0,
    awaited: 0,
  },
  paying: 0,
}

/** A debit is a bank's: whoever pays with a card does not wait. */
function payerOf(
  diary: Diary,
  people: readonly Person[],
  fate: Fate,
  stay: { starts: number; ends: number },
): Person {
  const isDebit = fate === 'debit_under_way' || fate === 'unpaid'
  const debtors = people.filter((person) => person.card?.instrument === 'US_BANK_ACCOUNT')
  return diary.somebody(isDebit ? debtors : people, stay.starts, stay.ends)
}

/** Two bookings in a row by one person: the first was folded into the second, which then covers both. */
function addMerged(
  diary: Diary,
  where: { lot: TownLot; spot: TownSpot },
  person: Person,
  stay: { starts: number; ends: number },
): void {
  const middle = stay.starts + Math.max(30, Math.floor((stay.ends - stay.starts) / 60) * 30)
  const into = diary.add(where, person, stay.starts, stay.ends, 'stayed')
  into.paid_from = middle
  const merged = diary.add(where, person, stay.starts, middle, 'merged')
  merged.merged_into = into
  merged.car = into.car
}

/** A stay as people make them: at work, on errands, in the evening, on a trip, for a month. */
function aStay(diary: Diary, lot: TownLot, day: number): { starts: number; ends: number } {
  const { chance, times } = diary
  const { hour_cents, month_cents, day_cents } = lot.row
  const isHourly = hour_cents !== null
  const kind = chance.weighed({
    work: 40,
    errand: isHourly ? 28 : 0,
    evening: isHourly ? 18 : 0,
    trip: day_cents === null ? 0 : 10,
    month: month_cents === null ? 0 : 1,
  })
  const half = (from: number, to: number) => chance.int(from * 2, to * 2) * 30
  switch (kind) {
    case 'work':
      return lasting(times.at(day, half(7, 9)), half(8, 10))
    case 'errand':
      return lasting(times.at(day, half(9, 17)), half(1, 4))
    case 'evening':
      return lasting(times.at(day, half(17, 19)), half(3, 5))
    case 'trip':
      return lasting(times.at(day, half(8, 16)), 1440 * chance.int(1, 4))
    case 'month': {
      const starts = times.at(day, 480)
      return { starts, ends: plusLocalMonths(zone, starts, 1) }
    }
  }
}

function lasting(starts: number, minutes: number): { starts: number; ends: number } {
  return { starts, ends: starts + minutes }
}

/** Monthly stays: some without an end, some over, in lots that sell months. */
export function liveByTheMonth(
  diary: Diary,
  { lot, fresh }: Ground,
  people: readonly Person[],
  share: number,
): void {
  const { chance, times } = diary
  for (const spot of fresh.splice(0, Math.round((fresh.length * share) / 100))) {
    const starts = times.at(-chance.int(35, 88), 480)
    const isOver = chance.perMille(250)
    const ends = isOver ? plusLocalMonths(zone, starts, 1) : null
    const person = diary.somebody(people, starts, ends ?? times.now)
    diary.add({ lot, spot }, person, starts, ends, 'stayed')
  }
}
