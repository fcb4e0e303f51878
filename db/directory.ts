import type pg from 'pg'
import { readSchemas } from './schemas.ts'

/** What the directory knows cities by. An email address is in it as its SHA-256, because its readers need no addresses. */
type NameKind = 'LOT' | 'SHORT_CODE' | 'JOIN_CODE' | 'EMAIL' | 'CELL'

interface Name {
  kind: NameKind
  name: string
}

export const directorySchema = 'directory'

/** Cells are a tenth of a degree: about 11 by 8 kilometers, and a search reaches at most 5. */
const cellOf = (degrees: number) => Math.floor(degrees * 10)

/** Everything that leads to the city of this session. */
const ours = `
  select 'LOT' as kind, public_id as name from lots
  union all select 'LOT', public_id from previous_public_ids
  union all select 'JOIN_CODE', join_code from lots where join_code is not null
  union all select 'SHORT_CODE', code from short_links
  union all select 'EMAIL', encode(sha256(convert_to(email, 'UTF8')), 'hex') from users where email is not null and account_status <> 'DELETED'
  union all select distinct 'CELL', floor(lat * 10)::integer || ',' || floor(lng * 10)::integer from lots where is_listed`
const listed = `select kind, name from ${directorySchema}.names where city = $1`
/** Two equal lists have the same count and sum. */
const digestOf = (rows: string) =>
  `select count(*)::text || ' ' || coalesce(sum(hashtextextended(kind || ' ' || name, 0)::numeric), 0) as digest from (${rows}) n`

/** The tables of the directory. It is small: a copy is on every server. */
export const directoryTables = `
  create schema if not exists ${directorySchema};
  create table if not exists ${directorySchema}.names (
    kind text not null check (kind in ('LOT', 'SHORT_CODE', 'JOIN_CODE', 'EMAIL', 'CELL')),
    name text not null,
    city text not null,
    primary key (kind, name, city)
  )`

/**
 * Brings the names of a city in the directory to what the city has. Returns how many changed. The worker of each city calls it every
 * few seconds: until then, a new name is unknown in the directory, and an old one leads to a city that answers that there is no such thing.
 */
export async function publishNames(pool: pg.Pool): Promise<number> {
  const { schema } = await readSchemas(pool)
  if (schema === 'public') return 0
  const digest = async (rows: string, values: string[]) =>
    (await pool.query<{ digest: string }>(digestOf(rows), values)).rows[0]?.digest
  if ((await digest(ours, [])) === (await digest(listed, [schema]))) return 0
  const key = ({ kind, name }: Name) => `${kind} ${name}`
  const have = new Map((await pool.query<Name>(ours)).rows.map((one) => [key(one), one]))
  const known = new Map((await pool.query<Name>(listed, [schema])).rows.map((one) => [key(one), one]))
  const added = [...have].flatMap(([at, one]) => (known.has(at) ? [] : one))
  const gone = [...known.keys()].filter((at) => !have.has(at))
  await pool.query(
    `insert into ${directorySchema}.names (kind, name, city) select n.kind, n.name, $1 from unnest($2::text[], $3::text[]) n(kind, name) on conflict do nothing`,
    [schema, added.map(({ kind }) => kind), added.map(({ name }) => name)],
  )
  await pool.query(
    `delete from ${directorySchema}.names where city = $1 and kind || ' ' || name = any ($2)`,
    [schema, gone],
  )
  return added.length + gone.length
}

/** Returns the cities that have something by a name, in alphabetical order. */
export async function citiesOf(pool: pg.Pool, kind: NameKind, name: string): Promise<string[]> {
  const { rows } = await pool.query<{ city: string }>(
    `select city from ${directorySchema}.names where kind = $1 and name = $2 order by city`,
    [kind, name],
  )
  return rows.map(({ city }) => city)
}

/** Returns the cities of a person, by their email address. */
export async function citiesOfEmail(pool: pg.Pool, email: string): Promise<string[]> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email.toLowerCase()))
  return citiesOf(pool, 'EMAIL', Buffer.from(digest).toString('hex'))
}

const metersPerDegree = 111_320

/** Returns the cities that have a lot near a circle. */
export async function citiesAround(
  pool: pg.Pool,
  { lat, lng, radius_m }: { lat: number; lng: number; radius_m: number },
): Promise<string[]> {
  const high = radius_m / metersPerDegree
  const wide = high / Math.max(Math.cos((lat * Math.PI) / 180), 0.01)
  const cells: string[] = []
  for (let row = cellOf(lat - high); row <= cellOf(lat + high); row++)
    for (let column = cellOf(lng - wide); column <= cellOf(lng + wide); column++)
      cells.push(`${row},${column}`)
  const { rows } = await pool.query<{ city: string }>(
    `select distinct city from ${directorySchema}.names where kind = 'CELL' and name = any ($1) order by city`,
    [cells],
  )
  return rows.map(({ city }) => city)
}
