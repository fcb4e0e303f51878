import { query } from '@openspot/db/database.ts'
import { type RowOf, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const placedShape = {
  kind: text<'CITY' | 'POSTAL_CODE' | 'LOT'>(),
  /** The ID of a lot, and of a place its name and state. */
  name: 'text',
  lat: 'float8',
  lng: 'float8',
  time_zone: 'text',
} as const
export type Placed = RowOf<typeof placedShape>

const placed = statement(
  'list_zones_of_places_and_lots',
  placedShape,
  `select p.kind, concat_ws(', ', p.name, nullif(p.region, ''), p.country) as name, p.lat, p.lng, coalesce(p.time_zone, '') as time_zone from places p
   union all select 'LOT', l.id::text, l.lat, l.lng, l.time_zone from lots l`,
)

/** Returns every place of the search and every lot, with its time zone. Empty: none is stored. */
export const listPlaced = (pool: pg.Pool): Promise<Placed[]> => query(pool, placed, [])
