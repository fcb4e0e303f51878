import type { Place } from '@openspot/contract/lots/lots.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import type pg from 'pg'

/** Returns up to six places whose name matches a LIKE pattern in lower case, the most populous ones first. */
export function listPlaces(pool: pg.Pool, like: string): Promise<Place[]> {
  return queryPrepared<Place>(
    pool,
    'list_places',
    `select kind, name, concat_ws(', ', nullif(region, ''), country) as detail, lat, lng from places
     where lower(name) like $1 order by population desc, name limit 6`,
    [like],
  )
}

/** Returns up to six listed lots whose name or address matches an ILIKE pattern. */
export function listLotsByName(pool: pg.Pool, like: string): Promise<Place[]> {
  return queryPrepared<Place>(
    pool,
    'list_lots_by_name',
    `select 'LOT' as kind, name, concat_ws(', ', street, city) as detail, lat, lng from lots
     where is_listed and (name || ' ' || coalesce(street, '') || ' ' || coalesce(city, '')) ilike $1
     order by name limit 6`,
    [like],
  )
}

export async function hasPlaces(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ filled: boolean }>('select exists (select from places) as filled')
  return rows[0]?.filled ?? false
}

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
