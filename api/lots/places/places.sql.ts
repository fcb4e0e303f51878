import type { Place } from '@openspot/contract/lots/lots.ts'
import type { PlaceKind } from '@openspot/core/enums.ts'
import type { LatLng } from '@openspot/core/places/street-address.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { query, queryPrepared } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, orNull, type RowOf, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const foundShape = {
  kind: text<PlaceKind | 'STREET'>(),
  name: 'text',
  /** The name in the form in which it is compared. */
  key: 'text',
  detail: 'text',
  lat: 'float8',
  lng: 'float8',
  address: json<Place['address']>(),
  line: orNull(json<LatLng[]>()),
  /** Null for a place that an earlier version loaded. */
  time_zone: 'text?',
  /** Whether the text begins its name. */
  is_exact: 'boolean',
  /** How much its name resembles the text, from 0 to 1. */
  likeness: 'float8',
  /** Whether it was looked up because the text names it in another language. */
  is_named: 'boolean',
} as const
export type FoundPlace = RowOf<typeof foundShape>

/** If fewer names than this begin with the text, similar names are looked for. */
const ENOUGH = 3

const columns = 'likeness, kind, name, key, detail, lat, lng, address, line, time_zone'
const ofPlaces = (
  likeness: string,
) => `select ${likeness}::float8 as likeness, p.kind, p.name, p.key, concat_ws(', ', nullif(p.region, ''), p.country) as detail, p.lat, p.lng,
  jsonb_build_object('street', null, 'country', p.country,
    'city', case p.kind when 'CITY' then p.name else nullif(split_part(p.region, ', ', 1), '') end,
    'region', case p.kind when 'CITY' then nullif(p.region, '') else nullif(split_part(p.region, ', ', 2), '') end,
    'postal_code', case p.kind when 'POSTAL_CODE' then p.name end) as address, null::jsonb as line, p.time_zone from places p`
const ofLandmarks = (
  likeness: string,
) => `select ${likeness}::float8 as likeness, m.kind, coalesce(m.shown_as, m.name) as name, m.key, concat_ws(', ', m.street, m.city, m.region) as detail, m.lat, m.lng,
  jsonb_build_object('street', m.street, 'city', m.city, 'region', m.region, 'postal_code', m.postal_code, 'country', m.country) as address,
  m.line, m.time_zone from landmarks m`
const lotText = `(l.name || ' ' || coalesce(l.street, '') || ' ' || coalesce(l.city, ''))`
const ofLots = (
  likeness: string,
) => `select ${likeness}::float8 as likeness, 'LOT' as kind, lot_text('name', l.name, l.language, l.texts, $5::text) as name, lower(l.name) as key, concat_ws(', ', l.street, l.city) as detail, l.lat, l.lng,
  jsonb_build_object('street', l.street, 'city', l.city, 'region', l.region, 'postal_code', l.postal_code, 'country', l.country) as address,
  null::jsonb as line, l.time_zone from lots l`
// A text that is only like a part of the name counts a little less.
const likeness = (key: string) =>
  `greatest(similarity(${key}, $1::text), 0.9 * word_similarity($1::text, ${key}))`
// Unlike LIKE, these operators use the index also in a plan that doesn't know the text.
const beginsWith = (key: string, start: string) =>
  `${key} ~>=~ ${start} and ${key} ~<~ (${start} || chr(1114111))`
const isFew = '(select few.is_few from few)'

/** @internal */
export const placesByText = statement(
  'find_places',
  foundShape,
  `with begun as materialized (
     (${ofPlaces('1')} where ${beginsWith('p.key', '$1::text')} order by p.population desc, p.name limit 6)
     union all (${ofLandmarks('1')} where ${beginsWith('m.key', '$1::text')} and m.kind <> 'STREET' order by length(m.key), m.name limit 8)
     union all (select s.* from unnest($3::text[]) as w(start) cross join lateral
       (${ofLandmarks('1')} where ${beginsWith('m.key', 'w.start')} and m.kind = 'STREET' order by length(m.key) limit 4) s)
     union all (${ofLots('1')} where l.is_listed and ${lotText} ilike $2 order by l.name limit 6)),
   named as materialized (
     (select s.* from unnest($4::text[]) as w(key) cross join lateral
       (${ofPlaces('1')} where p.key = w.key and p.kind = 'CITY' order by p.population desc limit 2) s)
     union all (select s.* from unnest($4::text[]) as w(key) cross join lateral
       (${ofLandmarks('1')} where m.key = w.key and m.kind <> 'STREET' and m.shown_as is null limit 3) s)),
   few as materialized (select count(*) < ${ENOUGH} and not exists (select from named) as is_few from begun),
   similar_to as (
     (${ofPlaces(likeness('p.key'))} where ${isFew} and p.kind = 'CITY' and p.population >= 15000 and p.key % $1::text
       order by likeness desc, p.population desc limit 4)
     union all (${ofLandmarks(likeness('m.key'))} where ${isFew} and m.kind <> 'STREET' and (m.key % $1::text or m.key %> $1::text)
       order by likeness desc, length(m.key), m.name limit 6)
     union all (${ofLots(likeness(lotText))} where ${isFew} and l.is_listed and ${lotText} %> $1::text order by likeness desc, l.name limit 4))
   -- Well-known places come before villages of the same name.
   select ${columns}, true as is_exact, true as is_named from named
   union all select ${columns}, true, false from begun
   union all select ${columns}, false, false from similar_to`,
)

/** What to look for. */
export interface PlaceText {
  /** The text as `typedKey` returns it. */
  key: string
  typed: string
  /** How streets begin that an address may be on. */
  streets: string[]
  /** The keys of places that the text names in another language. */
  named: string[]
  /** In whose language the names of lots are. */
  reader: Locale
}

/**
 * Returns the places whose name begins with a text, streets that begin with one of `streets`, and listed lots that contain
 * the text; and if those are few, also similar ones. Each group in the order of its relevance.
 */
export const findPlaces = (
  pool: pg.Pool,
  { key, typed, streets, named, reader }: PlaceText,
): Promise<FoundPlace[]> =>
  queryPrepared(pool, placesByText, [key, containing(typed), streets, named, reader])

const anyPlace = statement(
  'has_places',
  { filled: 'boolean' },
  `select exists (select from places where key <> '' and time_zone is not null) as filled`,
)

/** Whether the places were loaded, by a version that stores their keys and time zones. */
export const hasPlaces = async (pool: pg.Pool): Promise<boolean> =>
  (await query(pool, anyPlace, []))[0]?.filled ?? false

export interface NewPlace {
  kind: 'CITY' | 'POSTAL_CODE'
  name: string
  key: string
  region: string
  country: string
  population: number
  lat: number
  lng: number
  time_zone: string
}

/** Inserts places in one statement; those that exist already get their key and time zone. */
export async function insertPlaces(pool: pg.Pool, places: readonly NewPlace[]): Promise<void> {
  await pool.query(
    `insert into places (kind, name, key, region, country, population, lat, lng, time_zone)
     select distinct on (kind, country, region, name, lat, lng) * from json_to_recordset($1)
       as x(kind text, name text, key text, region text, country text, population int, lat float8, lng float8, time_zone text)
     on conflict (kind, country, region, name, lat, lng) do update set key = excluded.key, time_zone = excluded.time_zone`,
    [JSON.stringify(places)],
  )
}

/** Updates the statistics of the planner after places were inserted. */
export async function analyzePlaces(pool: pg.Pool): Promise<void> {
  await pool.query('analyze places')
}
