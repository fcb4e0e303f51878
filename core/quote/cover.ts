import { localDayOfMonth, plusLocalDays, plusLocalMonths } from '../time/zone.ts'
import { CoverTable } from './cover-table.ts'
import { periodOf, type RatePeriod } from './rates.ts'
import { type QuoteUnit, quoteUnits } from './types.ts'

/**
 * The cheapest cover of a stay by blocks (design/domain.md, "Quote").
 *
 * Blocks start at or after the stay's start on a grid counted from it; they may overlap; together they cover the
 * stay; each costs what is in force when it starts. Walking the grid backwards, the cheapest cover from a moment on
 * is the least over all blocks of: the block, and the cheapest cover from some later moment up to the block's end.
 * That later moment may lie before the block's end, which is what overlapping means: it pays to start the next
 * block while an evening price lasts.
 *
 * Two consequences are promised and tested. A cover of a longer stay also covers a shorter one that starts with it,
 * so longer never costs less. Covers of two stays in a row together cover the whole, so splitting never costs less.
 */
export type Block = {
  unit: QuoteUnit
  starts: number
  ends: number
  cents: number
  period: RatePeriod
}

/** The finest grid on which half hours and the lot's own rounding both lie. */
export function gridMinutes(rounding: number): number {
  let [a, b] = [30, rounding]
  while (b > 0) [a, b] = [b, a % b]
  return a
}

const [MONTH, DAY, HOUR, HALF_HOUR] = [0, 1, 2, 3]
/** No local day is shorter than this, nor a month than 27 of 24 hours: below it the calendar need not be asked. */
const SHORTEST_DAY = 20 * 60
const SHORTEST_MONTH = 27 * 1440

/**
 * The cheapest cover; of several the one with the fewest blocks, then with the longest first. One block at least:
 * the caller sees to it that some length is sold. All instants are whole epoch minutes.
 * @param grid minutes between possible starts; parts 30 evenly
 * @param periods the rates from `starts` on
 */
export function cheapestCover(
  zone: string,
  starts: number,
  ends: number,
  grid: number,
  periods: readonly RatePeriod[],
): Block[] {
  const table = new CoverTable(ends - starts, grid)
  const size = table.size
  let at = periods.length - 1
  for (let index = size - 1; index >= 0; index -= 1) {
    const start = starts + index * grid
    while (at > 0 && (periods[at]?.from ?? 0) > start) at -= 1
    const rates = periods[at]?.cents ?? []
    const left = ends - start

    // The longest first: an equally cheap shorter block does not replace it.
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
  return table.chosen().flatMap(({ index, unit, run }) => {
    return blocksOf(zone, starts + index * grid, ends, quoteUnits[unit] ?? 'HOUR', unit, run, periods)
  })
}

type Around = {
  zone: string
  starts: number
  start: number
  ends: number
  periods: readonly RatePeriod[]
}

/**
 * Several months in a row counted from one start on the 29th or later: from Jan 31 to Mar 31 are two months, which
 * two single ones (to Feb 28, to Mar 28) would not reach. Earlier days of the month need no such runs.
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
    // What lies past the end of the stay is paid for but not part of it.
    const end = Math.min(ends, endOf(zone, start, unit, index))
    return { unit, starts, ends: end, cents: period.cents[at] ?? 0, period }
  })
}

function endOf(zone: string, start: number, unit: QuoteUnit, index: number): number {
  if (unit === 'MONTH') return plusLocalMonths(zone, start, index + 1)
  if (unit === 'DAY') return plusLocalDays(zone, start, 1)
  return start + (unit === 'HOUR' ? 60 : 30)
}
