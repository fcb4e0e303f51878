import type { LotPhoto } from '@openspot/contract/lot-facts.ts'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import { decimalOf } from '@openspot/core/money/money.ts'

const dayNames: Record<Weekday, string> = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
}
/** How search engines read a whole day (developers.google.com/search/docs/appearance/structured-data/local-business). */
const wholeDay = { opens: '00:00', closes: '23:59' }

/**
 * Returns the lot's schema.org data for search engines: where it is, when it is open, and what it costs. `site` is the address of
 * this site, such as `https://example.com`.
 */
export function lotJsonLd(lot: PublicLot, photos: readonly LotPhoto[], site: string): object {
  const { hour_cents, currency } = lot.price_configuration
  return {
    '@context': 'https://schema.org',
    '@type': 'ParkingFacility',
    name: lot.name,
    url: pageOf(lot, site),
    description: lot.description ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: lot.street ?? undefined,
      addressLocality: lot.city ?? undefined,
      addressRegion: lot.region ?? undefined,
      postalCode: lot.postal_code ?? undefined,
      addressCountry: lot.country,
    },
    aggregateRating:
      lot.rating_average === null
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: lot.rating_average, ratingCount: lot.rating_count },
    image: photos.length === 0 ? undefined : photos.map(({ url }) => new URL(url, site).href),
    geo: { '@type': 'GeoCoordinates', latitude: lot.lat, longitude: lot.lng },
    maximumAttendeeCapacity: lot.spot_count,
    priceRange: hour_cents === null ? undefined : `${decimalOf(hour_cents, currency)} ${currency} per hour`,
    openingHoursSpecification: hoursOf(lot.opening_hours),
    makesOffer: offersOf(lot, site),
  }
}

const pageOf = ({ public_id }: PublicLot, site: string): string => `${site}/l/${public_id}`

/** A day that is left out is closed, for us and for search engines. A lot without hours is always open. */
const hoursOf = (hours: PublicLot['opening_hours']): object[] =>
  weekdays.flatMap((day) =>
    (hours === null ? [wholeDay] : (hours[day] ?? [])).map((range) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${dayNames[day]}`,
      ...(range.opens === range.closes
        ? wholeDay
        : { opens: range.opens, closes: range.closes === '24:00' ? wholeDay.closes : range.closes }),
    })),
  )

/** What a length of time costs, before fees. The codes of units are those of UN/CEFACT, which schema.org uses. */
function offersOf(lot: PublicLot, site: string): object[] {
  const { currency, hour_cents, day_cents, month_cents } = lot.price_configuration
  const rates = [
    { cents: hour_cents, unitCode: 'HUR' },
    { cents: day_cents, unitCode: 'DAY' },
    { cents: month_cents, unitCode: 'MON' },
  ]
  return rates.flatMap(({ cents, unitCode }) =>
    cents === null
      ? []
      : [
          {
            '@type': 'Offer',
            url: pageOf(lot, site),
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: decimalOf(cents, currency),
              priceCurrency: currency,
              unitCode,
            },
          },
        ],
  )
}
