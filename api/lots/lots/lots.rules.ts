import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { averageStars } from '@openspot/core/lots/ratings.ts'
import { lotText } from '@openspot/core/lots/texts.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { coverUrl, logoUrl } from '../files/picture.rules.ts'
import type { LotRow } from './lots.sql.ts'

/** Maps a row to the contract's public lot, with its texts in the reader's language, or as the lot wrote them (null). */
export function publicLot(row: LotRow, reader: Locale | null): PublicLot {
  const [name, description, house_rules] = [
    lotText(row, 'name', reader),
    lotText(row, 'description', reader),
    lotText(row, 'house_rules', reader),
  ]
  return {
    id: row.id,
    public_id: row.public_id,
    name: name.text ?? row.name,
    description: description.text,
    house_rules: house_rules.text,
    languages: {
      name: name.language,
      description: description.language,
      house_rules: house_rules.language,
    },
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
    spot_features: [...row.spot_features],
    snap_minutes: row.snap_minutes,
    hold_minutes: row.hold_minutes,
    cancel_until_minutes_after_start: row.cancel_until_minutes_after_start,
    opening_hours: toOpeningHours(row.opening_hours),
    overnight_allowed: row.overnight_allowed,
    ...factsOf(row),
    cover_photo_url: coverUrl(row),
    rating_count: row.rating_count,
    rating_average: averageStars(row.rating_count, row.rating_stars),
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
      day_from_hours: row.day_from_hours,
      month_from_days: row.month_from_days,
      service_fee_cents: row.service_fee_cents,
      service_fee_bps: row.service_fee_bps,
    },
  }
}

/** What drivers ask before they come. */
export const factsOf = (
  row: Pick<LotRow, 'clearance_mm' | 'entry_methods' | 'on_site_payments' | 'amenities'>,
) => ({
  clearance_mm: row.clearance_mm,
  entry_methods: row.entry_methods,
  on_site_payments: row.on_site_payments,
  amenities: row.amenities,
})

/** What people outside a private lot learn of it: what its sign says, and not when or for how much members park. */
export function privateLot(row: LotRow, reader: Locale): PublicLot {
  const { price_configuration: prices, ...lot } = publicLot(row, reader)
  return {
    ...lot,
    description: null,
    house_rules: null,
    boundary: null,
    clearance_mm: null,
    entry_methods: [],
    on_site_payments: [],
    amenities: [],
    cover_photo_url: null,
    rating_count: 0,
    rating_average: null,
    spot_count: 0,
    spot_features: [],
    opening_hours: null,
    cancel_until_minutes_after_start: 0,
    hold_minutes: 0,
    price_configuration: {
      currency: prices.currency,
      cents_per_currency_unit: prices.cents_per_currency_unit,
      min_reservation_price: 0,
      max_reservation_price: 0,
      half_hour_cents: null,
      hour_cents: null,
      day_cents: null,
      month_cents: null,
      day_from_hours: null,
      month_from_days: null,
      service_fee_cents: 0,
      service_fee_bps: 0,
    },
  }
}

/** Copies the hours, because the response type has mutable lists. */
export function toOpeningHours(hours: LotRow['opening_hours']): PublicLot['opening_hours'] {
  if (hours === null) return null
  return Object.fromEntries(Object.entries(hours).map(([day, ranges]) => [day, [...(ranges ?? [])]]))
}
