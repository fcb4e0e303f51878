import type { QuoteUnit, RateChange } from '../quote/types.ts'
import type { Reason } from '../reasons.ts'
import { occurrences, type Recurrence } from '../recurrence/recurrence.ts'
import { isoOf } from '../time/instant.ts'

/** A period, once or repeating, in which all rates are higher or lower: an event, a season, every Friday. */
export type CalendarPrice = Recurrence & {
  id: string
  name: string
  /** 2000 is 20% more, -1250 is 12.5% less. Exactly one of this and `amount_cents` is set. */
  percent_bps: number | null
  /** Added to each block, in minor units; negative for a discount. */
  amount_cents: number | null
  /** Null means blocks of every length. */
  units: QuoteUnit[] | null
  /** Null means every spot, including those without a zone. */
  zone_ids: string[] | null
}

/** One occurrence of a calendar price; instants are ISO 8601. */
export type CalendarPeriod = Pick<
  CalendarPrice,
  'id' | 'name' | 'percent_bps' | 'amount_cents' | 'units' | 'zone_ids'
> & { starts_at: string; ends_at: string }

/**
 * Returns the whole occurrences of calendar prices that overlap `[from, to)`, by their start; ties keep the order of
 * the prices. An open-ended one is reported to end at `to`.
 * @param from epoch minutes, as is `to`; both finite
 * @throws RangeError for an unknown zone, or a recurrence that `recurrenceFault` refuses
 */
export function calendarPeriods(
  zone: string,
  prices: readonly CalendarPrice[],
  from: number,
  to: number,
): CalendarPeriod[] {
  return prices
    .flatMap((price) => occurrences(zone, price, from, to).map((span) => ({ span, price })))
    .sort((a, b) => a.span.from - b.span.from)
    .map(({ span, price }) => {
      const { id, name, percent_bps, amount_cents, units, zone_ids } = price
      const ends_at = isoOf(Number.isFinite(span.to) ? span.to : to)
      return { id, name, starts_at: isoOf(span.from), ends_at, percent_bps, amount_cents, units, zone_ids }
    })
}

/**
 * Returns the rate changes that calendar prices cause for a spot in `[from, to)`, named by their IDs, as input for its
 * quote. A price for zones does not apply to a spot without one.
 * @param from epoch minutes, as is `to`; both finite
 * @throws RangeError as `calendarPeriods` does
 */
export function rateChangesFor(
  zone: string,
  prices: readonly CalendarPrice[],
  spot_zone_id: string | null,
  from: number,
  to: number,
): RateChange[] {
  const concerning = prices.filter(
    ({ zone_ids }) => zone_ids === null || (spot_zone_id !== null && zone_ids.includes(spot_zone_id)),
  )
  return calendarPeriods(zone, concerning, from, to).map(
    ({ id, starts_at, ends_at, percent_bps, amount_cents, units }) => {
      return { id, starts_at, ends_at, percent_bps, amount_cents, units }
    },
  )
}

export type CalendarPriceFault = { field: 'percent_bps' | 'amount_cents'; reason: Reason }

const [LOWEST_BPS, HIGHEST_BPS] = [-10_000, 100_000]
const MAX_CENTS = 10_000_000

/**
 * Returns the problem with how a calendar price changes the rates; null if it is valid.
 */
export function calendarPriceFault(
  price: Pick<CalendarPrice, 'percent_bps' | 'amount_cents'>,
): CalendarPriceFault | null {
  const { percent_bps, amount_cents } = price
  if (percent_bps === null && amount_cents === null) {
    return { field: 'percent_bps', reason: { code: 'changes_nothing' } }
  }
  if (percent_bps !== null && amount_cents !== null) {
    return { field: 'amount_cents', reason: { code: 'percent_and_amount' } }
  }
  if (percent_bps !== null && !isChange(percent_bps, LOWEST_BPS, HIGHEST_BPS)) {
    return { field: 'percent_bps', reason: { code: 'percent_out_of_range' } }
  }
  if (amount_cents !== null && !isChange(amount_cents, -MAX_CENTS, MAX_CENTS)) {
    return { field: 'amount_cents', reason: { code: 'amount_out_of_range', max: MAX_CENTS } }
  }
  return null
}

function isChange(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value !== 0 && min <= value && value <= max
}
