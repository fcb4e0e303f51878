import type { City, CityLot } from '@openspot/contract/lots/cities.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** A text as it is written in an address. */
export const slug = (text: string) =>
  `trim(both '-' from regexp_replace(lower(${text}), '[^[:alnum:]]+', '-', 'g'))`
/** The path of a city's page, as in the index lots_city_path. Cities without a letter or digit have no page. */
export const cityPath = `(lower(country) || '/' || ${slug("coalesce(region, 'all')")} || '/' || ${slug('city')})`
/** Whether a lot is on the page of its city. */
export const hasPage = `is_listed and city is not null`

/** A sitemap may name 50,000 pages; the rest is for cities, places, and other pages. */
const MOST_IN_SITEMAP = 45_000
const MOST_LOTS = 50

/** A lot `l` as `CityLot`, with its name for the reader $2. */
export const lotFields = `'public_id', l.public_id, 'name', lot_text('name', l.name, l.language, l.texts, $2::text), 'street', l.street, 'spot_count', l.spot_count,
        'currency', l.currency, 'hour_cents', l.hour_cents, 'day_cents', l.day_cents`

const cityShape = {
  path: 'text',
  name: 'text',
  region: 'text?',
  country: 'text',
  lot_count: 'integer',
} as const

const cities = statement(
  'list_cities',
  cityShape,
  `select ${cityPath} as path, min(city) as name, min(region) as region, min(country) as country, count(*)::int as lot_count
   from lots where ${hasPage} and ${slug('city')} <> '' group by 1 order by 1`,
)
/** Exported for the test that looks at its plan. @internal */
export const cityByPath = statement(
  'get_city',
  {
    ...cityShape,
    lat: 'float8',
    lng: 'float8',
    spot_count: 'integer',
    lots: json<CityLot[]>(),
  },
  `with own as materialized (select * from lots where ${hasPage} and ${cityPath} = $1)
   select $1 as path, min(city) as name, min(region) as region, min(country) as country, count(*)::int as lot_count,
     avg(lat) as lat, avg(lng) as lng, sum(spot_count)::int as spot_count,
     (select jsonb_agg(jsonb_build_object(${lotFields}) order by l.spot_count desc, l.name, l.id)
      from (select * from own order by spot_count desc, name, id limit ${MOST_LOTS}) l) as lots
   from own having count(*) > 0`,
)
const sitemapLots = statement(
  'list_sitemap_lots',
  { public_id: 'text' },
  `select public_id from lots where is_listed order by id desc limit ${MOST_IN_SITEMAP}`,
)

export const listCities = (pool: pg.Pool): Promise<City[]> => queryPrepared(pool, cities, [])

/** Returns a city with its lots; undefined if it has none that anyone can find. */
export const getCity = async (pool: pg.Pool, of: string, reader: Locale | null) =>
  (await queryPrepared(pool, cityByPath, [of, reader]))[0]

/** Returns the public IDs of listed lots, the newest first. */
export const listSitemapLots = async (pool: pg.Pool): Promise<string[]> =>
  (await queryPrepared(pool, sitemapLots, [])).map(({ public_id }) => public_id)
