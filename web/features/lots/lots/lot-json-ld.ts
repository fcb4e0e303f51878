import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { decimalOf } from '@openspot/core/money/money.ts'

/** Returns the lot's schema.org data for search engines, escaped for a script element. */
export function lotJsonLd(lot: PublicLot): string {
  const { hour_cents, currency } = lot.price_configuration
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ParkingFacility',
    name: lot.name,
    description: lot.description ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: lot.street ?? undefined,
      addressLocality: lot.city ?? undefined,
      addressRegion: lot.region ?? undefined,
      postalCode: lot.postal_code ?? undefined,
      addressCountry: lot.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: lot.lat, longitude: lot.lng },
    maximumAttendeeCapacity: lot.spot_count,
    priceRange: hour_cents === null ? undefined : `${decimalOf(hour_cents, currency)} ${currency} per hour`,
  }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
