import type { CityLot } from '@openspot/contract/lots/cities.ts'
import type { PlacePage } from '@openspot/contract/lots/place-pages.ts'
import type { PlacePageKind } from '@openspot/core/enums.ts'
import { NEAR_METERS } from '@openspot/core/places/near.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { cityPath, hasPage, lotFields, slug } from './cities.sql.ts'

const MOST_LOTS = 30
const MOST_PAGES = 2000

/** As in the index landmarks_page. Rows with another name or an address of a place are left out. */
const placePath = `(${cityPath} || '/' || ${slug('name')})`
const isPlace = `shown_as is null and kind <> 'STREET' and city is not null`
/** Meters between `p` and `l` on a plane, which is exact enough within a mile. */
const meters = `(111195 * sqrt((p.lat - l.lat) ^ 2 + ((p.lng - l.lng) * cos(radians(p.lat))) ^ 2))`
const isNear = `${hasPage} and ${cityPath} = p.city_path and ${meters} <= ${NEAR_METERS}`

const pageShape = { path: 'text', kind: text<PlacePageKind>(), name: 'text' } as const

export const placePages = statement(
  'list_place_pages',
  pageShape,
  `with p as (select ${placePath} as path, ${cityPath} as city_path, kind, name, lat, lng from landmarks
     where ${isPlace} and ${slug('name')} <> '' and ($1::text is null or ${cityPath} = $1))
   select distinct on (path) path, kind, name from p where exists (select from lots l where ${isNear})
   order by path, kind, name limit ${MOST_PAGES}`,
)
export const placePage = statement(
  'get_place_page',
  {
    ...pageShape,
    city: 'text!',
    region: 'text?',
    country: 'text',
    city_path: 'text',
    lat: 'float8',
    lng: 'float8',
    lots: json<(CityLot & { distance_m: number })[]>(),
  },
  `with p as materialized (select ${cityPath} as city_path, * from landmarks where ${isPlace} and ${placePath} = $1
     order by kind, id limit 1)
   select $1 as path, p.kind, p.name, p.city, p.region, p.country, p.city_path, p.lat, p.lng, near.lots
   from p cross join lateral (
     select jsonb_agg(jsonb_build_object(${lotFields}, 'distance_m', l.distance_m) order by l.distance_m, l.id) as lots
     from (select l.*, round(${meters})::int as distance_m from lots l where ${isNear}
           order by distance_m, l.id limit ${MOST_LOTS}) l
   ) near where near.lots is not null`,
)

/** Returns the places with a page, in the city with the path `city` or everywhere. */
export const listPlacePages = (pool: pg.Pool, city: string | null): Promise<PlacePage[]> =>
  queryPrepared(pool, placePages, [city])

/** Returns a place with the lots near it; undefined if there is no such place or no lot that anyone can find. */
export const getPlacePage = async (pool: pg.Pool, of: string, reader: Locale | null) =>
  (await queryPrepared(pool, placePage, [of, reader]))[0]
