import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { logoUrl } from '../files/picture.rules.ts'
import type { LotRow } from './lots.sql.ts'

/** Maps a row to the contract's public lot. */
export function publicLot(row: LotRow): PublicLot {
  return {
    id: row.id,
    public_id: row.public_id,
    name: row.name,
    description: row.description,
    managed_by: row.managed_by,
    logo_url: row.logo_file_id && logoUrl(row.public_id, row.logo_file_id),
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
    opening_hours: toOpeningHours(row.opening_hours),
    overnight_allowed: row.overnight_allowed,
    is_plate_check_public: row.is_plate_check_public && !row.is_private,
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
      day_from_hours: row.day_from_hours,
      month_from_days: row.month_from_days,
      service_fee_cents: row.service_fee_cents,
      service_fee_bps: row.service_fee_bps,
    },
  }
}

/** Copies the hours, because the response type has mutable lists. */
export function toOpeningHours(hours: LotRow['opening_hours']): PublicLot['opening_hours'] {
  if (hours === null) return null
  return Object.fromEntries(Object.entries(hours).map(([day, ranges]) => [day, [...(ranges ?? [])]]))
}
