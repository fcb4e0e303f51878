import type { Place } from '@openspot/contract/lots/lots.ts'
import { typedKey } from '@openspot/core/places/place-key.ts'
import { pointAtNumber, type StreetAddress } from '@openspot/core/places/street-address.ts'
import { plateRegionsIn } from '@openspot/core/plates/regions.ts'
import type { OtherName } from './other-names.ts'
import type { FoundPlace } from './places.sql.ts'

/** A place of our own data. */
type OwnPlace = Omit<Place, 'time_zone' | 'reader_name'> & Pick<FoundPlace, 'time_zone'>

/** Similar names that are this much less alike than the best one are left out. */
const LEAST_LIKE = 0.75

/** Which of two places with equally good names is meant: an airport rather than a village with its name. */
const orderOfKinds = [
  'ADDRESS',
  'AIRPORT',
  'VENUE',
  'CITY',
  'POSTAL_CODE',
  'LANDMARK',
  'NEIGHBORHOOD',
  'LOT',
  'STATION',
] as const satisfies Place['kind'][]

const states = new Set(
  plateRegionsIn('US')
    .filter(({ country }) => country === 'US')
    .flatMap(({ regions }) => regions.map(({ code }) => code.toLowerCase())),
)

/** The name that was typed, the state after it, as in "Springfield, MO" and "Springfield MO", and what may be its city. */
export function readTyped(text: string): { key: string; region: string | null; cities: string[] } {
  const cities = citiesIn(text)
  const [name = '', after = ''] = text.split(',')
  const [, code = ''] = /^\s*([a-z]{2})\b/i.exec(after) ?? []
  if (text.includes(',')) return { key: typedKey(name), region: code.toUpperCase() || null, cities }
  const [, before = '', last = ''] = /^(.*\S)\s+([a-z]{2})$/i.exec(text.trim()) ?? []
  return states.has(last.toLowerCase())
    ? { key: typedKey(before), region: last.toUpperCase(), cities }
    : { key: typedKey(text), region: null, cities }
}

/** The parts of a text after the first comma, in the form in which they are compared, without states and numbers. */
function citiesIn(text: string): string[] {
  return text
    .split(',')
    .slice(1)
    .map((part) => typedKey(part.replace(/\d[\d-]*/g, '').replace(/\s[a-z]{2}\s*$/i, '')))
    .filter((key) => key !== '' && !states.has(key))
}

/**
 * Returns where an address is that is not known itself: its ZIP code, or the city and state after the first comma. Null if
 * the text has neither, such as a name.
 */
export function readSurroundings(text: string): string | null {
  const [street = '', ...rest] = text.split(',')
  const [, code = null] = /\s(\d{5})(?:-\d{4})?\s*$/.exec(text) ?? []
  if (code !== null) return code
  const city = rest.join(',').trim()
  return street.trim() !== '' && citiesIn(text).length > 0 ? city : null
}

/**
 * Keeps of the places that were looked up by another name those that have it: there is more than one Portland. They are as exact as that
 * name is like the text.
 */
export function asNamed(found: readonly FoundPlace[], names: readonly OtherName[]): FoundPlace[] {
  return found.flatMap((row) => {
    if (!row.is_named) return [row]
    const name = names.find(
      ({ place }) =>
        place.kind === row.kind && place.name === row.name && place.region === row.address.region,
    )
    if (name === undefined) return []
    const { key, is_exact, likeness } = name
    return [{ ...row, key, is_exact, likeness }]
  })
}

/**
 * Orders what was found, the best first: places whose whole name was typed, those whose name begins with the text, and
 * then similar ones by their likeness. Streets become the address of the house number, or are left out. Each place is kept once, also one that
 * is known as a city and as a neighborhood.
 */
export function rankPlaces(
  found: readonly FoundPlace[],
  { key, region, cities }: ReturnType<typeof readTyped>,
  address: StreetAddress | null,
): OwnPlace[] {
  const most = Math.max(...found.map(({ likeness }) => likeness))
  const ranked = found
    .filter(({ likeness }) => likeness >= LEAST_LIKE * most)
    .flatMap((row) => {
      const { key: its, line: _line, kind, likeness, is_named: _named, ...rest } = row
      const place = kind === 'STREET' ? addressOf(row, address, cities) : { kind, ...rest }
      if (place === null) return []
      const isWhole = place.kind === 'ADDRESS' || its === key
      const grade = isWhole ? 0 : 1
      const isElsewhere = region !== null && place.address.region !== region
      const rank = (grade + (isElsewhere ? 1 : 0)) * orderOfKinds.length + orderOfKinds.indexOf(place.kind)
      return [{ place, rank, likeness }]
    })
    .sort((a, b) => b.likeness - a.likeness || a.rank - b.rank)
    .map(({ place }) => place)
  const seen = new Set<string>()
  const districts: OwnPlace[] = []
  return ranked.filter((place) => {
    const { kind, name, detail } = place
    const id = `${kind} ${name} ${detail}`
    if (seen.has(id) || districts.some((other) => isSameDistrict(other, place))) return false
    if (kind === 'CITY' || kind === 'NEIGHBORHOOD') districts.push(place)
    return seen.add(id)
  })
}

/** How far apart the middles of one place are in different data, in degrees: about 2 km. */
const SAME_MIDDLE = 0.02

/** Whether two places are one, which one source has as a city and another as a part of one, such as the Chicago Loop. */
const isSameDistrict = (a: OwnPlace, b: OwnPlace): boolean =>
  a.kind !== b.kind &&
  (b.kind === 'CITY' || b.kind === 'NEIGHBORHOOD') &&
  typedKey(a.name) === typedKey(b.name) &&
  Math.abs(a.lat - b.lat) < SAME_MIDDLE &&
  Math.abs(a.lng - b.lng) < SAME_MIDDLE

/** Returns the place of a house number on a street; null if the street doesn't reach it, or is in another city than typed. */
function addressOf(
  { key, name, detail, line, is_exact, time_zone, address: ofStreet }: FoundPlace,
  address: StreetAddress | null,
  cities: readonly string[],
): OwnPlace | null {
  if (address === null || line === null) return null
  // "100 W Main St, Springfield" is not the one in Chicago.
  const city = typedKey(ofStreet.city ?? '')
  if (cities.length > 0 && !cities.some((typed) => city.startsWith(typed))) return null
  const point = pointAtNumber(key, line, address.number)
  if (point === null) return null
  const [lat, lng] = point
  const street = `${address.number} ${name}`
  return {
    kind: 'ADDRESS',
    name: street,
    detail,
    lat,
    lng,
    is_exact,
    time_zone,
    address: { ...ofStreet, street },
  }
}
