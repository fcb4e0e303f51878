import { offerOf, plainSpot, plainTerms } from '@openspot/api/booking/terms/offer.ts'
import type { PriceLine } from '@openspot/contract/booking/quotes.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import type { Stay } from './stay.ts'

/** What is charged for a reservation at one time: all of it, or one month of an open-ended one. */
export interface Bill {
  /** Epoch minutes. */
  asked: number
  /** The billed month of an open-ended reservation. */
  period: { period_starts_at: string; period_ends_at: string } | null
  total_cents: number
  lines: PriceLine[]
}

/** Returns the charges of a reservation by the same rules that quote it to a driver. */
export function billsOf(stay: Stay, now: number): Bill[] {
  if (stay.ends !== null) {
    const times = { starts_at: isoOf(stay.paid_from), ends_at: isoOf(stay.ends) }
    const offer = offerOf(plainTerms(stay.lot.row), plainSpot, times, new Date(momentOf(stay.made)))
    if (!offer.price) {
      throw new Error(`${stay.lot.row.name} has no price for a stay of the town: ${offer.refusal?.message}`)
    }
    return [
      { asked: stay.made, period: null, total_cents: offer.price.total_cents, lines: offer.price.lines },
    ]
  }
  const bills: Bill[] = []
  for (let month = 0; ; month++) {
    const begins = plusLocalMonths(stay.lot.row.time_zone, stay.starts, month)
    if (month > 0 && begins > now) return bills
    bills.push(monthlyBill(stay, month, month === 0 ? stay.made : begins))
  }
}

function monthlyBill({ lot: { row }, starts }: Stay, month_index: number, asked: number): Bill {
  const price = quote({
    zone: row.time_zone,
    currency: row.currency,
    rates: row,
    min_reservation_price: row.min_reservation_price,
    max_reservation_price: row.max_reservation_price,
    fee: row,
    starts_at: isoOf(starts),
    ends_at: null,
    month_index,
  })
  if (!price.ok) throw new Error(`${row.name} has no price for a month of the town: ${price.message}`)
  const lines = price.lines.map(({ code: _code, params: _params, unit, ...line }) => ({
    ...line,
    unit: unit ?? null,
    because: null,
  }))
  const period = { period_starts_at: price.starts_at, period_ends_at: price.ends_at }
  return { asked, period, total_cents: price.total_cents, lines }
}

/** Converts epoch minutes plus seconds into the database's format. */
export function momentOf(minutes: number, seconds = 0): string {
  return new Date(minutes * 60_000 + seconds * 1000).toISOString()
}
