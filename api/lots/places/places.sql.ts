import type { Place } from '@openspot/contract/lots/lots.ts'
import { query, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const placeShape = {
  kind: text<Place['kind']>(),
  name: 'text',
  detail: 'text',
  lat: 'float8',
  lng: 'float8',
} as const

const placesByName = statement(
  'list_places',
  placeShape,
  `select kind, name, concat_ws(', ', nullif(region, ''), country) as detail, lat, lng from places
   where lower(name) like $1 order by population desc, name limit 6`,
)
const lotsByName = statement(
  'list_lots_by_name',
  placeShape,
  `select 'LOT' as kind, name, concat_ws(', ', street, city) as detail, lat, lng from lots
   where is_listed and (name || ' ' || coalesce(street, '') || ' ' || coalesce(city, '')) ilike $1
   order by name limit 6`,
)
const anyPlace = statement(
  'has_places',
  { filled: 'boolean' },
  'select exists (select from places) as filled',
)

/** Returns up to six places whose name matches a LIKE pattern in lower case, the most populous ones first. */
export const listPlaces = (pool: pg.Pool, like: string): Promise<Place[]> =>
  queryPrepared(pool, placesByName, [like])

/** Returns up to six listed lots whose name or address matches an ILIKE pattern. */
export const listLotsByName = (pool: pg.Pool, like: string): Promise<Place[]> =>
  queryPrepared(pool, lotsByName, [like])

export const hasPlaces = async (pool: pg.Pool): Promise<boolean> =>
  (await query(pool, anyPlace, []))[0]?.filled ?? false

export interface NewPlace {
  kind: 'CITY' | 'POSTAL_CODE'
  name: string
  region: string
  country: string
  population: number
  lat: number
  lng: number
}

/** Inserts places in one statement, without those that exist already. */
export async function insertPlaces(pool: pg.Pool, places: readonly NewPlace[]): Promise<void> {
  await pool.query(
    `insert into places (kind, name, region, country, population, lat, lng)
     select * from json_to_recordset($1) as x(kind text, name text, region text, country text, population int, lat float8, lng float8)
     on conflict do nothing`,
    [JSON.stringify(places)],
  )
}

/** Updates the statistics of the planner after places were inserted. */
export async function analyzePlaces(pool: pg.Pool): Promise<void> {
  await pool.query('analyze places')
}
