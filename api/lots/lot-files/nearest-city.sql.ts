import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const nearest = statement(
  'nearest_city',
  { name: 'text', region: 'text', country: 'text' },
  `select name, region, country from places
   where kind = 'CITY' and lat between $1::float8 - 0.5 and $1::float8 + 0.5 and lng between $2::float8 - 0.7 and $2::float8 + 0.7
   order by (lat - $1) ^ 2 + ((lng - $2) * cos(radians($1))) ^ 2 limit 1`,
)

/** Returns the city nearest to a point, or null far from all. */
export async function findNearestCity(db: Db, { lat, lng }: { lat: number; lng: number }) {
  const [city] = await queryPrepared(db, nearest, [lat, lng])
  return city ?? null
}
