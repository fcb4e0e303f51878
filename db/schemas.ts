import type pg from 'pg'

/** The schemas of one city in a database; of the only one, if there is only one. */
export interface Schemas {
  /** Its tables, types, and functions. The first of the role's search path. */
  schema: string
  /** The job queue. */
  jobs: string
  /** Tables that stay on the coordinator when Citus keeps those of `schema` on another server. */
  local: string
  /** Everything that is searched, in order, without the catalogs. */
  path: string[]
}

/** The job queue is called by this name in `db/functions`, which is replaced where a city has its own. */
const onlyQueue = 'graphile_worker'

/** Extensions, and what cities share. */
export const sharedSchema = 'shared'

/** Schemas of a city with a schema of its own. */
export const schemasOfCity = (city: string): Schemas => ({
  schema: city,
  jobs: `${city}_jobs`,
  local: `${city}_local`,
  path: [city, `${city}_local`, sharedSchema],
})

/** Reads which schemas a session uses. Its role decides, by its search path (docs/decisions/0054-cities.md). */
export async function readSchemas(on: pg.ClientBase | pg.Pool): Promise<Schemas> {
  const { rows } = await on.query<{ path: string[] }>('select current_schemas(false)::text[] as path')
  const path = rows[0]?.path ?? []
  const [schema = 'public'] = path
  return schema === 'public'
    ? { schema, jobs: onlyQueue, local: schema, path: [schema] }
    : { ...schemasOfCity(schema), path }
}

/** The text of functions with the name of the queue that they shall use. */
export const withQueue = (text: string, { jobs }: Pick<Schemas, 'jobs'>): string =>
  text.replaceAll(`${onlyQueue}.`, `${jobs}.`)

/** Tables that are read together with the queue, that say what was migrated, or that can't be moved, because they are unlogged. */
export const localTables = ['lost_workers', 'rate_limits', 'schema_state'] as const
