import type { LandmarkKind } from '@openspot/core/enums.ts'
import type { LatLng } from '@openspot/core/places/street-address.ts'
import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

export interface NewLandmark {
  kind: LandmarkKind
  name: string
  key: string
  /** The name to show, if this is another name of a place. */
  shown_as: string | null
  street: string | null
  city: string | null
  region: string | null
  postal_code: string | null
  country: string
  lat: number
  lng: number
  time_zone: string
  /** The course of a street. */
  line: LatLng[] | null
}

const anyLandmark = statement(
  'has_landmarks',
  { filled: 'boolean' },
  'select exists (select from landmarks where time_zone is not null) as filled',
)

export const hasLandmarks = async (pool: pg.Pool): Promise<boolean> =>
  (await query(pool, anyLandmark, []))[0]?.filled ?? false

/** Inserts landmarks in one statement; those that exist already get their time zone. Updates the statistics of the planner. */
export async function insertLandmarks(pool: pg.Pool, landmarks: readonly NewLandmark[]): Promise<void> {
  await pool.query(
    `insert into landmarks (kind, name, key, shown_as, street, city, region, postal_code, country, lat, lng, line, time_zone)
     select distinct on (kind, country, name, lat, lng) * from json_to_recordset($1) as x(kind text, name text, key text, shown_as text, street text, city text, region text,
       postal_code text, country text, lat float8, lng float8, line jsonb, time_zone text)
     on conflict (kind, country, name, lat, lng) do update set time_zone = excluded.time_zone`,
    [JSON.stringify(landmarks)],
  )
  await pool.query('analyze landmarks')
}
