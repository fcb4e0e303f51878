import { localDayOfMonth, plusLocalDays, plusLocalMonths } from '../time/zone.ts'
import { CoverTable } from './cover-table.ts'
import { periodOf, type RatePeriod } from './rates.ts'
import { type QuoteUnit, quoteUnits } from './types.ts'

/**
 * Finds the cheapest cover of a reservation by blocks.
 *
 * Blocks start at or after the start of the reservation on a grid counted from it, may overlap, and together cover the
 * reservation. Each costs the rate in effect when it starts, and none can start while its length is not sold. Going
 * backward over the grid, the cheapest cover from a moment onward is the minimum over all blocks of the block's cost
 * plus the cheapest cover from some later moment up to the block's end. That later moment may lie before the block's
 * end, which is what overlapping means: it can pay to start the next block while an evening price lasts.
 *
 * Two consequences are guaranteed and tested. A cover of a longer reservation also covers a shorter one with the same
 * start, so longer never costs less. Covers of two consecutive reservations together cover the whole, so splitting
 * never costs less.
 */
export type Block = {
  unit: QuoteUnit
  starts: number
  ends: number
  /** The cost before the nth-spot change. */
  listed_cents: number
  cents: number
  period: RatePeriod
}

/** Returns the largest grid, in minutes, that contains both half hours and the lot's own rounding. */
export function gridMinutes(rounding: number): number {
  let [a, b] = [30, rounding]
  while (b > 0) [a, b] = [b, a % b]
  return a
}

const [MONTH, DAY, HOUR, HALF_HOUR] = [0, 1, 2, 3]
/**
 * No local day is shorter than this, and no month shorter than 27 days of 24 hours; below it no calendar lookup is
 * needed.
 */
const SHORTEST_DAY = 20 * 60
const SHORTEST_MONTH = 27 * 1440

/** A reservation to be covered. Instants are whole epoch minutes. */
export type Coverable = {
  zone: string
  starts: number
  ends: number
  /** Minutes between possible starts of blocks; divides 30 evenly. */
  grid: number
  /** The rates from `starts` onward. */
  periods: readonly RatePeriod[]
}

/**
 * Returns the cheapest cover; ties go to the fewest blocks, then the longest block first. Null if part of the
 * reservation cannot be covered because no length is sold when a block would have to start.
 */
export function cheapestCover({ zone, starts, ends, grid, periods }: Coverable): Block[] | null {
  const table = new CoverTable(ends - starts, grid)
  const size = table.size
  let at = periods.length - 1
  for (let index = size - 1; index >= 0; index -= 1) {
    const start = starts + index * grid
    while (at > 0 && (periods[at]?.from ?? 0) > start) at -= 1
    const rates = periods[at]?.cents ?? []
    const left = ends - start

    // The longest first, because an equally cheap shorter block does not replace it.
    const month = rates[MONTH] ?? null
    if (month !== null) {
      const end = left <= SHORTEST_MONTH ? ends : plusLocalMonths(zone, start, 1)
      table.offer(index, MONTH, 1, month, table.indexOf(end - starts))
      if (end < ends && localDayOfMonth(zone, start) > 28) {
        offerRuns(table, index, month, { zone, starts, start, ends, periods })
      }
    }
    const day = rates[DAY] ?? null
    if (day !== null) {
      const end = left <= SHORTEST_DAY ? ends : plusLocalDays(zone, start, 1)
      table.offer(index, DAY, 1, day, table.indexOf(end - starts))
    }
    const hour = rates[HOUR] ?? null
    if (hour !== null) table.offer(index, HOUR, 1, hour, Math.min(size, index + 60 / grid))
    const halfHour = rates[HALF_HOUR] ?? null
    if (halfHour !== null) table.offer(index, HALF_HOUR, 1, halfHour, Math.min(size, index + 30 / grid))
    table.close(index)
  }
  const chosen = table.chosen()
  if (chosen === null) return null
  return chosen.flatMap(({ index, unit, run }) => {
    return blocksOf(zone, starts + index * grid, ends, quoteUnits[unit] ?? 'HOUR', unit, run, periods)
  })
}

/** Returns how far (epoch minutes) single blocks can cover a reservation; its start if nothing is sold then. */
export function coveredUntil({ zone, starts, ends, grid, periods }: Coverable): number {
  let until = starts
  for (let at = starts; at <= until && until < ends; at += grid) {
    const { cents } = periodOf(periods, at)
    for (const [index, unit] of quoteUnits.entries()) {
      if (typeof cents[index] === 'number') until = Math.max(until, endOf(zone, at, unit, 0))
    }
  }
  return Math.min(until, ends)
}

type Around = {
  zone: string
  starts: number
  start: number
  ends: number
  periods: readonly RatePeriod[]
}

/**
 * Several consecutive months counted from one start on the 29th or later: January 31 to March 31 is two months, which
 * two single ones (to February 28, to March 28) would not reach. Earlier days of the month need no such runs.
 */
function offerRuns(table: CoverTable, index: number, firstCents: number, around: Around): void {
  const { zone, starts, start, ends, periods } = around
  let cents = firstCents
  let end = plusLocalMonths(zone, start, 1)
  for (let run = 2; end < ends; run += 1) {
    const next = periodOf(periods, end).cents[MONTH] ?? null
    if (next === null) return
    cents += next
    end = plusLocalMonths(zone, start, run)
    table.offer(index, MONTH, run, cents, table.indexOf(end - starts))
  }
}

function blocksOf(
  zone: string,
  start: number,
  ends: number,
  unit: QuoteUnit,
  at: number,
  run: number,
  periods: readonly RatePeriod[],
): Block[] {
  return Array.from({ length: run }, (_, index) => {
    const starts = unit === 'MONTH' ? plusLocalMonths(zone, start, index) : start
    const period = periodOf(periods, starts)
    // Time past the end of the reservation is paid for but not part of it.
    const end = Math.min(ends, endOf(zone, start, unit, index))
    const [listed_cents, cents] = [period.listed[at] ?? 0, period.cents[at] ?? 0]
    return { unit, starts, ends: end, listed_cents, cents, period }
  })
}

function endOf(zone: string, start: number, unit: QuoteUnit, index: number): number {
  if (unit === 'MONTH') return plusLocalMonths(zone, start, index + 1)
  if (unit === 'DAY') return plusLocalDays(zone, start, 1)
  return start + (unit === 'HOUR' ? 60 : 30)
}
