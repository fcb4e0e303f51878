import type { Place } from '@openspot/contract/lots/lots.ts'
import { isCountry } from '@openspot/core/lots/countries.ts'
import { plateRegionsIn } from '@openspot/core/plates/regions.ts'

/** What a geocoder found: an address or a named place. */
export type Geocoded = Omit<Place, 'time_zone' | 'is_exact' | 'reader_name'>

const MAX_RESULTS = 6
const MAX_TEXT = 200

/** Reads the answer of Photon: GeoJSON features with the parts of an address. Never throws; what is odd is left out. */
export function readPhoton(answer: unknown): Geocoded[] {
  return listIn(answer, 'features').flatMap((feature) => {
    const said = fieldsOf(feature, 'properties')
    const point = fieldsOf(feature, 'geometry')['coordinates']
    const [lng, lat] = Array.isArray(point) ? (point as unknown[]) : []
    const street =
      textOf(said, 'street') ?? (textOf(said, 'osm_key') === 'highway' ? textOf(said, 'name') : null)
    return placeOf({
      name: textOf(said, 'name'),
      number: textOf(said, 'housenumber'),
      street,
      city: textOf(said, 'city') ?? textOf(said, 'town'),
      region: textOf(said, 'state'),
      postal_code: textOf(said, 'postcode'),
      country: textOf(said, 'countrycode'),
      lat,
      lng,
    })
  })
}

/** Reads the answer of Nominatim in its format `jsonv2` with `addressdetails`. Never throws. */
export function readNominatim(answer: unknown): Geocoded[] {
  return listIn({ items: answer }, 'items').flatMap((item) => {
    const said = fieldsOf({ item }, 'item')
    const address = fieldsOf(item, 'address')
    return placeOf({
      name: textOf(said, 'name'),
      number: textOf(address, 'house_number'),
      street: textOf(address, 'road'),
      city: textOf(address, 'city') ?? textOf(address, 'town') ?? textOf(address, 'village'),
      region: textOf(address, 'state'),
      postal_code: textOf(address, 'postcode'),
      country: textOf(address, 'country_code'),
      lat: numberOf(said['lat']),
      lng: numberOf(said['lon']),
    })
  })
}

interface Found {
  name: string | null
  number: string | null
  street: string | null
  city: string | null
  region: string | null
  postal_code: string | null
  country: string | null
  lat: unknown
  lng: unknown
}

function placeOf(found: Found): Geocoded[] {
  const { lat, lng, city, postal_code } = found
  const country = found.country?.toUpperCase() ?? ''
  if (typeof lat !== 'number' || typeof lng !== 'number') return []
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180) || !isCountry(country)) return []
  const { street: road, number } = found
  // The order of number and street is that of the country; these are the ones that write the number first.
  const street =
    road && number ? (numberFirst.has(country) ? `${number} ${road}` : `${road} ${number}`) : road
  const name = found.name ?? street ?? city
  if (name === null) return []
  const detail = [name === street ? null : street, city, postal_code, country].filter(Boolean).join(', ')
  const region = regionCodeOf(found.region, country)
  return [
    { kind: 'ADDRESS', name, detail, lat, lng, address: { street, city, region, postal_code, country } },
  ]
}

const numberFirst = new Set('US CA AU NZ GB IE IN FR PR'.split(' '))

/** States are stored by their code where the form has a list of them. */
function regionCodeOf(region: string | null, country: string): string | null {
  if (region === null) return null
  const groups = plateRegionsIn(country).filter((group) => group.country === country)
  return groups.flatMap(({ regions }) => regions).find(({ name }) => name === region)?.code ?? region
}

const fieldsOf = (of: unknown, name: string): Record<string, unknown> => {
  const value = typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : null
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
function listIn(of: unknown, name: string): unknown[] {
  const value = typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : null
  return Array.isArray(value) ? value.slice(0, MAX_RESULTS) : []
}
function textOf(of: Record<string, unknown>, name: string): string | null {
  const value = of[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_TEXT) : null
}
const numberOf = (value: unknown): unknown => (typeof value === 'string' ? Number.parseFloat(value) : value)
