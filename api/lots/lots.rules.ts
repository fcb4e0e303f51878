import type { Offer, PublicLot } from '@openspot/contract/lots.ts'
import type { Price } from '@openspot/contract/quotes.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { LotRow } from './lots.sql.ts'

/** The price of a stay in a lot, or why it has none. The stay is already snapped to the lot's grid. */
export function offerOf(lot: LotRow, starts_at: string, ends_at: string): Offer {
  const result = quote({
    zone: lot.time_zone,
    currency: lot.currency,
    rates: {
      half_hour_cents: lot.half_hour_cents,
      hour_cents: lot.hour_cents,
      day_cents: lot.day_cents,
      month_cents: lot.month_cents,
    },
    min_reservation_price: lot.min_reservation_price,
    max_reservation_price: lot.max_reservation_price,
    fee: { service_fee_bps: lot.service_fee_bps, service_fee_cents: lot.service_fee_cents },
    starts_at,
    ends_at,
    rounding_minutes: lot.snap_minutes,
  })
  if (!result.ok) return { price: null, refusal: { code: result.code, message: result.message } }
  const price: Price = {
    currency: result.currency,
    total_cents: result.total_cents,
    lines: result.lines.map((line) => ({
      kind: line.kind,
      unit: line.unit ?? null,
      quantity: line.quantity,
      unit_cents: line.unit_cents,
      amount_cents: line.amount_cents,
      starts_at: line.starts_at,
      ends_at: line.ends_at,
    })),
  }
  return { price, refusal: null }
}

/** A lot as the contract shows it. */
export function publicLot(row: LotRow): PublicLot {
  return {
    id: row.id,
    public_id: row.public_id,
    name: row.name,
    description: row.description,
    managed_by: row.managed_by,
    street: row.street,
    city: row.city,
    region: row.region,
    postal_code: row.postal_code,
    country: row.country,
    lat: row.lat,
    lng: row.lng,
    boundary: row.boundary,
    time_zone: row.time_zone,
    spot_count: row.spot_count,
    snap_minutes: row.snap_minutes,
    hold_minutes: row.hold_minutes,
    cancel_until_minutes_after_start: row.cancel_until_minutes_after_start,
    price_configuration: {
      currency: row.currency,
      cents_per_currency_unit: row.cents_per_currency_unit,
      min_reservation_price: row.min_reservation_price,
      max_reservation_price: row.max_reservation_price,
      half_hour_cents: row.half_hour_cents,
      hour_cents: row.hour_cents,
      day_cents: row.day_cents,
      month_cents: row.month_cents,
      event_cents: row.event_cents,
      service_fee_cents: row.service_fee_cents,
      service_fee_bps: row.service_fee_bps,
    },
  }
}
