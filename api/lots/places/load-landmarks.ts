import { readFileSync } from 'node:fs'
import { isOneOf, landmarkKinds } from '@openspot/core/enums.ts'
import { placeKey } from '@openspot/core/places/place-key.ts'
import { knownPlaces } from './known-places.ts'
import type { NewLandmark } from './landmarks.sql.ts'

const osm = new URL('./data/chicago-osm.tsv', import.meta.url)

/** Returns the landmarks that come with the product: our own list, and what the map of Chicago knows besides. */
export function landmarksToLoad(): NewLandmark[] {
  const known = knownPlaces.flatMap(({ names, street, ...place }) => {
    const row = { ...place, street, country: 'US', line: null }
    // Also found by its address and other names, and shown by its own.
    const others = [...names, ...(street === null ? [] : [street])]
    return [
      { ...row, key: placeKey(place.name), shown_as: null },
      ...others.map((name) => ({ ...row, name, key: placeKey(name), shown_as: place.name })),
    ]
  })
  const keys = new Set(known.map(({ key }) => key))
  return [...known, ...readOsm().filter(({ key }) => !keys.has(key))]
}

function readOsm(): NewLandmark[] {
  return readFileSync(osm, 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row): NewLandmark => {
      const [kind = '', name = '', points = ''] = row.split('\t')
      if (!isOneOf(landmarkKinds, kind)) throw new Error(`${kind} is no kind of landmark.`)
      const line = points.split(' ').map((point) => point.split(',').map(Number) as [number, number])
      const [lat = 0, lng = 0] = line[Math.floor(line.length / 2)] ?? []
      return {
        kind,
        name,
        key: placeKey(name),
        shown_as: null,
        street: null,
        city: 'Chicago',
        region: 'IL',
        postal_code: null,
        country: 'US',
        lat,
        lng,
        line: kind === 'STREET' ? line : null,
        time_zone: 'America/Chicago',
      }
    })
}
