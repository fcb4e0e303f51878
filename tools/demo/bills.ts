import { offerOf, plainSpot, plainTerms } from '@openspot/api/booking/pricing/offer.ts'
import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import type { DemoReservation } from './reservation.ts'

/** One charge of a reservation: all of it, or one month of an open-ended one. */
export interface Bill {
  /** Epoch minutes. */
  requested: number
  /** The billed month of an open-ended reservation. */
  period: { period_starts_at: string; period_ends_at: string } | null
  total_cents: number
  lines: PriceLine[]
}

/** Returns the charges of a reservation by the same rules that quote it to a driver. */
export function billsOf(reservation: DemoReservation, now: number): Bill[] {
  if (reservation.ends !== null) {
    const times = { starts_at: isoOf(reservation.paid_from), ends_at: isoOf(reservation.ends) }
    const offer = offerOf(
      plainTerms(reservation.lot.row),
      plainSpot,
      times,
      new Date(momentOf(reservation.made)),
    )
    if (!offer.price) {
      throw new Error(
        `${reservation.lot.row.name} has no price for a demo reservation: ${offer.refusal?.code}`,
      )
    }
    return [
      {
        requested: reservation.made,
        period: null,
        total_cents: offer.price.total_cents,
        lines: offer.price.lines,
      },
    ]
  }
  const bills: Bill[] = []
  for (let month = 0; ; month++) {
    const begins = plusLocalMonths(reservation.lot.row.time_zone, reservation.starts, month)
    if (month > 0 && begins > now) return bills
    bills.push(monthlyBill(reservation, month, month === 0 ? reservation.made : begins))
  }
}

function monthlyBill(
  { lot: { row }, starts }: DemoReservation,
  month_index: number,
  requested: number,
): Bill {
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
  if (!price.ok)
    throw new Error(`${row.name} has no monthly price for a demo reservation: ${price.reason.code}`)
  const lines = price.lines.map(({ code: _code, params: _params, unit, ...line }) => ({
    ...line,
    unit: unit ?? null,
    because: null,
  }))
  const period = { period_starts_at: price.starts_at, period_ends_at: price.ends_at }
  return { requested, period, total_cents: price.total_cents, lines }
}

/** Converts epoch minutes plus seconds into the database's format. */
export function momentOf(minutes: number, seconds = 0): string {
  return new Date(minutes * 60_000 + seconds * 1000).toISOString()
}
